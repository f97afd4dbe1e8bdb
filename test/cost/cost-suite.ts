import { afterAll, describe, expect, it } from 'vitest';
import { shown, usualFaults } from './bounds.ts';
import { NO_COSTS, slowness } from './process-cost.ts';
import { openSubject, type Measured } from './subject.ts';
import { USUAL_BOUNDS, type CostRow } from './table.ts';

/** Times that a row is measured until it is within its bounds: other processes disturb caches, and garbage is collected now and then. */
const TRIES = 3;
/** A net only: a machine under load gives a process little of its time. */
const TIMEOUT_MS = 900_000;
const KILL_AFTER_CPU_MS = 10_000;
/** Of an input four times as large; 4 for work that is proportional, 16 for squares. */
const MOST_GROWTH = 8;
/** What may come in between, at any size; ms. */
const NOISE_MS = 250;

/** Tests rows of the table. */
export function testCosts(rows: readonly CostRow[]): void {
  const why = NO_COSTS === undefined ? '' : ` (skipped: ${NO_COSTS})`;
  describe.skipIf(NO_COSTS)(`the cost of${why}`, () => {
    const subject = openSubject(KILL_AFTER_CPU_MS);
    afterAll(() => subject.close());

    it.each(rows.map((row) => [row.target, row.name, row] as const))(
      '%s, %s: grows with its size',
      async (_target, _name, row) => {
        let faults: string[] = [];
        for (let round = 0; round < TRIES; round += 1) {
          const small = await subject.costOf(await row.input(row.size));
          const large = await subject.costOf(await row.input(4 * row.size));
          faults = faultsOf(row, small, large, slowness());
          if (faults.length === 0 || small.cpuMs + large.cpuMs === Infinity) break;
        }
        expect(faults).toEqual([]);
      },
      TIMEOUT_MS,
    );
  });
}

/** Returns what is too much about the costs of a row, at two sizes. */
function faultsOf(row: CostRow, small: Measured, large: Measured, slower: number): string[] {
  const bounds = { ...USUAL_BOUNDS, ...row };
  const faults = [...usualFaults(small, slower, bounds), ...usualFaults(large, slower, bounds)];
  if (large.cpuMs > MOST_GROWTH * small.cpuMs + NOISE_MS * slower)
    faults.push(`grows faster than its size: ${shown(small)}; four times the size: ${shown(large)}`);
  return faults;
}
