import { beforeAll, describe, expect, it } from 'vitest';
import { openWorld, poiAt } from '../../../../test/support/place-world.ts';
import type { Feature } from '../../../dataset/features.ts';
import { isPlaceMatch } from '../places/place-match.ts';
import { nameOf } from '../../gazetteer/store/access.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { PlaceSearch } from './place-search.ts';

let tables: PlaceTables;
let search: PlaceSearch;

const features: Feature[] = [];

function poi(name: string, lat: number, lon: number, categories: string[], importance = 100): void {
  features.push(poiAt(name, lat, lon, categories, { importance }));
}

poi('Petrolimex', 10.7826, 106.6838, ['fuel']);
poi('Saigon Petro', 10.7807, 106.688, ['fuel'], 150);
poi('Cây xăng', 10.8074, 106.6962, ['fuel']);
poi('Cây xăng', 10.79, 106.6985, ['fuel']);
poi('Vietcombank', 10.7757, 106.7057, ['bank']);
poi('Vietcombank', 10.7828, 106.685, ['atm']);
poi('Vietcombank', 10.776, 106.702, ['atm']);
poi('Bệnh viện Thủ Đức', 10.8639, 106.7458, ['hospital'], 100);
poi('Bệnh viện Lê Văn Thịnh', 10.7823, 106.7684, ['hospital'], 200);
poi('Bệnh viện Quận 2', 10.7923, 106.7584, ['hospital'], 50);
poi('Bệnh viện Bình Thạnh', 10.8045, 106.696, ['hospital']);
poi('Trường Tiểu học Hòa Bình', 10.7789, 106.699, ['primary_school']);

beforeAll(async () => {
  ({ tables, search } = await openWorld(features));
});

function names(text: string, options = {}): string[] {
  return search
    .search(text, { size: 5, ...options })
    .map((match) => (isPlaceMatch(match) ? nameOf(tables, match.place) : match.level));
}

describe('kinds of places in a unit', () => {
  it('are those inside of it, the most important first', () => {
    expect(names('cây xăng quận 3')).toEqual(['Saigon Petro', 'Petrolimex']);
    expect(names('cay xang q3')).toEqual(['Saigon Petro', 'Petrolimex']);
    expect(names('Quận 3, cây xăng')).toEqual(['Saigon Petro', 'Petrolimex']);
  });

  it('are the nearest first where the question says from where it is asked', () => {
    expect(names('cây xăng quận 3', { focus: { lat: 10.783, lon: 106.683 } })).toEqual([
      'Petrolimex',
      'Saigon Petro',
    ]);
  });

  it('are parted from the unit by a word like "ở"', () => {
    expect(names('bệnh viện ở Thủ Đức')[0]).toBe('Bệnh viện Lê Văn Thịnh');
    expect(names('bệnh viện Thủ Đức')[0]).toBe('Bệnh viện Thủ Đức');
  });

  it('may be told by their brand, or by both', () => {
    expect(search.search('vietcombank quận 3', { size: 5 })).toMatchObject([{ level: 'poi', score: 0.8 }]);
    const [only, ...others] = search.search('atm vietcombank quận 1', { size: 5 });
    expect(others).toEqual([]);
    expect(only?.position.lon).toBeCloseTo(106.702, 4);
  });

  it('give way to the one that bears the name of the unit', () => {
    const [named, other] = search.search('bệnh viện quận 2', { size: 2 });
    expect(named?.level).toBe('poi');
    expect(named?.score).toBeGreaterThan(0.9);
    expect(named?.position.lon).toBeCloseTo(106.7584, 4);
    expect(other?.score).toBe(0.6);
  });

  it('are trusted less where there are several', () => {
    expect(search.search('cây xăng quận 3', { size: 1 })).toMatchObject([{ score: 0.6, margin: 0 }]);
  });

  it('are never those of another unit', () => {
    expect(names('cây xăng quận 8')).toEqual(['district']);
    expect(names('bệnh viện quận 4')).toEqual(['district']);
  });

  it('leave a place of that name where it is, and trust a wrong unit little', () => {
    expect(names('Trường Tiểu học Hòa Bình, Quận 1')).toEqual(['Trường Tiểu học Hòa Bình']);
    const [wrong] = search.search('Trường Tiểu học Hòa Bình, Quận 3', { size: 1 });
    expect(wrong?.score).toBeLessThan(0.75);
  });
});
