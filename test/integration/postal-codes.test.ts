import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadDataset } from '../../src/engine/gazetteer/load-dataset.ts';
import { openDataset } from '../../src/engine/gazetteer/open-dataset.ts';
import { createEngine } from '../../src/engine/geocoder/engine.ts';

const starter = fileURLToPath(new URL('../../fixtures/starter', import.meta.url));
const dataset = openDataset(await loadDataset(starter));
const engine = createEngine(dataset);
const first = (text: string) => engine.forward(text, { size: 1, units: 'new' })[0];

describe('a postal code', () => {
  it.each([
    ['P. Bến Thành 71009', 'Phường Bến Thành, Thành phố Hồ Chí Minh', '71009'],
    ['71016', 'Phường Sài Gòn, Thành phố Hồ Chí Minh', '71016'],
    ['71016, Việt Nam', 'Phường Sài Gòn, Thành phố Hồ Chí Minh', '71016'],
    ['Quận 1, 71009', 'Phường Bến Thành, Thành phố Hồ Chí Minh', '71009'],
    // Of all streets of that name, the one in the ward of the code.
    ['Lê Lợi 71009', 'Lê Lợi, Phường Bến Thành, Thành phố Hồ Chí Minh', '71009'],
    // A code never leads to another ward than the one that the text names.
    ['Phường Hàng Bạc, Hà Nội 71009', 'Phường Hoàn Kiếm, Thành phố Hà Nội', '11024'],
    ['Phường Bến Nghé, Quận 1, TP HCM 71009', 'Phường Sài Gòn, Thành phố Hồ Chí Minh', '71016'],
  ])('%s is %s', (text, label, postalCode) => {
    expect(first(text)).toMatchObject({ label, postalCode });
    expect(first(text)?.extension.ambiguity).toBeUndefined();
  });

  it('decides a divided ward, of which the text says no more', () => {
    const { formerWards, wards, codes } = dataset.admin;
    const divided = formerWards.filter(
      (ward) => ward.code !== '' && ward.wards.length > 1 && ward.extents?.every((each) => each === 'part'),
    );
    const some = divided.filter((_, at) => at % 20 === 0);
    expect(some.length).toBeGreaterThan(5);
    let checked = 0;
    for (const { fullName, district, province, wards: successors } of some) {
      const line = [fullName, district, province].join(', ');
      if (first(line)?.extension.ambiguity !== 'divided_ward') continue;
      checked += 1;
      for (const successor of successors) {
        const code = wards[successor]?.code ?? '';
        const found = first(`${line} ${codes?.postalCodeOf(code) ?? ''}`)?.extension;
        expect([line, found?.new.ward_code, found?.ambiguity]).toEqual([line, code, undefined]);
      }
    }
    expect(checked).toBeGreaterThan(5);
  });

  it('alone is no certain address', () => {
    expect(first('71016')?.extension.confidence).toBeLessThan(0.9);
    expect(first('12345')).toBeUndefined();
  });

  it('is that of the ward in force, for houses as for units', () => {
    expect(first('12 Lê Lợi, Bến Nghé, Quận 1')?.postalCode).toBe('71016');
    expect(first('Quận 1, TP HCM')?.postalCode).toBe('');
  });
});

describe('codes of former units', () => {
  it('are those of the official table, for wards with and without a code of their own', () => {
    expect(first('Phường Bến Nghé, Quận 1, TP HCM')?.extension.old).toMatchObject({
      ...{ ward_code: '26740', district_code: '760', province_code: '79' },
    });
    // Merged away before 2025; its district was still there.
    expect(first('Phường 13, Quận Gò Vấp, TP HCM')?.extension.old).toMatchObject({
      ...{ ward_code: null, district_code: '764', province_code: '79' },
    });
    expect(first('Thị trấn Ba Chẽ, Huyện Ba Chẽ, Quảng Ninh')?.extension).toMatchObject({
      old: { ward_code: '06970', district_code: '202', province_code: '22' },
      new: { ward_code: '06970', district_code: null },
    });
  });

  it('are known for every former ward of the dataset, in the spelling of the source', () => {
    const { formerWards, codes, history } = dataset.admin;
    for (const { province, district, code } of formerWards) {
      const found = codes?.formerCodes(province, district);
      expect(found?.districtCode, `${district}, ${province}`).toMatch(/^\d{3}$/);
      const ward = code === '' ? undefined : history?.unitOf('ward', code, '2025-06-30');
      if (ward !== undefined) expect([code, found?.districtCode]).toEqual([code, ward.parent]);
    }
  });
});
