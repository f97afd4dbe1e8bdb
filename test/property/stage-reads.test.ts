import { describe, expect, it } from 'vitest';
import { watchCells } from '../../src/run/pipeline/update/read-cells.ts';
import { isBatchPlan } from '../../src/run/stages/stage.ts';
import { inEnglish } from '../support/in-english.ts';
import { STAGES } from '../support/stages.ts';
import { GeomillError } from '../../src/base/errors/geomill-error.ts';
import type { GeoService } from '../../src/contract/service.ts';

const COLUMNS = [
  'id',
  'address',
  'lat',
  'lon',
  'origin',
  'destination',
  'forcode',
  'place_id',
  'ward',
  'province',
  'date',
];
const CELLS = [
  '7',
  '1 Lê Lợi',
  '10.77',
  '106.7',
  '10.77,106.7',
  '10.78,106.71',
  'HCM8765',
  'w:1',
  'Phường Bến Thành',
  'Hà Nội',
  '2025-01-01',
];
/** Options with which each kind of stage reads as many columns as it can. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  geocode: { text: '{address}', ward: '{ward}', province: '{province}' },
  autocomplete: { text: '{address}' },
  nearby: { categories: ['atm'] },
  direction: { origin: '{origin}', destination: '{destination}' },
  place: { id: '{place_id}' },
  children: { id: '{place_id}' },
};

/** A service that refuses each request as one of its row. */
const refusing = new Proxy({} as GeoService, {
  get: () => () => Promise.reject(new GeomillError('SERVICE_ERROR', 'refused')),
});

describe('a stage', () => {
  // Stages that process batches are not updated row by row.
  const kinds = Object.values(STAGES).filter(({ outputs = [] }) => outputs.length === 0);
  it.each(kinds.map(({ name }) => name))(
    '%s reads no cell of a row that its questions do not read',
    async (name) => {
      const plan = STAGES[name]!.plan(OPTIONS[name] ?? {}, { columns: COLUMNS, hasPosition: false });
      if ('faults' in plan) throw new Error(inEnglish(plan.faults.map(({ message }) => message)).join());
      if (isBatchPlan(plan)) throw new Error(`${name} processes batches`);
      for (let empty = -1; empty < CELLS.length; empty += 1) {
        const cells = CELLS.map((cell, at) => (at === empty ? '' : cell));
        const [asked, run] = [new Set<number>(), new Set<number>()];
        plan.questions({ cells: watchCells(cells, asked), position: null });
        await Promise.resolve(
          plan.run({ cells: watchCells(cells, run), number: 1, position: null }, refusing, {}),
        ).catch(() => undefined);
        if (empty < 0) expect(asked.size).toBeGreaterThan(0);
        expect([...run].filter((at) => !asked.has(at))).toEqual([]);
      }
    },
  );
});
