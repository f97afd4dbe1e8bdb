import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LIVE_MUTANTS } from '../simulation/live-mutant-list.ts';
import { MUTANTS } from '../simulation/mutants.ts';

// A change of the source that loses a mutant is seen by `make check`, not by the long suite that needs it.
it.each([...MUTANTS, ...LIVE_MUTANTS])(
  'the source still has the text of the mutant: $name',
  ({ file, text, becomes }) => {
    expect(readFileSync(file, 'utf8').split(text)).toHaveLength(2);
    expect(becomes).not.toBe(text);
  },
);
