import { afterAll, describe, expect, it } from 'vitest';
import { ofTheDay } from '../support/of-the-day.ts';
import { usualFaults } from './bounds.ts';
import { testCosts } from './cost-suite.ts';
import { NO_COSTS, slowness } from './process-cost.ts';
import { findDearest } from './search.ts';
import { SEARCH_TARGETS } from './search-targets.ts';
import { openSubject } from './subject.ts';
import { COST_ROWS } from './table.ts';

testCosts(COST_ROWS);

/** Another one every day; that of a failure finds it again: `npx tsx test/cost/search.ts --target NAME --seed SEED`. */
const SEED = Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''));
const TRIES = 30;
const KILL_AFTER_CPU_MS = 10_000;

describe.skipIf(NO_COSTS)(`inputs that are searched with the seed ${SEED}`, () => {
  const subject = openSubject(KILL_AFTER_CPU_MS);
  afterAll(() => subject.close());

  it.each(ofTheDay(SEARCH_TARGETS, 3).map((target) => [target.name, target] as const))(
    '%s: none costs more than its length warrants',
    async (_, target) => {
      const { text, cost } = await findDearest(subject, target, { seed: SEED, tries: TRIES });
      // A machine under load makes every input dear: one that is, is dear again.
      const again =
        usualFaults(cost, slowness()).length === 0 ? cost : await subject.costOf(await target.read(text));
      expect(usualFaults(again, slowness()), JSON.stringify(text)).toEqual([]);
    },
  );
});
