/** The settings of retries. Units: milliseconds, tokens. */
export const RETRY = {
  attempts: 5,
  baseMs: 50,
  throttledBaseMs: 1000,
  capMs: 20_000,
  budgetTokens: 500,
  retryTokens: 14,
} as const;

/**
 * Returns how long to wait before the next attempt: anything up to a bound that doubles with each failure (full jitter).
 *
 * Units: milliseconds; `failures` is 1 after the first failure.
 */
export function backoffMs(failures: number, random: () => number, baseMs: number = RETRY.baseMs): number {
  return random() * Math.min(RETRY.capMs, baseMs * 2 ** (failures - 1));
}

/**
 * A budget for the retries of the whole run, so that an overloaded service does not get five times as many requests.
 *
 * Shape: a retry takes 14 of 500 tokens; they are returned when the retried request succeeds; every other success returns one.
 */
export interface RetryBudget {
  /** Removes the tokens of one retry; returns false if there are too few. */
  take(): boolean;
  /** Returns tokens after a success with this number of retries. */
  succeeded(retries: number): void;
  readonly tokens: number;
}

/** Builds a full retry budget. */
export function createRetryBudget(): RetryBudget {
  let tokens: number = RETRY.budgetTokens;
  return {
    take() {
      if (tokens < RETRY.retryTokens) return false;
      tokens -= RETRY.retryTokens;
      return true;
    },
    succeeded(retries) {
      tokens = Math.min(RETRY.budgetTokens, tokens + (retries > 0 ? retries * RETRY.retryTokens : 1));
    },
    get tokens() {
      return tokens;
    },
  };
}

/** A longer pause than this is as good as none that ends; the date after it can still be printed. */
const LONGEST_PAUSE_MS = 100 * 365 * 24 * 3_600_000;

/**
 * Reads a Retry-After header: seconds, or an HTTP date, which counts from the `Date` of the response, for the clocks of both sides differ.
 *
 * Units: milliseconds from now, 0 to 100 years; undefined when it is neither.
 */
export function retryAfterMs(
  header: string | undefined,
  responseDate: string | undefined,
  wallMs: number,
): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(LONGEST_PAUSE_MS, Number(text) * 1000);
  const untilMs = dateOf(text);
  if (Number.isNaN(untilMs)) return undefined;
  const sentMs = dateOf(responseDate ?? '');
  return Math.min(LONGEST_PAUSE_MS, Math.max(0, untilMs - (Number.isNaN(sentMs) ? wallMs : sentMs)));
}

const dateOf = (text: string) => (/[a-z]/i.test(text) ? Date.parse(text) : NaN);
