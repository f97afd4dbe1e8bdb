import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import type { UnitHistory } from '../../src/engine/gazetteer/units/unit-history.ts';
import { addFormerLines } from './former-lines.ts';

const STARTER = fileURLToPath(new URL('../../fixtures/starter', import.meta.url));

it('gives each of two wards whose names differ in diacritics only the lines that it had', async () => {
  const history = (await openAdminDataset(STARTER)).history as UnitHistory;
  const twins = ['20008', '20011'];
  const units = history.units.filter(({ level, code }) => level !== 'ward' || twins.includes(code));
  const rows: Parameters<typeof addFormerLines>[0] = [];
  addFormerLines(rows, { ...history, units }, { wards: [], districts: [] });
  const names = rows.map(({ fullName, district }) => `${fullName}, ${district}`);
  expect(names).toEqual(
    expect.arrayContaining(['Xã Hương Vân, Huyện Hương Trà', 'Xã Hương Văn, Huyện Hương Trà']),
  );
});
