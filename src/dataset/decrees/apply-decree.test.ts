import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isGeomillError } from '../../base/errors/geomill-error.ts';
import { lawDifference, lawDigestOf } from '../../engine/gazetteer/law-digest.ts';
import { openLoadedAdmin, readAdmin } from '../../engine/gazetteer/units/open-admin-dataset.ts';
import { readUnitHistory } from '../../engine/gazetteer/units/unit-history.ts';
import type { AdminDataset } from '../../engine/gazetteer/units/units.ts';
import { readAdminBytes } from '../compile/admin-tables.ts';
import { applyDecree } from './apply-decree.ts';
import type { Boundaries } from './boundaries.ts';
import { readDecree } from './read-decree.ts';

const STARTER = fileURLToPath(new URL('../../../fixtures/starter', import.meta.url));
const admin = await readAdminBytes(STARTER);
const ITEM = '  - code: "07294"\n    from: Phường Bố Hạ\n    to: Phường Cầu Gồ\n    item: 1\n';
const MERGED =
  '  - code: "00070"\n    from: Phường Hoàn Kiếm\n    to: Phường Hồ Gươm\n' +
  '  - code: "00082"\n    from: Phường Cửa Nam\n    into: "00070"\n    to: Phường Hồ Gươm\n';
const MANIFEST = { id: '', edition: '', attribution: [] };
const decreeOf = (items: string, day = '2027-03-01', declared = '') =>
  readDecree(`decree: 999/NQ-UBTVQH16\neffective: ${day}\n${declared}items:\n${items}`, 'new.yaml');
/** Two wards become a new one, and a part of a third another. */
const CREATED =
  '  - code: "00070"\n    from: Phường Hoàn Kiếm\n    into: "99000"\n    to: Phường Hồ Gươm\n' +
  '  - code: "00082"\n    from: Phường Cửa Nam\n    into: "99000"\n    to: Phường Hồ Gươm\n' +
  '  - code: "07306"\n    from: Xã Nhã Nam\n    to: Xã Nhã Nam\n    share: 0.7\n' +
  '  - code: "07306"\n    from: Xã Nhã Nam\n    into: "99007"\n    to: Xã Đồng Tâm\n    share: 0.3\n    boundary: part.geojson\n';
const CORNER = openLoadedAdmin(readAdmin(MANIFEST, admin)).wards.find(({ code }) => code === '07306')
  ?.position ?? { lat: 0, lon: 0 };
/** Half the side of a square. Units: degrees. */
const HALF = 0.005;
const squareAround = ({ lat, lon }: { lat: number; lon: number }): Boundaries => {
  const [south, north, west, east] = [lat - HALF, lat + HALF, lon - HALF, lon + HALF];
  const ring = [south, west, south, east, north, east, north, west, south, west];
  return new Map([['part.geojson', { text: '', area: [[Float64Array.from(ring)]] }]]);
};
const faultOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (isGeomillError(error, 'INPUT_BAD')) return error.message;
    throw error;
  }
  return 'no fault';
};

