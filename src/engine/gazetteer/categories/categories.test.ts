import { describe, expect, it } from 'vitest';
import { foldKey } from '../../../base/text/fold.ts';
import { categoriesOfTags } from './categories-of-tags.ts';
import {
  CATEGORIES,
  CATEGORY_GROUPS,
  categoryImportance,
  categoryNumber,
  categoryValues,
} from './categories.ts';
import { readCategories } from './read-categories.ts';

const slugsOf = (text: string) => readCategories(text).numbers.map((number) => CATEGORIES[number]?.slug);

describe('the list of categories', () => {
  it('keeps the numbers that datasets hold', () => {
    expect(['atm', 'bank', 'hospital', 'company', 'residential', 'building'].map(categoryNumber)).toEqual([
      0, 1, 2, 25, 26, 232,
    ]);
    expect(categoryNumber('nothing')).toBeUndefined();
  });

  it('has every slug once, with words, an importance, known groups and tags that can be met', () => {
    expect(new Set(CATEGORIES.map(({ slug }) => slug)).size).toBe(CATEGORIES.length);
    const groups = new Set(CATEGORY_GROUPS.map(({ slug }) => slug));
    for (const { slug, importance, vietnamese, groups: own, tags } of CATEGORIES) {
      expect(slug).toMatch(/^[a-z][a-z_]*$/);
      expect(vietnamese.length, slug).toBeGreaterThan(0);
      expect(importance > 0 && importance <= 255, slug).toBe(true);
      expect(own.length, slug).toBeGreaterThan(0);
      for (const group of own) expect(groups, slug).toContain(group);
      expect(tags.length, slug).toBeGreaterThan(0);
      for (const conditions of tags) {
        const met = Object.fromEntries(
          [...conditions].map(([key, value]) => [key, value === '*' ? 'x' : value]),
        );
        expect(categoriesOfTags(met), JSON.stringify(met)).toContain(slug);
      }
    }
  });

  it('uses a word for two categories only where people do', () => {
    const slugs = new Map<string, string[]>();
    for (const { slug, vietnamese, english } of CATEGORIES) {
      for (const key of new Set([slug, ...vietnamese, ...english].map(foldKey))) {
        slugs.set(key, [...(slugs.get(key) ?? []), slug]);
      }
    }
    expect([...slugs].filter(([, named]) => named.length > 1)).toEqual([['lang', ['tomb', 'village']]]);
  });

  it('lists the slug, the Vietnamese word and the groups in answers', () => {
    expect(categoryValues(categoryNumber('cafe') as number)).toEqual(['cafe', 'quán cà phê', 'food']);
    expect(categoryValues(categoryNumber('shop') as number)).toEqual(['shop', 'cửa hàng']);
    expect(categoryValues(99_999)).toEqual([]);
  });

  it('ranks a station over a cash machine', () => {
    expect(categoryImportance('station')).toBeGreaterThan(categoryImportance('atm'));
    expect(categoryImportance('nothing')).toBe(0);
  });
});

describe('readCategories', () => {
  it('takes slugs and words in any writing', () => {
    expect(slugsOf('Ngân hàng')).toEqual(['bank']);
    expect(slugsOf('NGAN-HANG, cây atm,')).toEqual(['atm', 'bank']);
    expect(slugsOf('bus_station, Bus Stops')).toEqual(['bus_station', 'bus_stop']);
    expect(slugsOf('pharmacies')).toEqual(['pharmacy']);
    expect(slugsOf('churches')).toEqual(['church']);
    expect(slugsOf('trạm xăng,cây xăng,petrol station,cafés')).toEqual(['cafe', 'fuel']);
    expect(slugsOf('nhà thuốc'.normalize('NFD'))).toEqual(['pharmacy']);
  });

  it('takes a group for all of its members', () => {
    const food = slugsOf('ẩm thực');
    expect(food).toEqual(slugsOf('food'));
    expect(food).toEqual(expect.arrayContaining(['restaurant', 'cafe', 'fast_food', 'bar']));
    expect(food).not.toContain('bank');
    expect(slugsOf('shop')).toEqual(expect.arrayContaining(['shop', 'supermarket', 'mall']));
  });

  it('hands back what it does not know', () => {
    expect(readCategories(' atm , quán gì đó, , 😀,s,es')).toEqual({
      numbers: [0],
      unknown: ['quán gì đó', '😀', 's', 'es'],
    });
    expect(readCategories('')).toEqual({ numbers: [], unknown: [] });
  });
});

describe('categoriesOfTags', () => {
  it('puts the most telling first', () => {
    expect(
      categoriesOfTags({
        tourism: 'attraction',
        building: 'yes',
        amenity: 'place_of_worship',
        religion: 'buddhist',
      }),
    ).toEqual(['temple', 'place_of_worship', 'attraction']);
    expect(categoriesOfTags({ building: 'train_station', railway: 'station', station: 'subway' })).toEqual([
      'metro_station',
      'station',
    ]);
  });

  it('takes a general category only where none is known', () => {
    expect(categoriesOfTags({ shop: 'supermarket' })).toEqual(['supermarket']);
    expect(categoriesOfTags({ shop: 'unheard_of' })).toEqual(['shop']);
    expect(categoriesOfTags({ shop: 'unheard_of', building: 'yes' })).toEqual(['shop']);
    expect(categoriesOfTags({ building: 'yes' })).toEqual(['building']);
    expect(categoriesOfTags({ office: 'unheard_of', building: 'office' })).toEqual(['office']);
  });

  it('reads several values of one key, and none of what is gone', () => {
    expect(categoriesOfTags({ amenity: 'bank; atm' })).toEqual(['atm', 'bank']);
    expect(categoriesOfTags({ shop: 'vacant' })).toEqual([]);
    expect(categoriesOfTags({ building: 'no' })).toEqual([]);
    expect(categoriesOfTags({})).toEqual([]);
    expect(categoriesOfTags({ highway: 'residential', name: 'Lê Lợi' })).toEqual([]);
  });
});
