import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readUnitHistory } from '../../src/engine/gazetteer/units/unit-history.ts';
import { readAddressTables } from './address-tables.ts';
import { readGazetteer } from './gazetteer.ts';
import { buildLawTables, readLawFacts } from './law.ts';

const LAW = fileURLToPath(new URL('law', import.meta.url));

it('has the units of July 2025, and the later decrees in the order of their days', async () => {
  const facts = await readLawFacts(LAW);
  const history = readUnitHistory(buildLawTables(readGazetteer(readAddressTables()), facts));
  expect(history.newestDay).toBe('2025-07-01');
  expect(history.unitsOn('ward', '2025-06-30')).toHaveLength(10_035);
  expect(facts.laterDecrees.map(({ id, items }) => [id, items.length])).toEqual([
    ['237/NQ-UBTVQH16', 10],
    ['30/2026/QH16', 1],
    ['36/2026/QH16', 1],
    ['388/NQ-UBTVQH16', 12],
    ['39/2026/QH16', 1],
  ]);
});
