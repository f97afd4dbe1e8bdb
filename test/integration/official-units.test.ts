import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadDataset } from '../../src/engine/gazetteer/load-dataset.ts';
import { openDataset } from '../../src/engine/gazetteer/open-dataset.ts';
import type { UnitHistory } from '../../src/engine/gazetteer/units/unit-history.ts';
import { createEngine } from '../../src/engine/geocoder/engine.ts';

const starter = fileURLToPath(new URL('../../fixtures/starter', import.meta.url));
const dataset = openDataset(await loadDataset(starter));
const engine = createEngine(dataset);
const history = dataset.admin.history as UnitHistory;
const LAST_DAY = '2025-06-30';
const extensionOf = (text: string) => engine.forward(text, { size: 1, units: 'new' })[0]?.extension;

describe('units of the official table', () => {
  it('lead from every former ward, as written in full, to the wards that it became', () => {
    const wrong: string[] = [];
    for (const former of history.unitsOn('ward', LAST_DAY)) {
      const line = history.lineOf(former, LAST_DAY);
      const links = history.successors(former, history.newestDay);
      const found = extensionOf(line);
      const listed = [
        found?.new.ward_code,
        ...(found?.ward_candidates ?? []).map(({ ward_code: code }) => code),
      ];
      const [first, ...others] = links;
      // The table has two wards that went as a whole into two others: nothing is decided there.
      const isByLaw =
        others.length > 0 && first?.isDecided === true && others.every(({ share }) => share === 0);
      const isRight =
        links.every(({ unit }) => listed.includes(unit.code)) &&
        links.some(({ unit }) => unit.code === found?.new.ward_code) &&
        (!isByLaw || (found?.new.ward_code === first?.unit.code && (found?.confidence ?? 0) >= 0.98));
      if (!isRight)
        wrong.push(`${line}: ${listed.join(' ')}, not ${links.map(({ unit }) => unit.code).join(' ')}`);
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  it('lead from every ward in force to itself, with a former ward only if it is its only origin', () => {
    const wrong: string[] = [];
    let single = 0;
    for (const ward of history.unitsOn('ward', history.newestDay)) {
      const line = history.lineOf(ward);
      const origins = history.origins(ward, LAST_DAY).map(({ unit }) => unit.code);
      const found = extensionOf(line);
      const old = found?.old.ward_code ?? undefined;
      if (found?.new.ward_code !== ward.code) wrong.push(`${line}: ${String(found?.new.ward_code)}`);
      if (old !== undefined && (origins.length > 1 || old !== origins[0])) wrong.push(`${line}: was ${old}`);
      if (old !== undefined) single += 1;
    }
    expect(wrong).toEqual([]);
    expect(single).toBeGreaterThan(100);
  }, 60_000);
});

describe('spellings of former units', () => {
  it.each([
    // "Axan" and "Town" look like words typed in Telex: "ản", "tơn".
    ['Xã Axan, Huyện Tây Giang, Tỉnh Quảng Nam', '20443'],
    ['Ba To Town, Ba To District, Quang Ngai Province', '21484'],
    ['Muong Te Town, Muong Te District, Lai Chau Province', '03433'],
    // A name without diacritics in a text with some is spelled so.
    ['Xã Nga Thanh, Huyện Nga Sơn, Tỉnh Thanh Hóa', '16093'],
    ['Xã Nga Thành, Huyện Nga Sơn, Tỉnh Thanh Hóa', '16138'],
    // Not the highway.
    ['xa lo 25, huyen thong nhat, tinh dong nai', '26326'],
    // Without commas "duong" is no street word inside the name of a ward.
    ['phuong thuy duong thi xa huong thuy thanh pho hue', '19969'],
    // The conversion table gives this population to the code of Xã Cổ Bi; item 110 of the resolution to Xã Đặng Xá.
    ['Xã Đặng Xá, Huyện Gia Lâm, Thành phố Hà Nội', '00562'],
  ])('%s is %s', (text, code) => {
    const found = extensionOf(text);
    expect(found?.new.ward_code).toBe(code);
  });

  it('are ambiguous where the population of a ward is divided, or moved away from all of its area', () => {
    const candidatesOf = (text: string): unknown[] | undefined =>
      extensionOf(text)?.ward_candidates?.map(({ ward, reason }) => (reason ? `${ward}, ${reason}` : ward));
    const coBi = 'Xã Cổ Bi, Huyện Gia Lâm, Thành phố Hà Nội';
    expect(extensionOf(coBi)?.ambiguity).toBe('divided_ward');
    expect(candidatesOf(coBi)).toEqual(['Xã Gia Lâm', 'Phường Phúc Lợi', 'Xã Phù Đổng']);
    const kyLoi = 'Xã Kỳ Lợi, Thị xã Kỳ Anh, Tỉnh Hà Tĩnh';
    expect(extensionOf(kyLoi)?.ambiguity).toBe('divided_ward');
    expect(candidatesOf(kyLoi)).toEqual([
      'Phường Sông Trí',
      'Phường Hoành Sơn',
      'Phường Vũng Áng, area only',
    ]);
  });

  it('without diacritics are ambiguous where two wards of a district differ by them', () => {
    expect(extensionOf('xa vinh hung, huyen vinh loc, tinh thanh hoa')?.ambiguity).toBe('several_records');
    expect(extensionOf('5 xa lo ha noi, thu duc')?.level).not.toBe('ward');
  });
});
