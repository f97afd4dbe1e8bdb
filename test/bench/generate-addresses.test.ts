import { beforeAll, describe, expect, it } from 'vitest';
import { distanceMeters } from '../../src/base/geo/distance.ts';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import type { AdminDataset } from '../../src/engine/gazetteer/units/units.ts';
import { fold } from '../../src/base/text/fold.ts';
import { readHousePath } from '../../src/base/text/house-path.ts';
import { generateAddresses, type GeneratedAddress } from './generate-addresses.ts';
import { HARD_CLASSES, NOISE_CLASSES, noisyAddress } from './noisy-addresses.ts';

const ROWS = 20_000;
let admin: AdminDataset;
let rows: GeneratedAddress[];
beforeAll(async () => {
  admin = await openAdminDataset('fixtures/starter');
  rows = [...generateAddresses({ admin, rows: ROWS, seed: 3 })];
});

const share = (is: (row: GeneratedAddress) => boolean) => rows.filter(is).length / ROWS;

describe('generateAddresses', () => {
  it('gives the same addresses for the same seed, others for another', () => {
    const first = (seed: number) => [...generateAddresses({ admin, rows: 50, seed })];
    expect(first(3)).toEqual(rows.slice(0, 50));
    expect(first(4)).not.toEqual(rows.slice(0, 50));
  });

  it('puts every house into the ward it says, which its former ward became', () => {
    const former = new Map(
      admin.formerWards.map((ward) => [`${ward.province}|${ward.district}|${ward.fullName}`, ward]),
    );
    for (const row of rows) {
      const ward = admin.wardAt(row.position);
      expect(admin.wards[ward]?.fullName).toBe(row.ward);
      const { province, district, ward: name } = row.former;
      expect(former.get(`${province}|${district}|${name}`)?.wards).toContain(ward);
    }
  });

  it('numbers houses as they are numbered: alleys, ranges and letters among them, each number once a street', () => {
    expect(rows.every(({ number }) => readHousePath(fold(number)) !== undefined)).toBe(true);
    expect(share(({ number }) => number.includes('/'))).toBeGreaterThan(0.1);
    expect(share(({ number }) => number.split('/').length > 2)).toBeGreaterThan(0.01);
    expect(share(({ number }) => number.includes('-'))).toBeGreaterThan(0.01);
    expect(share(({ number }) => /[A-C]$/.test(number))).toBeGreaterThan(0.01);
    const full = rows.map(({ number, street, former }) =>
      [number, street, former.district, former.province].join('|'),
    );
    expect(new Set(full).size).toBe(ROWS);
  });

  it('puts odd numbers on one side of the street and even ones on the other, near each other', () => {
    for (let i = 1; i < rows.length; i += 1) {
      const [a, b] = [rows[i - 1] as GeneratedAddress, rows[i] as GeneratedAddress];
      if (a.street !== b.street || a.former !== b.former) continue;
      expect(distanceMeters(a.position, b.position)).toBeLessThan(1500);
    }
  });
});

describe('noisyAddress', () => {
  it('writes a row in every class, always the same', () => {
    for (const noise of [...NOISE_CLASSES, ...HARD_CLASSES]) {
      let same = 0;
      for (const row of rows.slice(0, 500)) {
        const text = noisyAddress(row, 1, noise);
        expect(noisyAddress(row, 1, noise)).toBe(text);
        // The house itself is asked for in every class, in the north perhaps from the inside out.
        for (const step of row.number.split(/[/-]/)) expect(text.toUpperCase()).toContain(step);
        expect(text).not.toMatch(/undefined|,\s*,|\s{2}/);
        if (text === noisyAddress(row, 1, 'as written')) same += 1;
      }
      if (noise !== 'as written') expect(same).toBeLessThan(500);
      if (['no diacritics', 'telex', 'no spaces', 'lower case', 'no commas'].includes(noise))
        expect(same).toBe(0);
    }
  });

  it('writes as people do', () => {
    const row: GeneratedAddress = {
      id: 'X',
      number: '12/3',
      street: 'Cách Mạng Tháng Tám',
      former: { ward: 'Phường 10', district: 'Quận 3', province: 'Thành phố Hồ Chí Minh' },
      siblingWard: 'Phường 11',
      ward: 'Phường Nhiêu Lộc',
      province: 'Thành phố Hồ Chí Minh',
      position: { lat: 10.78, lon: 106.67 },
    };
    const written = (noise: Parameters<typeof noisyAddress>[2]) => noisyAddress(row, 7, noise);
    expect(written('abbreviations')).toMatch(/^12\/3 (Đ\. )?CMT8, P10, Q3, (TPHCM|TP\. )/);
    expect(written('no diacritics')).toMatch(/^12\/3 (Duong )?Cach Mang Thang Tam, Phuong 10, Quan 3, /);
    expect(written('new units')).toMatch(/Tháng Tám, Phường Nhiêu Lộc, Thành phố Hồ Chí Minh$/);
    expect(written('missing ward')).not.toContain('Phường');
    expect(written('wrong ward')).toContain('Phường 11');
    expect(written('English')).toBe('12/3 Cach Mang Thang Tam Street, Ward 10, District 3, Ho Chi Minh City');
    expect(written('initials')).toMatch(/^12\/3 CMTT, /);
    expect(written('telex')).toMatch(/Cachs Mangj Thangs Tams, Phuwowngf 10, Quaanj 3/);
    expect(written('no spaces')).toMatch(/cachmangthangtam, phuong 10, quan 3, /);
    expect(written('reversed order')).toMatch(/^Hồ Chí Minh Quận 3 Phường 10 .*Tháng Tám 12\/3$/);
    expect(written('dropped words').split(',')[0]?.split(' ')).toHaveLength(4);
  });
});
