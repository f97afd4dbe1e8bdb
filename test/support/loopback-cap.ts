/**
 * Limits the requests of a second.
 *
 * Shape: `window` counts in whole seconds of the clock, `first` in seconds that begin with a request, `sliding` in the last second,
 * `bucket` fills at the rate and holds one second's worth. `retryAfter` says what a refusal tells.
 */
export interface CapOptions {
  perSecond: number;
  kind: 'window' | 'first' | 'sliding' | 'bucket';
  retryAfter?: 'seconds' | 'date';
}

/** Builds a cap: returns the headers of a refusal, or undefined when the request may pass. */
export function createCap({ perSecond, kind, retryAfter }: CapOptions) {
  const allows = { window: countInWindow, first: countFromFirst, sliding: countSliding, bucket: fillBucket }[
    kind
  ](perSecond);
  return (atMs: number): Record<string, string> | undefined => {
    if (allows(atMs)) return undefined;
    if (retryAfter === 'seconds') return { 'retry-after': '1' };
    if (retryAfter === 'date')
      return { 'retry-after': new Date(Math.ceil(atMs / 1000) * 1000 + 1000).toUTCString() };
    return {};
  };
}

function countInWindow(perSecond: number) {
  let second = 0;
  let count = 0;
  return (atMs: number) => {
    const now = Math.floor(atMs / 1000);
    if (now !== second) [second, count] = [now, 0];
    return ++count <= perSecond;
  };
}

function countFromFirst(perSecond: number) {
  let startMs = -Infinity;
  let count = 0;
  return (atMs: number) => {
    if (atMs - startMs >= 1000) [startMs, count] = [atMs, 0];
    return ++count <= perSecond;
  };
}

function countSliding(perSecond: number) {
  const passed: number[] = [];
  return (atMs: number) => {
    while ((passed[0] ?? Infinity) <= atMs - 1000) passed.shift();
    return passed.length < perSecond && passed.push(atMs) > 0;
  };
}

function fillBucket(perSecond: number) {
  let tokens = perSecond;
  let filledMs = 0;
  return (atMs: number) => {
    if (filledMs > 0) tokens = Math.min(perSecond, tokens + ((atMs - filledMs) / 1000) * perSecond);
    filledMs = atMs;
    return tokens >= 1 && (tokens -= 1) >= 0;
  };
}
