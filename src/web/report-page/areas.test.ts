import { expect, it } from 'vitest';
import { USES } from '../../contract/uses.ts';
import { areaValues } from './areas.ts';
import type { KindRows, RowNames } from './row-view.ts';

const useNumber = (use: (typeof USES)[number]) => 1 + USES.indexOf(use);

it('counts rows of an area to decide, without a match or failed, whatever their confidence', () => {
  // All are drawn as sure: what counts is the account of the engine.
  const use = ['ward', 'to_decide', 'not_found', 'error', 'house_or_street', 'skipped'] as const;
  const rows = {
    area: Uint16Array.from([1, 1, 1, 2, 2, 2]),
    use: Uint8Array.from(use.map(useNumber)),
    kinds: new Uint8Array(6),
  } as unknown as KindRows;
  const names = {
    areas: [
      ['00070', '01'],
      ['26740', '79'],
    ],
    coverage: ['ward', 'street'],
  } as unknown as RowNames;
  const view = Uint32Array.from([0, 1, 2, 3, 4, 5]);
  expect([...areaValues(rows, view, names, 'ward')]).toEqual([
    ['00070', { rows: 3, doubt: 2, street: 3, doorstep: 3 }],
    ['26740', { rows: 3, doubt: 1, street: 0, doorstep: 3 }],
  ]);
});
