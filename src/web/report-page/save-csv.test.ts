import { expect, it } from 'vitest';
import type { ReportFacts } from '../../report/data/report-facts.ts';
import type { PageRows } from './page-data.ts';
import type { TextStore } from './row-texts.ts';
import { csvOf } from './save-csv.ts';

function savedName(name: string): string {
  const rows = {
    number: [1],
    ...{ status: [0], reason: [0], level: [1], confidence: [950] },
    ...{ verdict: [0], area: [0], position: [0], lat: [0], lon: [0] },
  };
  const text = csvOf(
    { textColumns: ['name'], reasons: [], levels: ['house'], areas: [] } as unknown as ReportFacts,
    rows as unknown as PageRows,
    { get: () => ({ input: [name], match: '' }) } as unknown as TextStore,
    Uint32Array.of(0),
  );
  return text.slice(text.indexOf('\r\n1,') + 4, text.indexOf(',ok,'));
}

it('disarms what becomes a cell of its own where semicolons, tabs or line ends separate', () => {
  expect(savedName(';=1+1')).toBe(";'=1+1");
  expect(savedName('a;"=1+1"')).toBe('"a;""\'=1+1"""');
  expect(savedName('a\n=1+1\t@x')).toBe('"a\n\'=1+1\t\'@x"');
  expect(savedName('1+1=2; a-b')).toBe('1+1=2; a-b');
});

it('saves chosen rows so that a spreadsheet runs no cell of the input', () => {
  const facts = { textColumns: ['name'], reasons: [], levels: ['house'], areas: [['00004', '01']] };
  const rows = {
    number: [1, 2],
    ...{ status: [0, 0], reason: [0, 0], level: [1, 1], confidence: [950, 950] },
    ...{ verdict: [0, 0], area: [1, 1], position: [0, 1], lat: [0, -10.5], lon: [0, 106.25] },
  };
  const store = { get: (row: number) => ({ input: [row === 0 ? 'left out' : '=1+1, "x"'], match: '@here' }) };
  const text = csvOf(
    facts as unknown as ReportFacts,
    rows as unknown as PageRows,
    store as unknown as TextStore,
    Uint32Array.of(1),
  );
  expect(text.split('\r\n')).toEqual([
    '\ufeffrow,name,status,reason,match,level,confidence,verdict,ward_code,province_code,lat,lon',
    `2,"'=1+1, ""x""",ok,,'@here,house,0.95,,"=""00004""","=""01""",-10.50000,106.25000`,
    '',
  ]);
});