describe('a decree', () => {
  it('ends the name of a unit on its day and begins another', () => {
    const changed = applyDecree(admin, decreeOf(ITEM));
    const history = changed.law && readUnitHistory(changed.law);
    expect(history?.newestDay).toBe('2027-03-01');
    expect(history?.lastDecree).toEqual({
      ...{ id: '999/NQ-UBTVQH16', effective: '2027-03-01', title: 'Phường Bố Hạ thành Phường Cầu Gồ' },
    });
    expect(history?.unitOf('ward', '07294', '2027-02-28')?.fullName).toBe('Phường Bố Hạ');
    const unit = history?.unitOf('ward', '07294', '2027-03-01');
    expect(unit?.fullName).toBe('Phường Cầu Gồ');
    expect(unit && history?.edgesTo(unit).map(({ kind, decree, item }) => [kind, decree, item])).toEqual([
      ['renamed', '999/NQ-UBTVQH16', '1'],
    ]);
    expect(changed.wards.toString()).toContain('07294,Cầu Gồ,Phường Cầu Gồ,Phường,24');
    expect(changed.cells).toBe(admin.cells);
  });

  it.each([
    ['of another name', ITEM.replace('Phường Bố Hạ', 'Xã Bố Hạ'), 'is called Phường Bố Hạ, not Xã Bố Hạ'],
    ['that is not there', ITEM.replace('07294', '99999'), 'no ward with the code 99999'],
  ])('about a unit %s does not fit', (_, items, expected) => {
    expect(faultOf(() => applyDecree(admin, decreeOf(items)))).toContain(expected);
  });

  it('does not fit before the day of the name that it changes, nor twice', () => {
    expect(faultOf(() => applyDecree(admin, decreeOf(ITEM, '2026-09-20')))).toContain('from 2026-09-20 on');
    const once = applyDecree(admin, decreeOf(ITEM));
    expect(faultOf(() => applyDecree(once, decreeOf(ITEM, '2028-01-01')))).toContain('already');
  });

  it('is what differs between the digests of both laws, forwards and back', () => {
    const loaded = (bytes: typeof admin) => readAdmin({ id: '', edition: '', attribution: [] }, bytes);
    const [before, after] = [loaded(admin), loaded(applyDecree(admin, decreeOf(ITEM)))];
    const manifest = { files: {} };
    const [then, now] = [lawDigestOf(manifest, before), lawDigestOf(manifest, after)];
    for (const difference of [lawDifference(then, now, after), lawDifference(now, then, before)]) {
      expect(difference?.hasCode('07294')).toBe(true);
      expect(difference?.isNamedIn('12 Lê Lợi, xã Bo Ha, Yên Thế')).toBe(true);
      // Another unit of the new name, which has one rival more.
      expect(difference?.isNamedIn('TT CẦU GỒ, Yên Thế, Bắc Giang')).toBe(true);
      const others = before.wards.filter(({ code }) => difference?.hasCode(code)).length;
      expect(others).toBeLessThan(10);
      expect(before.wards.filter(({ name }) => difference?.isNamedIn(name)).length).toBeLessThan(20);
    }
    expect(lawDifference(then, then, before)?.hasCode('07294')).toBe(false);
    const other = lawDigestOf({ files: { 'houses.bin': { sha256: 'a', bytes: 1 } } }, before);
    expect([lawDifference(then, other, before), lawDifference(undefined, now, after)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('merges wards: one ends, and its area, its places and its former wards are in the other', () => {
    const changed = applyDecree(admin, decreeOf(MERGED));
    const history = changed.law && readUnitHistory(changed.law);
    const ended = history?.unitOf('ward', '00082', '2027-02-28');
    expect(history?.unitOf('ward', '00082', '2027-03-01')).toBe(undefined);
    const [link] = (ended && history?.successors(ended, '2027-03-01')) ?? [];
    expect([link?.unit.fullName, link?.isDecided, link?.edges[0]?.kind]).toEqual([
      'Phường Hồ Gươm',
      true,
      'merged',
    ]);
    const loaded = [admin, changed].map((bytes) => openLoadedAdmin(readAdmin({ ...MANIFEST }, bytes)));
    const [before, after] = loaded as [AdminDataset, AdminDataset];
    expect(after.wards.length).toBe(before.wards.length - 1);
    const position = before.wards.find(({ code }) => code === '00082')?.position ?? { lat: 0, lon: 0 };
    expect(after.wards[after.wardAt(position)]?.fullName).toBe('Phường Hồ Gươm');
    // The others stay where they are.
    const others = before.wards.filter(
      ({ code }, at) => at % 60 === 0 && code !== '00082' && code !== '00070',
    );
    const wardsAt = ({ wards, wardAt }: AdminDataset) =>
      others.map(({ position: at }) => wards[wardAt(at)]?.code ?? '');
    expect(wardsAt(after)).toEqual(wardsAt(before));
    const ofFormer = ({ formerWards, wards }: AdminDataset) =>
      formerWards.map((former) => [...new Set(former.wards.map((ward) => wards[ward]?.code ?? ''))]);
    const successors = ofFormer(before).map((codes) => [
      ...new Set(codes.map((code) => (code === '00082' ? '00070' : code))),
    ]);
    expect(ofFormer(after)).toEqual(successors);
  });

  it('divides a ward by shares, which are those of conversions forwards and back', () => {
    const parts = [
      '  - code: "07306"\n    from: Xã Nhã Nam\n    into: "07330"\n    to: Xã Phúc Hòa\n    share: 0.6\n',
      '  - code: "07306"\n    from: Xã Nhã Nam\n    into: "07333"\n    to: Xã Quang Trung\n    share: 0.4\n',
    ];
    const changed = applyDecree(admin, decreeOf(parts.join('')));
    const history = changed.law && readUnitHistory(changed.law);
    const unit = history?.unitOf('ward', '07306', '2027-02-28');
    const links = (unit && history?.successors(unit, '2027-03-01')) ?? [];
    expect(links.map(({ unit: { code }, share, isDecided }) => [code, share, isDecided])).toEqual([
      ['07330', 0.6, false],
      ['07333', 0.4, false],
    ]);
    const [later] = links;
    const origins = (later && history?.origins(later.unit, '2027-02-28')) ?? [];
    expect(origins.map(({ unit: { code } }) => code)).toEqual(['07330', '07306']);
  });

  it('makes a ward of two, and one of a part of another, where its boundary is', () => {
    const decree = decreeOf(CREATED, '2027-03-01', 'new: ["99007", "99000"]\n');
    const loaded = [admin, applyDecree(admin, decree, squareAround(CORNER))].map((bytes) =>
      openLoadedAdmin(readAdmin({ ...MANIFEST }, bytes)),
    );
    const [before, after] = loaded as [AdminDataset, AdminDataset];
    expect(after.wards.length).toBe(before.wards.length);
    const nameAt = (position: { lat: number; lon: number }) => after.wards[after.wardAt(position)]?.fullName;
    for (const code of ['00070', '00082'])
      expect(nameAt(before.wards.find((ward) => ward.code === code)?.position ?? CORNER)).toBe(
        'Phường Hồ Gươm',
      );
    expect(nameAt(CORNER)).toBe('Xã Đồng Tâm');
    // 30 m inside and outside of its southern border, and the middle of what is left.
    expect(nameAt({ lat: CORNER.lat - HALF + 0.0003, lon: CORNER.lon })).toBe('Xã Đồng Tâm');
    expect(nameAt({ lat: CORNER.lat - HALF - 0.0003, lon: CORNER.lon })).toBe('Xã Nhã Nam');
    const wardOf = ({ wards }: AdminDataset, code: string) => wards.find((ward) => ward.code === code);
    const [whole, part, left] = [wardOf(before, '07306'), wardOf(after, '99007'), wardOf(after, '07306')];
    // A square of 0.01 degrees.
    expect(part?.areaKm2).toBeGreaterThan(1.1);
    expect(part?.areaKm2).toBeLessThan(1.2);
    expect((part?.areaKm2 ?? 0) + (left?.areaKm2 ?? 0)).toBeCloseTo(whole?.areaKm2 ?? 0, 0);
    expect(part?.radiusMeters).toBeLessThan(800);
    expect([part?.province, nameAt(part?.position ?? CORNER)]).toEqual([whole?.province, 'Xã Đồng Tâm']);
    const formers = after.formerWards.filter(({ wards: own }) =>
      own.includes(after.wards.indexOf(part as never)),
    );
    expect(formers.length).toBeGreaterThan(2);
    expect(new Set(formers.map(({ extents }) => extents?.join()))).toEqual(new Set(['0.7,0.3']));
    const { history } = after;
    const links = (code: string, day: string) => {
      const unit = history?.unitOf('ward', code, day);
      return (unit && history?.successors(unit, '2027-03-01')) ?? [];
    };
    expect(links('00070', '2027-02-28').map(({ unit, edges }) => [unit.code, edges[0]?.kind])).toEqual([
      ['99000', 'merged'],
    ]);
    expect(links('07306', '2027-02-28').map(({ unit, share }) => [unit.code, share])).toEqual([
      ['07306', 0.7],
      ['99007', 0.3],
    ]);
  });

  it.each([
    [
      'a code that is not declared',
      '',
      squareAround(CORNER),
      'where the decree makes it, list its code in new',
    ],
    ['a code in force', 'new: ["99007", "99000", "07294"]\n', squareAround(CORNER), 'new has "07294"'],
    [
      'a boundary elsewhere',
      'new: ["99007", "99000"]\n',
      squareAround({ lat: 10.77, lon: 106.7 }),
      'line 17: part.geojson has nothing of Xã Nhã Nam',
    ],
  ])('makes no ward with %s', (_, declared, boundaries, expected) => {
    const work = () => applyDecree(admin, decreeOf(CREATED, '2027-03-01', declared), boundaries);
    expect(faultOf(work)).toContain(expected);
  });

  it('needs the boundary of a part that is a new ward, unless it is what is left', () => {
    const without = CREATED.replace('    boundary: part.geojson\n', '');
    expect(faultOf(() => decreeOf(without, '2027-03-01', 'new: ["99007", "99000"]\n'))).toContain(
      'the part of 07306 that goes into the new ward 99007 needs a boundary',
    );
    const elsewhere = CREATED.replace('part.geojson', '../part.geojson');
    expect(faultOf(() => decreeOf(elsewhere, '2027-03-01', 'new: ["99007", "99000"]\n'))).toContain(
      'boundary is ../part.geojson, not the name of a GeoJSON file',
    );
  });

  it.each([
    [
      'a circle',
      MERGED.replace(
        '"00070"\n    from: Phường Hoàn Kiếm\n',
        '"00070"\n    from: Phường Hoàn Kiếm\n    into: "00082"\n',
      ),
      'line 4: Phường Hoàn Kiếm goes into Phường Cửa Nam, which ends',
    ],
    [
      'another name of the successor',
      MERGED.replace(/Hồ Gươm\n$/, 'Cửa Nam\n'),
      'line 7: the unit 00070 is called Phường Hồ Gươm then',
    ],
    [
      'another province',
      MERGED.replace('into: "00070"\n    to: Phường Hồ Gươm', 'into: "07294"\n    to: Phường Bố Hạ'),
      'are in different provinces',
    ],
    ['an unknown successor', MERGED.replace('into: "00070"', 'into: "99999"'), 'no ward with the code 99999'],
  ])('does not fit with %s', (_, items, expected) => {
    const fault = faultOf(() => applyDecree(admin, decreeOf(items)));
    expect(fault).toContain(expected);
    expect(fault).toContain('new.yaml');
  });

  it('needs a share of each part', () => {
    const item = '  - code: "07306"\n    from: Xã Nhã Nam\n    into: "07330"\n    to: Xã Phúc Hòa\n';
    const other = item.replace('07330', '07333').replace('Phúc Hòa', 'Quang Trung');
    expect(faultOf(() => decreeOf(item + other))).toContain(
      'line 8: the shares of the 2 parts of the unit 07306 are together 2, not 1',
    );
    expect(faultOf(() => decreeOf(`${item}    share: 0.5\n`))).toContain(
      'the share of the unit 07306 is 0.5',
    );
    expect(faultOf(() => decreeOf(`${item}    share: 1.5\n`))).toContain('share is 1.5');
  });

  it('is read with all its faults and their lines', () => {
    const text =
      'decree: 1/QH\neffective: 2027-02-30\nitems:\n  - code: 7294\n    from: Bố Hạ\n    to: Xã A\n    unto: "1"\n';
    const fault = faultOf(() => readDecree(text, 'new.yaml'));
    expect(fault).toContain('line 2: effective is 2027-02-30');
    expect(fault).toContain('line 4: code needs a text');
    expect(fault).toContain('line 5: Bố Hạ needs one of the type words');
    expect(fault).toContain('line 7: unto is unknown');
  });
});
