import { mkdtempSync, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminDataset } from '../../../src/engine/gazetteer/units/units.ts';
import { openAdminDataset } from '../../../src/engine/gazetteer/units/open-admin-dataset.ts';
import { hasDiacritics } from '../../../src/base/text/diacritics.ts';
import { createRandom } from '../../bench/random.ts';
import { readLabelledTexts } from '../labelled/labelled-text.ts';
import { createConsistentWards } from './consistent-wards.ts';
import { FORM_CLASSES } from './form-classes.ts';
import { writeFormsCsv } from './forms-csv.ts';
import { generateForms, type GeneratedForm } from './generate-forms.ts';
import { readStreets } from './streets.ts';
import { listUnitRows, type UnitRow } from './unit-rows.ts';

/** What each text of a class shows. Classes that are told by their units only are checked against the tables below. */
const SHOWS: Readonly<Record<string, RegExp>> = {
  'new units': /, (Phường|Xã|Đặc khu) [^,]+, [^,]+$/u,
  'former units': /, (Phường|Xã|Thị trấn) [^,]+, (Quận|Huyện|Thị xã|Thành phố) [^,]+, [^,]+$/u,
  alley: /^(\d+\/\d+|(Số )?\d+,? (ngõ|ngách|Ng\.|hẻm|Ngõ)|Kiệt|K\d+\/|Ngõ)/u,
  'numbered street': /^\d+ ((Đường|đường|Đ\.)( [Ss]ố)? \d+|TL\d|Tỉnh lộ|QL\d|Quốc lộ|ĐT\d|Hương lộ|[DN]\d)/u,
  'block and lot': /Lô |lô |Liền Kề|LK|BT\d|Thửa/u,
  hamlet: /ấp|Ấp|Thôn|[Xx]óm|Tổ|KP|khu phố|Bản|Khóm/u,
  'building and floor': /^(Căn hộ|P\.\d|Tầng|Lầu|Phòng|\d+ (CT|A|B|S|Block ))/u,
  'no province': /^[^,]+, [^,]+(, [^,]+)?$/u,
  'province twice': /, (Thành phố|Tỉnh) [^,]+, [^,]+(, Việt Nam)?$/u,
  'glued words': /\S,\S|(Phường|Xã|trấn|khu|Quận|Huyện|phố|xã|Tỉnh|P|X|TT|Q|H|TX|TP|T)\.?(?! )[\p{Lu}\d]/u,
  'no commas': /^[^,]+$/u,
  telex: /[a-z][fsrxjw]\b|ww|dd|Dd|aa|ee|oo|[a-z]w|^[\p{ASCII}]+/u,
  'reversed order': /, (Số )?\d+[^,]*$/u,
  'code or phone': /\+|09\d{8}|\d{5}|DH\d/u,
  'name in front': /^(Công ty|Cty|Cửa hàng|Nhà thuốc|Chị|Người nhận|\p{Lu}\p{L}+ ?\p{Lu}?)/u,
};

const streets = readStreets('no such file');
let admin: AdminDataset;
let rows: UnitRow[];
let forms: GeneratedForm[];

beforeAll(async () => {
  admin = await openAdminDataset(fileURLToPath(new URL('../../../fixtures/starter', import.meta.url)));
  rows = listUnitRows(admin);
  forms = generate(2100, 1);
});

function generate(texts: number, seed: number): GeneratedForm[] {
  return [...generateForms({ rows, streets, texts, seed })];
}

describe('generated forms', () => {
  it('are of 21 classes in turn', () => {
    const names = FORM_CLASSES.map(({ name }) => name);
    expect(new Set(names).size).toBe(21);
    expect(forms.map(({ group }) => group)).toEqual(forms.map(({ id }) => names[id % 21]));
  });

  it('are the same for the same seed, whatever their number, and others for another', () => {
    expect(generate(210, 1)).toEqual(forms.slice(0, 210));
    const other = generate(210, 2);
    const same = other.filter(({ text }, at) => text === forms[at]?.text);
    expect(same).toEqual([]);
  });

  it('of one class are the same as among all classes', () => {
    const only = [...generateForms({ rows, streets, texts: 2100, seed: 1, group: 'hamlet' })];
    expect(only).toEqual(forms.filter(({ group }) => group === 'hamlet'));
  });

  it.each(Object.entries(SHOWS))('of the class "%s" show it', (name, shown) => {
    const texts = forms.filter(({ group }) => group === name).map(({ text }) => text);
    expect(texts).toHaveLength(100);
    expect(texts.filter((text) => !shown.test(text))).toEqual([]);
  });

  it('without diacritics have none', () => {
    const texts = forms.filter(({ group }) => group === 'no diacritics').map(({ text }) => text);
    expect(texts.filter(hasDiacritics)).toEqual([]);
  });

  it('are labelled with the ward that they were written for, whatever the class', () => {
    const rows = listUnitRows(admin);
    const consistentWards = createConsistentWards(rows);
    const random = createRandom(7);
    const unlabelled: string[] = [];
    for (const form of FORM_CLASSES) {
      const accepted = rows.filter((row) => form.accepts(row));
      expect(accepted.length, form.name).toBeGreaterThan(1000);
      for (let at = 0; at < accepted.length; at += 97) {
        const row = accepted[at] as (typeof accepted)[number];
        const { text, statement } = form.write({ row, streets: streets.streetsOf(row), random });
        const labels = new Set(consistentWards(statement));
        if (row.wards.some((code) => !labels.has(code))) unlabelled.push(text);
      }
    }
    expect(unlabelled).toEqual([]);
  });

  it('are decidable exactly if one ward is consistent', () => {
    expect(forms.filter(({ decidable, wards }) => decidable !== (wards.length === 1))).toEqual([]);
    expect(forms.filter(({ wards }) => wards.length === 0)).toEqual([]);
    const share = forms.filter(({ decidable }) => decidable).length / forms.length;
    expect(share).toBeGreaterThan(0.85);
    expect(share).toBeLessThan(0.99);
  });

  it('are written for a ward that they are consistent with, any successor of a divided one', () => {
    expect(forms.filter(({ wards, writtenFor }) => !wards.includes(writtenFor))).toEqual([]);
    // Few of them are about a divided ward.
    const former = generate(12_600, 1).filter(
      ({ group, decidable }) => group === 'former units' && !decidable,
    );
    expect(new Set(former.map(({ wards, writtenFor }) => wards.indexOf(writtenFor))).size).toBeGreaterThan(1);
  });

  it('are written as CSV that the scorer reads', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forms-'));
    afterAll(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'forms.csv');
    const out = createWriteStream(file);
    await writeFormsCsv(forms, out);
    out.end();
    await finished(out);
    const read = readLabelledTexts(file);
    expect(read.map(({ text, group, decidable, wards }) => ({ text, group, decidable, wards }))).toEqual(
      forms.map(({ text, group, decidable, wards }) => ({ text, group, decidable, wards })),
    );
  });
});
