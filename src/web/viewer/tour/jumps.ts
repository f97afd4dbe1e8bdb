/** The jumps of a viewer, of which the one that was asked for last decides what is shown. */
export interface Jumps {
  /** The jump that was asked for last; undefined before the first one. Shape: see {@link Jumps.begin}. */
  readonly last: Promise<boolean> | undefined;
  /**
   * Begins a jump, which asks `isLast` after everything it waited for.
   *
   * Shape: resolves to whether the jump showed its picture; false if another one was asked for meanwhile, also if it failed.
   * Errors: those of the last jump.
   */
  begin(jump: (isLast: () => boolean) => Promise<boolean>): Promise<boolean>;
  /** Waits until no jump is under way. Shape: resolves to whether the last one showed its picture. */
  settled(): Promise<boolean>;
}

/** Creates the order of the jumps of a viewer. Shape: `onFailure` gets the failures of last jumps, with a function that tries the same jump again. */
export function createJumps(onFailure?: (error: unknown, retry: () => void) => void): Jumps {
  let count = 0;
  let last: Promise<boolean> | undefined;
  const jumps: Jumps = {
    get last() {
      return last;
    },
    begin(jump) {
      const number = ++count;
      const isLast = () => number === count;
      last = jump(isLast).catch((error: unknown) => {
        if (!isLast()) return false;
        onFailure?.(error, () => void jumps.begin(jump));
        throw error;
      });
      // Clicks wait for nothing; a failure is shown in the picture and must not end as an unhandled rejection.
      last.catch(() => undefined);
      return last;
    },
    async settled() {
      let isShown = false;
      for (let waited: typeof last; waited !== last;) {
        waited = last;
        isShown = await (waited ?? Promise.resolve(false)).catch(() => false);
      }
      return isShown;
    },
  };
  return jumps;
}
