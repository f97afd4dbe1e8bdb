import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isGeomillError } from '../../src/base/errors/geomill-error.ts';
import { drawWorkbook } from '../../tools/workbooks/draw-workbook.ts';
import { WORKBOOKS } from '../../tools/workbooks/workbooks.ts';
import { readInput } from '../support/formats.ts';
import { inEnglish } from '../support/in-english.ts';

const FOLDER = 'fixtures/workbooks';

describe('workbooks that people send each other', () => {
  it('are those that the script draws, 30 or more', async () => {
    const files = (await readdir(FOLDER)).sort();
    expect(files).toEqual(WORKBOOKS.map(({ name }) => `${name}.xlsx`).sort());
    expect(files.length).toBeGreaterThanOrEqual(30);
  });

  it.each(WORKBOOKS)('$name', async ({ name, sheets, dialect, stated, expected }) => {
    const bytes = await readFile(join(FOLDER, `${name}.xlsx`));
    const read = await readInput(bytes, `${name}.xlsx`, stated).catch((error: unknown) => error as Error);
    if ('refused' in expected) {
      expect(isGeomillError(read, 'INPUT_BAD')).toBe(true);
      expect((read as Error).message).toMatch(expected.refused);
      return;
    }
    if (read instanceof Error) throw read;
    const { layout, good, bad } = read;
    expect(bad).toEqual([]);
    expect(layout.columns).toEqual(expected.columns);
    expect(good.map(({ cells }) => layout.columns.map((_, at) => cells[at]))).toEqual(expected.rows);
    for (const says of expected.says ?? []) expect(inEnglish(layout.findings).join('\n')).toMatch(says);
    const drawn = await readInput(await drawWorkbook(sheets, dialect), `${name}.xlsx`, stated);
    expect(drawn.data.equals(read.data)).toBe(true);
  });
});
