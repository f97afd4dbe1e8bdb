/** Requests to a remote service in one process of a run. */
export interface RequestFacts {
  requests: number;
  cacheHits: number;
  shared: number;
  retries: number;
  throttledPauses: number;
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
}
