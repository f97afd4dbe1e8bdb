import type { LoggedRequest } from '../support/loopback-service.ts';

/** Returns the highest number of requests in any second that begins with a request at or after a time. Units: milliseconds. */
export function mostInASecond(log: readonly Pick<LoggedRequest, 'atMs'>[], fromMs = -Infinity): number {
  const times = log.map(({ atMs }) => atMs).filter((atMs) => atMs >= fromMs);
  let first = 0;
  let most = 0;
  for (const [at, atMs] of times.entries()) {
    while (atMs - (times[first] as number) >= 1000) first += 1;
    most = Math.max(most, at - first + 1);
  }
  return most;
}
