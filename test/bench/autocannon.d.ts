/** The part of autocannon that the benchmarks use; the package has no types. */
declare module 'autocannon' {
  interface Options {
    url: string;
    connections: number;
    /** Units: seconds. */
    duration: number;
    requests: { method: string; path: string }[];
    /** Requests a second of all connections together; as many as possible when left out. */
    overallRate?: number;
  }
  /** Units: latencies in milliseconds, duration in seconds. */
  interface Result {
    latency: { p50: number; p99: number; p99_9: number };
    requests: { total: number };
    duration: number;
    errors: number;
    timeouts: number;
    non2xx: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
