import { describe, expect, it } from 'vitest';
import { categoriesOfTags, passesTags, readTagFilter } from './plugin.ts';

const MUSEUM = { key: 'tourism', value: 'museum' };
const HOTEL = { key: 'tourism', value: 'hotel' };
const BANK = { key: 'amenity', value: 'bank' };

describe('a filter by tag', () => {
  it.each([
    [['tourism:museum'], [true, false, false]],
    [['tourism'], [true, true, false]],
    [[':bank'], [false, false, true]],
    [['!tourism:museum'], [false, true, true]],
    [['!tourism'], [false, false, true]],
    [[':!bank'], [true, true, false]],
    [
      ['tourism', 'amenity', '!tourism:hotel'],
      [true, false, true],
    ],
    [[], [true, true, true]],
  ])('%j passes %j', (texts, expected) => {
    const filters = texts.map(readTagFilter);
    expect([MUSEUM, HOTEL, BANK].map((tag) => passesTags(tag, filters))).toEqual(expected);
  });

  it.each(['', ':', '!', 'a:b:c', 'a b'])('refuses %j', (text) => {
    expect(() => readTagFilter(text)).toThrow(/Invalid osm_tag/);
  });

  it('lists the categories that can pass', () => {
    expect(categoriesOfTags([readTagFilter('tourism:museum')])).toEqual(['museum']);
    expect(categoriesOfTags([readTagFilter('!tourism')])).toBeUndefined();
    expect(categoriesOfTags([readTagFilter('no:such')])).toEqual([]);
  });
});
