import type { Expectation } from '../run/pipeline/expectations.ts';

/** The exit code of a run that has more rejected rows or errors than allowed, or less than its job expects. */
export const EXIT_TOO_MANY_FAULTS = 3;

/** Returns a sentence for each figure of a run that is not what its job expects. */
export function unmetText(expectations: readonly Expectation[]): string[] {
  return expectations.flatMap(({ name, expected, found, isMet }) =>
    isMet
      ? []
      : [
          `the job expects ${name} ${expected}, and it is ${found === null ? 'unknown: no row has it' : Math.round(found * 10_000) / 10_000}`,
        ],
  );
}
