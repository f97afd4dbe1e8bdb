/** Failed starts in a row after which a new child is unlikely to start either. */
const MAX_FAILED_STARTS = 3;

/** Limits the number of child processes by the outcome of their starts. */
export interface StartPolicy {
  /** Records that a child is ready. */
  succeeded(): void;
  /** Records that a child ended, or exceeded its deadline, before it was ready. */
  failed(): void;
  /** Number of failed starts since the last successful one. */
  readonly failures: number;
  /** Whether starting children fails repeatedly. */
  readonly isFailing: boolean;
  /** Most children that may exist now: one attempt at a time while starts fail. */
  readonly maxChildren: number;
}

/** Creates the policy for a pool of at most `maxChildren` processes. */
export function createStartPolicy(maxChildren: number): StartPolicy {
  let failures = 0;
  return {
    succeeded() {
      failures = 0;
    },
    failed() {
      failures += 1;
    },
    get failures() {
      return failures;
    },
    get isFailing() {
      return failures >= MAX_FAILED_STARTS;
    },
    get maxChildren() {
      return this.isFailing ? 1 : maxChildren;
    },
  };
}
