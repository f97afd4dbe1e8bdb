import { expect } from 'vitest';
import { OPERATIONS } from '../../../src/contract/catalogue.ts';
import { checkerOf } from '../../../src/contract/parameters.ts';
import {
  ask,
  at,
  collections,
  every,
  features,
  MARKET,
  MARKET_HOURS,
  NEAR_MARKET,
  POSTCODE_HOUSE,
  PROVINCE,
  properties,
  WARD,
  type Json,
} from './samples.ts';
import type { Check, Checks, World } from './world.ts';

const schema = checkerOf(OPERATIONS.place.shapes.osm.answer);

/** Returns the properties of the place detail of one place. */
async function detailOf(world: World, ids: string): Promise<Json> {
  const [feature] = (await ask(world, 'place', { ids })).features as Json[];
  return feature?.properties as Json;
}

/** Checks a text that every feature has, and its value for the market. */
const text =
  (name: string, ofMarket: string): Check =>
  async (world) => {
    every(await properties(world), (each) => expect(at(each, name)).toBeTypeOf('string'));
    expect((await detailOf(world, MARKET))[name]).toBe(ofMarket);
  };

/** Checks a text that may be null, with a value in one place and null or the empty string in another. */
const textOrNull =
  (name: string, id: string, value: string, without: string): Check =>
  async (world) => {
    every(await properties(world), (each) => {
      const found = at(each, name);
      expect(found === null || typeof found === 'string').toBe(true);
    });
    expect((await detailOf(world, id))[name]).toBe(value);
    expect(['', null]).toContain((await detailOf(world, without))[name]);
  };

/** Expects that a client reads a property in all these forms, and refuses another. */
function expectRead(whole: Json, name: string, forms: readonly unknown[], bad?: unknown): void {
  const [feature] = whole.features as Json[];
  const withForm = (form: unknown) => ({
    ...whole,
    features: [{ ...feature, properties: { ...(feature?.properties as Json), [name]: form } }],
  });
  for (const form of forms) expect(schema.faults(withForm(form))).toEqual([]);
  if (bad !== undefined) expect(schema.check(withForm(bad))).toBe(false);
}

