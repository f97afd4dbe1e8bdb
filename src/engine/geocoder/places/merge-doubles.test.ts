import { describe, expect, it } from 'vitest';
import type { LocalPlace } from './local-place.ts';
import { createDoubleFilter, mergeDoubles } from './merge-doubles.ts';

/** Builds a place some metres north of a point. */
function placeAt(id: string, meters: number, more: Partial<LocalPlace> = {}): LocalPlace {
  return {
    ...{ id, name: 'Bệnh viện K', level: 'poi', streetLine: '', hasChild: false },
    categories: ['hospital', 'health'],
    position: { lat: 21 + meters / 111_195, lon: 105.8 },
    ...more,
  } as LocalPlace;
}
const kept = (...places: LocalPlace[]) => mergeDoubles(places).map(({ id }) => id);
const CAFE = { name: 'Highlands', categories: ['cafe'] };

describe('mergeDoubles', () => {
  it.each([
    ['three entries of one building', [placeAt('a', 0), placeAt('b', 120), placeAt('c', 200)], ['a']],
    ['another spelling', [placeAt('a', 0), placeAt('b', 10, { name: 'BỆNH VIỆN K' })], ['a']],
    ['another site of the name', [placeAt('a', 0), placeAt('b', 300)], ['a', 'b']],
    ['another name', [placeAt('a', 0), placeAt('b', 5, { name: 'Bệnh viện E' })], ['a', 'b']],
    ['a bus stop of the name', [placeAt('a', 0), placeAt('b', 5, { categories: ['bus_stop'] })], ['a', 'b']],
    ['two branches in one street', [placeAt('a', 0, CAFE), placeAt('b', 120, CAFE)], ['a', 'b']],
    ['one branch twice', [placeAt('a', 0, CAFE), placeAt('b', 30, CAFE)], ['a']],
    [
      'one address',
      [
        placeAt('a', 0, { ...CAFE, streetLine: '1 Phố A' }),
        placeAt('b', 120, { ...CAFE, streetLine: '1 phố A' }),
      ],
      ['a'],
    ],
    [
      'the one with children',
      [placeAt('a', 0), placeAt('x', 1, CAFE), placeAt('b', 9, { hasChild: true })],
      ['x', 'b'],
    ],
    ['streets', [placeAt('a', 0, { level: 'street' }), placeAt('b', 9, { level: 'street' })], ['a', 'b']],
  ] as const)('keeps of %s', (_, places, expected) => {
    expect(kept(...places)).toEqual(expected);
  });
});

describe('createDoubleFilter', () => {
  it('keeps the first of doubles, whatever follows, and of streets and houses each label once', () => {
    const isOther = createDoubleFilter();
    const street = { level: 'street', label: 'Đường A' } as const;
    expect([
      isOther(placeAt('a', 0)),
      isOther(placeAt('b', 9, { hasChild: true })),
      isOther(placeAt('c', 300)),
      isOther(placeAt('s', 0, street)),
      isOther(placeAt('t', 400, street)),
      isOther(placeAt('u', 400, { ...street, label: 'Đường B' })),
    ]).toEqual([true, false, true, true, false, true]);
  });
});
