import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openAdminDataset } from '../../gazetteer/units/open-admin-dataset.ts';
import type { UnitEdge, UnitHistory } from '../../gazetteer/units/unit-history.ts';
import { createUnitPeriods } from '../../gazetteer/units/unit-periods.ts';
import { unitLine } from './unit-line.ts';

const STARTER = fileURLToPath(new URL('../../../../fixtures/starter', import.meta.url));

it('the line of a unit has the edges at both of its ends', async () => {
  const history = (await openAdminDataset(STARTER)).history as UnitHistory;
  const periods = createUnitPeriods(history);
  const hasEdge = (line: ReturnType<typeof unitLine>, { from, to, effective }: UnitEdge): boolean =>
    line.some(
      ({ code, became }) =>
        code === from.code && became.some((step) => step.to_code === to.code && step.effective === effective),
    );
  const wrong = history.edges
    .filter((_, at) => at % 50 === 7)
    .filter((edge) => ![edge.from, edge.to].every((unit) => hasEdge(unitLine(history, periods, unit), edge)));
  expect(wrong.map(({ from, to, effective }) => `${from.code} -> ${to.code} ${effective}`)).toEqual([]);
});
