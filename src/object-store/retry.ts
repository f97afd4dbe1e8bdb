import { sleep, SYSTEM_CLOCK } from '../base/files/clock.ts';

const ATTEMPTS = 8;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 20_000;

/** Settings of retries; tests replace them. */
export interface RetryOptions {
  pause?: (ms: number) => Promise<unknown>;
  random?: () => number;
}

/**
 * Calls until a call succeeds, fails for good, or was tried 8 times; between calls it waits up to 250 ms, 500 ms ... 16 s, at least half of it.
 *
 * Errors: those of the last call, through `onFailure`.
 */
export async function retry<T>(
  call: () => Promise<T>,
  isTransient: (error: unknown) => boolean,
  onFailure: (error: unknown, attempts: number) => unknown,
  { pause = (ms) => sleep(SYSTEM_CLOCK, ms), random = Math.random }: RetryOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (!isTransient(error) || attempt === ATTEMPTS) throw onFailure(error, attempt);
      const longestMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
      await pause(longestMs * (0.5 + random() / 2));
    }
  }
}
