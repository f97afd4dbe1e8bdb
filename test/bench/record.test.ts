import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFigures, recordTable } from './record.ts';

const folder = mkdtempSync(join(tmpdir(), 'geomill-figures-'));

it('records a table by its name, in place of the one before, a line a row', () => {
  const file = join(folder, 'figures.json');
  const table = {
    title: 'speed',
    columns: ['', 'rows/s'],
    rows: [
      ['geocode', '1'],
      ['reverse "x"', '2'],
    ],
  };
  recordTable(file, 'other', 'make bench', { ...table, rows: [['forcode', '3']] });
  recordTable(file, 'files', 'make bench', { ...table, rows: [] });
  recordTable(file, 'files', 'make bench ARGS="files"', table);
  const { other, files } = readFigures(file);
  expect(other?.rows).toEqual([['forcode', '3']]);
  expect(files).toMatchObject({ ...table, command: 'make bench ARGS="files"' });
  expect(files?.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(readFileSync(file, 'utf8')).toContain('\n      ["geocode","1"],\n      ["reverse \\"x\\"","2"]\n');
  rmSync(folder, { recursive: true });
});

it('has every measurement that the documents show', () => {
  expect(Object.keys(readFigures('docs/figures.json')).sort()).toEqual(
    ['benchmark', 'convert', 'files', 'former-wards', 'labelled', 'server'].sort(),
  );
});
