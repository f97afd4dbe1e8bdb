import type { Message } from '../../base/messages/message.ts';
/** Requests to a remote service in one process of a run. */
export interface RequestFacts {
  requests: number;
  cacheHits: number;
  shared: number;
  retries: number;
  throttledPauses: number;
}

/** A request that took long. Shape: `outcome` is the HTTP status or the code of the failure; `ms` does not count waiting for the rate limit. */
export interface SlowRequest {
  operation: string;
  query: string;
  ms: number;
  outcome: string;
}

/** A part of the input that took long. Shape: `row` is the number of its first row. Units: ms of the thread that processed it. */
export interface SlowChunk {
  row: number;
  rows: number;
  ms: number;
}

/** What took longest, the longest first: requests of a remote service, parts of the input of a local one. */
export interface SlowFacts {
  requests?: SlowRequest[];
  chunks?: SlowChunk[];
}

/**
 * What one process did for a run: a line of `activity.ndjson` in its folder.
 *
 * Shape: `rows` and `requests` count what was done in each interval of `intervalSeconds`, the last one may be shorter. A process that was killed has no line.
 */
export interface ActivitySession {
  startedAt: string;
  seconds: number;
  intervalSeconds: number;
  rows: number[];
  requests: number[];
  service?: RequestFacts;
  slowest?: SlowFacts;
  /** What a sample of the input named beside what was matched; a text in files of versions before 0.2. */
  sample?: Message | string;
  /** What was run; not in the report, which may be passed on. */
  command?: RunCommand;
}

/** The command of a run, as far as its rows depend on it. Shape: the input and a job file as absolute paths, a job of Geomill by its name. */
export interface RunCommand {
  job: string;
  sets: readonly string[];
  /** Absent for a stream. */
  input?: string;
}
