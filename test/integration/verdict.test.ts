import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createEngine } from '../../src/engine/geocoder/engine.ts';
import { loadDataset } from '../../src/engine/gazetteer/load-dataset.ts';
import { openDataset } from '../../src/engine/gazetteer/open-dataset.ts';
import { readVerdictRules, rowVerdict, type VerdictRules } from '../../src/run/stages/verdict.ts';

const starter = fileURLToPath(new URL('../../fixtures/starter', import.meta.url));
const engine = createEngine(openDataset(await loadDataset(starter)));
const first = (text: string) => engine.forward(text, { size: 1, units: 'new' })[0]?.extension;

it.each([
  [
    'Phường Bến Thành, Quận 1, TP Hồ Chí Minh',
    { ward: 'confirmed', district: 'confirmed', province: 'confirmed' },
  ],
  ['Phường Bến Thành, Quận 3, TP Hồ Chí Minh', { district: 'contradicted' }],
  ['Phường Bến Thành, Quận 1, Hà Nội', { province: 'contradicted' }],
  ['Phường Bến Thạhn, Quận 1, TP Hồ Chí Minh', { ward: 'corrected' }],
  ['Xã Tam Quan NNam, Thị xã Hoài Nhơn, Tỉnh Bình Định', { ward: 'unused' }],
  // Typed in Telex: "Tâm Trà" is not written so.
  ['Xã Taam Trà, Huyện Núi Thành, Tỉnh Quảng Nam', { ward: 'corrected' }],
  // The name of another ward of the province is no misspelling.
  ['Xã Tân Lập, Huyện Cần Giuộc, Tỉnh Long An', { ward: 'contradicted', district: 'confirmed' }],
  // Bắc Ninh is a city and a former city: the text names two provinces.
  ['Phường Kim Chân, Thành phố Bắc Ninh, Tỉnh Phú Thọ', { ward: 'confirmed', province: 'contradicted' }],
  ['Phường Kim Chân, Thành phố Bắc Ninh, Tỉnh Bắc Ninh', { ward: 'confirmed', province: 'confirmed' }],
  ['Phường Bến Thành Quận 1 TP Hồ Chí Minh', { ward: 'confirmed', district: 'confirmed' }],
  ['Phường Bến Thành, Quận 1', { province: 'completed' }],
  ['Phường Xyzabc, Quận 1, TP Hồ Chí Minh', { ward: 'unknown', district: 'confirmed' }],
  ['Quận 1, TP Hồ Chí Minh', { house: 'missing', street: 'missing', ward: 'missing' }],
  ['Phường Bến Thành, TP Hồ Chí Minh 71009', { ward: 'confirmed', postal_code: 'confirmed' }],
  ['Phường Bến Thành, TP Hồ Chí Minh 71016', { ward: 'confirmed', postal_code: 'contradicted' }],
  ['Phường Bến Thành, TP Hồ Chí Minh 700000', { ward: 'confirmed', postal_code: 'unknown' }],
  ['Phường Bến Thành, TP Hồ Chí Minh', { postal_code: 'completed' }],
  ['Quận 1, TP Hồ Chí Minh', { postal_code: 'missing' }],
])('%s: the parts have their verdicts', (text, parts) => {
  expect(first(text)?.parts).toMatchObject(parts);
});

it.each([
  ['Phường 1', 'several_provinces'],
  ['Phường 1, TP Hồ Chí Minh', 'several_records'],
  ['Tân Định, TP Hồ Chí Minh', 'old_or_new'],
  ['Phường Bến Thành, TP Hồ Chí Minh', undefined],
  ['phường Mường Thanh, thành phố Điện Biên Phủ, tỉnh Điện Biên', undefined],
])('%s: ambiguity is %s', (text, ambiguity) => {
  expect(first(text)?.ambiguity).toBe(ambiguity);
});

it('accepts no house whose street is not in the dataset, unless its ward is enough', () => {
  const verdict = (text: string, option: unknown) => {
    const { parts, level = 'province', confidence = 0, ambiguity } = first(text) ?? {};
    const rules = readVerdictRules(option) as VerdictRules;
    return rowVerdict({ parts, level, confidence, isAmbiguous: ambiguity !== undefined }, rules);
  };
  const house = '12 Nguyễn Quýt Xoài, Phường Bến Thành, TP Hồ Chí Minh';
  expect(verdict(house, true)).toBe('check');
  expect(verdict(house, { least_level: 'ward' })).toBe('accept');
  expect(verdict('Phường Bến Thành, Quận 1, TP Hồ Chí Minh', true)).toBe('accept');
  expect(verdict('Phường Bến Thạhn, Quận 1, TP Hồ Chí Minh', { corrected: 'check' })).toBe('check');
  expect(verdict('Phường Bến Thành, Quận 3, TP Hồ Chí Minh', { contradicted: 'reject' })).toBe('reject');
});