/** The checks of section 2.3, features in OSM shape. */
export const osmChecks: Checks = {
  any: {
    '2.3 Envelope type': async (world) =>
      every(Object.values(await collections(world)), (each) => expect(each).toHaveProperty('type')),
    '2.3 Envelope FeatureCollection': async (world) =>
      every(Object.values(await collections(world)), ({ type }) => expect(type).toBe('FeatureCollection')),
    '2.3 Envelope features': async (world) =>
      every(Object.values(await collections(world)), (each) =>
        every(each.features as Json[], ({ type }) => expect(type).toBe('Feature')),
      ),
    '2.3 Envelope bbox': async (world) => {
      const { children, ...others } = await collections(world);
      expect(children?.bbox).toEqual([105.8495, 21.043, 105.8497, 21.0432]);
      every(Object.values(others), ({ bbox }) => expect(bbox).toEqual([]));
    },
    '2.3 Envelope errors': async (world) =>
      every(Object.values(await collections(world)), (each) => expect(at(each, 'errors')).toBeNull()),
    '2.3 Feature type': async (world) =>
      every(await features(world), (each) => expect(each).toHaveProperty('type')),
    '2.3 Feature Feature': async (world) =>
      every(await features(world), ({ type }) => expect(type).toBe('Feature')),
    '2.3 Feature geometry': async (world) => {
      const [market] = (await ask(world, 'place', { ids: MARKET })).features as Json[];
      expect(market?.geometry).toEqual({ type: 'Point', coordinates: [105.8496, 21.0431] });
    },
    '2.3 Feature Point': async (world) =>
      every(await features(world), (each) => {
        expect(at(each, 'geometry/type')).toBe('Point');
        expect(at(each, 'geometry/coordinates')).toHaveLength(2);
      }),
    '2.3 Feature properties': async (world) =>
      every(await features(world), (each) =>
        expect(Object.keys(each).sort()).toEqual(['geometry', 'properties', 'type']),
      ),
    '2.3 name': text('name', 'Chợ Long Biên'),
    '2.3 housenumber': textOrNull('housenumber', MARKET, '1', WARD),
    '2.3 street': textOrNull('street', MARKET, 'Phố Hàng Đậu', WARD),
    '2.3 short_address': async (world) => {
      await text('short_address', '1 Phố Hàng Đậu')(world);
      expect((await detailOf(world, WARD)).short_address).toBe('');
    },
    // The official code of the ward in force, in place of the old one of the record.
    '2.3 postalcode': textOrNull('postalcode', POSTCODE_HOUSE, '11025', PROVINCE),
    '2.3 label': text(
      'label',
      'Chợ Long Biên, 1 Phố Hàng Đậu, Phường Phúc Xá, Quận Ba Đình, Thành phố Hà Nội',
    ),
    '2.3 country': text('country', 'Việt Nam'),
    '2.3 country_code': async (world) => {
      await text('country_code', 'VN')(world);
      every(await properties(world), ({ country_code }) => expect(country_code).toMatch(/^[A-Z]{2}$/));
    },
    '2.3 category': async (world) => {
      every(await properties(world), (each) =>
        every(at<string[]>(each, 'category'), (category) => expect(category).toBeTypeOf('string')),
      );
      expect((await detailOf(world, MARKET)).category).toEqual(expect.arrayContaining(['market', 'atm']));
    },
    '2.3 website': textOrNull('website', MARKET, 'https://cho.example', WARD),
    '2.3 opening_hours': async (world) => {
      expect((await detailOf(world, MARKET)).opening_hours).toEqual(MARKET_HOURS);
      expect((await detailOf(world, WARD)).opening_hours).toBeNull();
      const pairs = Array.from({ length: 7 }, (_, day) => [
        [day, 7, 30],
        [day, 18, 0],
      ]);
      const whole = await ask(world, 'place', { ids: MARKET });
      const forms = [pairs, pairs.flat(2).join(','), '0,1', null];
      expectRead(whole, 'opening_hours', forms, 5);
    },
    '2.3 opening_hours_v2': async (world) =>
      every(await properties(world), (each) => expect(at(each, 'opening_hours_v2')).toBeNull()),
    '2.3 phone': textOrNull('phone', MARKET, '+842438281234', WARD),
    '2.3 region': text('region', 'Thành phố Hà Nội'),
    '2.3 county': text('county', 'Quận Ba Đình'),
    '2.3 locality': text('locality', 'Phường Phúc Xá'),
    '2.3 distance': async (world) => {
      const { reverse, nearby, place, forward } = await collections(world);
      for (const near of [reverse, nearby])
        every(near?.features as Json[], (each) =>
          expect(Number.isInteger(at(each, 'properties/distance'))).toBe(true),
        );
      for (const away of [place, forward])
        every(away?.features as Json[], (each) => expect(at(each, 'properties/distance')).toBeNull());
      const { lat, lon } = NEAR_MARKET;
      const there = await ask(world, 'nearby', { categories: 'bank', 'point.lat': lat, 'point.lon': lon });
      expect(at(there, 'features/0/properties/distance')).toBe(0);
    },
    '2.3 id': async (world) => {
      every(await properties(world), (each) => expect(at<string>(each, 'id')).toMatch(/^[A-Za-z0-9_-]{60}$/));
      expect((await detailOf(world, MARKET)).id).toBe(MARKET);
    },
    '2.3 continent': text('continent', 'Asia'),
    '2.3 source': async (world) =>
      expect(new Set((await properties(world)).map(({ source }) => source))).toEqual(new Set(['geomill'])),
    '2.3 has_child': async (world) => {
      const { children, autocomplete } = await collections(world);
      every(children?.features as Json[], (each) => expect(at(each, 'properties/has_child')).toBe(false));
      expect(at(autocomplete, 'features/0/properties/has_child')).toBe(true);
    },
    '2.3 sid': async (world) => {
      const { children } = await collections(world);
      every(children?.features as Json[], (each) =>
        expect(at<string>(each, 'properties/sid')).toMatch(/^[0-9a-f]{16}$/),
      );
      expectRead(await ask(world, 'place', { ids: MARKET }), 'sid', ['0123456789abcdef'], 5);
    },
  },
};
