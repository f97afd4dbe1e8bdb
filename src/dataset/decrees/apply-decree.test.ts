import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isGeomillError } from '../../base/errors/geomill-error.ts';
import { lawDifference, lawDigestOf } from '../../engine/gazetteer/law-digest.ts';
import { readAdmin } from '../../engine/gazetteer/units/open-admin-dataset.ts';
import { readUnitHistory } from '../../engine/gazetteer/units/unit-history.ts';
import { readAdminBytes } from '../compile/admin-tables.ts';
import { applyDecree } from './apply-decree.ts';
import { readDecree } from './read-decree.ts';

const STARTER = fileURLToPath(new URL('../../../fixtures/starter', import.meta.url));
const admin = await readAdminBytes(STARTER);
const ITEM = '  - code: "07294"\n    from: Phường Bố Hạ\n    to: Phường Cầu Gồ\n    item: 1\n';
const decreeOf = (items: string, day = '2027-03-01') =>
  readDecree(`decree: 999/NQ-UBTVQH16\neffective: ${day}\nitems:\n${items}`, 'new.yaml');
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

  it('is read with all its faults and their lines', () => {
    const text =
      'decree: 1/QH\neffective: 2027-02-30\nitems:\n  - code: 7294\n    from: Bố Hạ\n    to: Xã A\n    into: "1"\n';
    const fault = faultOf(() => readDecree(text, 'new.yaml'));
    expect(fault).toContain('line 2: effective is 2027-02-30');
    expect(fault).toContain('line 4: code needs a text');
    expect(fault).toContain('line 5: Bố Hạ needs one of the type words');
    expect(fault).toContain('line 7: into is unknown');
  });
});
