// Workbooks that openpyxl and LibreOffice made, filled in place and opened by LibreOffice again. Needs Debian's libreoffice-calc and python3-openpyxl.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import readExcelFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDED, fillAndCompare } from '../support/filled-workbook.ts';

const OFFICE = '/usr/bin/soffice';
const PYTHON = '/usr/bin/python3';
const isHere = existsSync(OFFICE) && spawnSync(PYTHON, ['-c', 'import openpyxl']).status === 0;
const NAMES = ['plain', 'titled', 'filtered', 'calculated', 'tabled'];

describe.skipIf(!isHere)('workbooks of other programs (need libreoffice-calc and python3-openpyxl)', () => {
  let folder: string;
  const inside = (...names: string[]) => join(folder, ...names);
  /** Opens workbooks in LibreOffice and saves them again. */
  function resave(from: string[], to: string): void {
    const profile = `-env:UserInstallation=file://${inside('profile')}`;
    execFileSync(OFFICE, [profile, '--headless', '--convert-to', 'xlsx', '--outdir', to, ...from], {
      stdio: 'ignore',
      timeout: 300_000,
    });
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geomill-programs-'));
    await mkdir(inside('openpyxl'));
    execFileSync(PYTHON, ['test/support/make-workbooks.py', inside('openpyxl')]);
    resave(
      NAMES.map((name) => inside('openpyxl', `${name}.xlsx`)),
      inside('libreoffice'),
    );
  }, 400_000);
  afterAll(() => rm(folder, { recursive: true }));

  it('are filled in place, and show in LibreOffice what they showed, with the results', async () => {
    await mkdir(inside('filled'));
    const filled: { from: string; name: string }[] = [];
    for (const from of ['openpyxl', 'libreoffice'])
      for (const name of NAMES) {
        const bytes = await fillAndCompare(await readFile(inside(from, `${name}.xlsx`)));
        expect([from, name, bytes === undefined]).toEqual([from, name, false]);
        await writeFile(inside('filled', `${from}-${name}.xlsx`), bytes as Buffer);
        filled.push({ from, name });
      }
    resave(
      filled.map(({ from, name }) => inside('filled', `${from}-${name}.xlsx`)),
      inside('opened'),
    );
    expect(await readdir(inside('opened'))).toHaveLength(10);
    for (const { from, name } of filled) {
      // What LibreOffice shows of the workbook before: openpyxl writes no values of formulas.
      const before = await readExcelFile(inside('libreoffice', `${name}.xlsx`));
      const after = await readExcelFile(inside('opened', `${from}-${name}.xlsx`));
      expect(after.map(({ sheet }) => sheet)).toEqual(before.map(({ sheet }) => sheet));
      before.forEach(({ data }, at) => {
        const width = data[0]?.length ?? 0;
        expect(after[at]?.data.map((row) => row.slice(0, width))).toEqual(data);
      });
      const head = after[0]?.data.find((row) => row.includes('Địa chỉ'));
      expect(head?.slice(-ADDED.length)).toEqual(ADDED.map((column) => column.name));
    }
  }, 400_000);
});
