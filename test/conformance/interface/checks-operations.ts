import { expect } from 'vitest';
import { PHARMACIES } from './city-features.ts';
import {
  ask,
  at,
  collections,
  every,
  expectRefused,
  features,
  HOSPITAL,
  HOUSE,
  MARKET,
  MARKET_HOURS,
  NEAR_MARKET,
  STALL,
  WARD,
  type Json,
} from './samples.ts';
import type { Check, Checks, World } from './world.ts';

type Operation = Parameters<typeof ask>[1];

/** A point in Ho Chi Minh City, 1,100 km from the market. */
const SAIGON = { lat: 10.7737, lon: 106.7007 };
const POINT = { 'point.lat': NEAR_MARKET.lat, 'point.lon': NEAR_MARKET.lon };

const idsOf = (answer: Json) =>
  answer.features
    ? (answer.features as Json[]).map((feature) => at<string>(feature, 'properties/id'))
    : ((answer.predictions ?? answer.results) as Json[]).map(({ place_id }) => place_id as string);
const labelsOf = (answer: Json) =>
  (answer.features as Json[] | undefined)?.map((feature) => at<string>(feature, 'properties/label')) ??
  (answer.predictions as Json[] | undefined)?.map(({ description }) => description as string) ??
  (answer.results as Json[] | undefined)?.map(({ formatted_address }) => formatted_address as string) ?? [
    (answer.result as Json).formatted_address as string,
  ];

/** Checks `admin_v2`: two units behind the street since July 2025, three before, false by default, nothing but true and false. */
const adminUnits =
  (operation: Operation, parameters: Json, admin: { old: string; now: string }): Check =>
  async (world) => {
    const plain = await ask(world, operation, parameters);
    expect(await ask(world, operation, { ...parameters, admin_v2: false })).toEqual(plain);
    expect(labelsOf(plain)[0]).toMatch(new RegExp(`${admin.old}$`));
    const now = await ask(world, operation, { ...parameters, admin_v2: true });
    expect(labelsOf(now)[0]).toMatch(new RegExp(`${admin.now}$`));
    await expectRefused(world, operation, { ...parameters, admin_v2: 'yes' }, 'admin_v2');
  };

const PHUC_XA = {
  old: 'Phường Phúc Xá, Quận Ba Đình, Thành phố Hà Nội',
  now: 'Phường Hồng Hà, Thành phố Hà Nội',
};

/** Checks `size`: as many results at most, a whole number from 1. */
const size =
  (operation: Operation, parameters: Json, preset: number): Check =>
  async (world) => {
    const plain = idsOf(await ask(world, operation, parameters));
    expect(plain).toHaveLength(preset);
    expect(idsOf(await ask(world, operation, { ...parameters, size: preset }))).toEqual(plain);
    expect(idsOf(await ask(world, operation, { ...parameters, size: preset + 1 }))).toHaveLength(preset + 1);
    for (const bad of [0, -1, 1.5])
      await expectRefused(world, operation, { ...parameters, size: bad }, 'size');
  };

/** Checks the text of a search: needed, not empty. */
const needed =
  (operation: Operation, name: string, value: string, id: string, more: Json = {}): Check =>
  async (world) => {
    expect(idsOf(await ask(world, operation, { ...more, [name]: value }))).toContain(id);
    await expectRefused(world, operation, { ...more, [name]: '' }, name);
  };

/** Returns a UUID v4 that no other check uses. */
let tokens = 0;
function newToken(): string {
  tokens += 1;
  return `0b6c1a9e-3f52-4d1e-9a77-${tokens.toString(16).padStart(12, '0')}`;
}

const suggest = (world: World, sessiontoken?: string) =>
  // Not by ask(), which sends equal requests once.
  world.service.autocomplete({ input: 'chợ', ...(sessiontoken && { sessiontoken }) });
const pick = (world: World, sessiontoken?: string) =>
  world.service.place({ ids: MARKET, ...(sessiontoken && { sessiontoken }) });
const units = (world: World) => world.http!.units();

/** Checks that a session token folds the calls of one search into one billed unit. */
const session: Check = async (world) => {
  const token = newToken();
  const before = await units(world);
  for (let calls = 0; calls < 3; calls += 1) await suggest(world, token);
  expect(await units(world)).toBe(before);
  await pick(world, token);
  expect(await units(world)).toBe(before + 1);
};

/** Checks the syntax of a session token: a UUID v4. */
const tokenSyntax =
  (operation: Operation, parameters: Json): Check =>
  async (world) => {
    if (world.http) await session(world);
    for (const sessiontoken of ['x', '', '0b6c1a9e-3f52-1d1e-9a77-1c2d3e4f5a6b'])
      await expectRefused(world, operation, { ...parameters, sessiontoken }, 'sessiontoken');
  };

const FIVE_MINUTES = 300_000;

/** Checks that a token is valid for five minutes from its first call, not from its last. */
const expiry: Check = async (world) => {
  const token = newToken();
  await suggest(world, token);
  world.advance(FIVE_MINUTES - 1000);
  await suggest(world, token);
  const before = await units(world);
  world.advance(2000);
  // Expired: each call is charged by itself.
  await suggest(world, token);
  await pick(world, token);
  expect(await units(world)).toBe(before + 2);
};

/** The checks of section 3, and of sections 4.1 to 4.6 with the rows about them in sections 7 to 9. */
export const operationChecks: Checks = {
  any: {
    '3 status': async (world) =>
      expect(await ask(world, 'place', { ids: MARKET, format: 'google' })).toHaveProperty('status'),
    '3 OK': async (world) => expect((await ask(world, 'autocomplete', { input: 'chợ' })).status).toBe('OK'),

    '4.1 Google input': needed('autocomplete', 'input', 'chợ long', MARKET),
    '4.1 Google location': async (world) => {
      const near = (lat: number, lon: number) =>
        ask(world, 'autocomplete', { input: 'đường', location: `${lat},${lon}`, size: 1 });
      const [north, south] = [await near(21.045, 105.849), await near(SAIGON.lat, SAIGON.lon)];
      expect(labelsOf(north)[0]).toContain('Hồng Hà');
      expect(labelsOf(south)[0]).toContain('Lê Lợi');
      await expectRefused(world, 'autocomplete', { input: 'x', location: 'here' }, 'location');
      await expectRefused(world, 'autocomplete', { input: 'x', location: '91,0' }, 'location');
    },
    '4.1 Google origin': async (world) => {
      const away = await ask(world, 'autocomplete', { input: 'chợ long biên', origin: '21.0431,105.8596' });
      expect(at(away, 'predictions/0/distance_meters')).toBe(1038);
      await expectRefused(world, 'autocomplete', { input: 'x', origin: '0,181' }, 'origin');
    },
    '4.1 Google radius': async (world) => {
      const found = async (radius: number) =>
        idsOf(
          await ask(world, 'autocomplete', {
            input: 'bệnh viện bạch mai',
            location: '21.045,105.849',
            radius,
          }),
        );
      expect(await found(6)).toContain(HOSPITAL);
      expect(await found(4)).not.toContain(HOSPITAL);
      await expectRefused(world, 'autocomplete', { input: 'x', radius: 0 }, 'radius');
    },
    '4.1 Google sessiontoken': tokenSyntax('autocomplete', { input: 'chợ' }),
    '4.1 Google admin_v2': adminUnits('autocomplete', { input: 'chợ long biên' }, PHUC_XA),
    '4.1 Response sentence 1': async (world) =>
      expect(Object.keys(await ask(world, 'autocomplete', { input: 'chợ' })).sort()).toEqual([
        'predictions',
        'status',
      ]),
    '4.1 OSM text': needed('autocomplete', 'text', 'chợ long', MARKET),
    '4.1 OSM boundary.circle.lat': async (world) => {
      const circle = { 'boundary.circle.lat': SAIGON.lat, 'boundary.circle.lon': SAIGON.lon };
      const answer = await ask(world, 'autocomplete', { text: 'đường', ...circle, size: 1 });
      expect(labelsOf(answer)[0]).toContain('Lê Lợi');
      const half = { text: 'x', 'boundary.circle.lon': 105 };
      await expectRefused(world, 'autocomplete', half, 'boundary.circle.lat');
      await expectRefused(world, 'autocomplete', { text: 'x', ...circle, 'boundary.circle.lat': 91 }, 'lat');
    },
    '4.1 OSM boundary.circle.lon': async (world) => {
      const half = { text: 'x', 'boundary.circle.lat': 21 };
      await expectRefused(world, 'autocomplete', half, 'boundary.circle.lon');
      const wrong = { text: 'x', 'boundary.circle.lat': 21, 'boundary.circle.lon': 180.1 };
      await expectRefused(world, 'autocomplete', wrong, 'boundary.circle.lon');
    },
    '4.1 OSM boundary.circle.radius': async (world) => {
      const circle = { 'boundary.circle.lat': 21.045, 'boundary.circle.lon': 105.849 };
      const found = async (radius: number) =>
        idsOf(
          await ask(world, 'autocomplete', {
            ...{ text: 'bệnh viện bạch mai', ...circle, 'boundary.circle.radius': radius },
          }),
        );
      expect(await found(6)).toContain(HOSPITAL);
      expect(await found(4)).not.toContain(HOSPITAL);
    },
    '4.1 OSM sessiontoken': tokenSyntax('autocomplete', { text: 'chợ' }),
    '4.1 OSM admin_v2': adminUnits('autocomplete', { text: 'chợ long biên' }, PHUC_XA),
    '4.1 OSM size': size('autocomplete', { text: 'h' }, 5),
    '4.1 Response sentence 2': async (world) => {
      const { autocomplete } = await collections(world);
      expect(autocomplete?.type).toBe('FeatureCollection');
      const [market] = autocomplete?.features as Json[];
      expect(at(market, 'properties/has_child')).toBe(true);
      const parent_id = at<string>(market, 'properties/id');
      expect((await ask(world, 'children', { parent_id })).status).toBe('OK');
    },

    '4.2 ids': async (world) => {
      expect(idsOf(await ask(world, 'place', { ids: MARKET }))).toEqual([MARKET]);
      // Several: in the order of the request.
      const several = await ask(world, 'place', { ids: `${HOUSE}, nothing,${WARD},${MARKET},${HOUSE}` });
      expect(idsOf(several)).toEqual([HOUSE, WARD, MARKET]);
      expect(several.errors).toEqual([{ id: 'nothing', status: 'NOT_FOUND' }]);
      expect(await ask(world, 'place', { ids: 'nothing' })).toMatchObject({
        features: [],
        errors: [{ id: 'nothing', status: 'NOT_FOUND' }],
      });
      await expectRefused(world, 'place', { ids: `${WARD},${MARKET}`, format: 'google' }, 'ids');
      await expectRefused(world, 'place', { ids: `${WARD},,${MARKET}` }, 'ids');
      expect(await ask(world, 'place', { ids: 'nothing', format: 'google' })).toEqual({
        result: null,
        status: 'NOT_FOUND',
      });
      await expectRefused(world, 'place', {}, 'ids');
    },
    '4.2 format': async (world) => {
      const google = await ask(world, 'place', { ids: MARKET, format: 'google' });
      expect(at(google, 'result/place_id')).toBe(MARKET);
      const plain = await ask(world, 'place', { ids: MARKET });
      for (const format of ['osm', 'any'])
        expect(await ask(world, 'place', { ids: MARKET, format })).toEqual(plain);
      expect(plain.type).toBe('FeatureCollection');
    },
    '4.2 sessiontoken': tokenSyntax('place', { ids: MARKET }),
    '4.2 admin_v2': async (world) => {
      await adminUnits('place', { ids: MARKET }, PHUC_XA)(world);
      await adminUnits('place', { ids: MARKET, format: 'google' }, PHUC_XA)(world);
    },
    '4.2 Response for format=google sentence 1': async (world) => {
      const detail = await ask(world, 'place', { ids: MARKET, format: 'google' });
      expect(Object.keys(detail).sort()).toEqual(['result', 'status']);
    },
    '4.2 Default response sentence 1': async (world) => {
      const market = at(await ask(world, 'place', { ids: MARKET }), 'features/0/properties');
      expect(market).toMatchObject({
        website: 'https://cho.example',
        opening_hours: MARKET_HOURS,
        phone: '+842438281234',
      });
    },
    '4.3 parent_id': async (world) => {
      expect(idsOf(await ask(world, 'children', { parent_id: MARKET }))).toContain(STALL);
      expect(await ask(world, 'children', { parent_id: 'nothing' })).toEqual({
        predictions: [],
        status: 'NOT_FOUND',
      });
      expect((await ask(world, 'children', { parent_id: STALL })).status).toBe('ZERO_RESULTS');
      await expectRefused(world, 'children', { parent_id: `${MARKET},${STALL}` }, 'parent_id');
      await expectRefused(world, 'children', {}, 'parent_id');
    },
    '4.3 admin_v2': async (world) => {
      const units = { old: 'Thành phố Hà Nội', now: 'Thành phố Hà Nội' };
      await adminUnits('children', { parent_id: MARKET }, units)(world);
      const [old, now] = await Promise.all(
        [false, true].map((admin_v2) => ask(world, 'children', { parent_id: MARKET, admin_v2 })),
      );
      expect(labelsOf(old as Json)).not.toEqual(labelsOf(now as Json));
    },
    '4.3 Response has_child': async (world) => {
      const { predictions } = await ask(world, 'children', { parent_id: MARKET });
      every(predictions as Json[], (child) => {
        expect(at(child, 'has_child')).toBeTypeOf('boolean');
        expect(at(child, 'matched_substrings')).toBeNull();
      });
    },
    '4.4 Google shape address': needed(
      'geocodeForward',
      'address',
      '131 Hồng Hà, Phúc Xá, Ba Đình, Hà Nội',
      HOUSE,
    ),
    '4.4 Google shape admin_v2': adminUnits(
      'geocodeForward',
      { address: '131 Hồng Hà, Phúc Xá, Ba Đình' },
      PHUC_XA,
    ),
    '4.4 OSM shape text': async (world) => {
      await needed('geocodeForward', 'text', '131 Hồng Hà, Phúc Xá, Ba Đình, Hà Nội', HOUSE)(world);
      every(await features(world), (feature) => {
        for (const name of ['opening_hours', 'opening_hours_v2', 'phone', 'postalcode', 'website'])
          expect(Object.keys(feature.properties as Json)).toContain(name);
      });
    },
    '4.4 OSM shape size': size('geocodeForward', { text: 'Ba Đình' }, 1),
    '4.4 OSM shape admin_v2': adminUnits(
      'geocodeForward',
      { text: '131 Hồng Hà, Phúc Xá, Ba Đình' },
      PHUC_XA,
    ),
    '4.5 Google shape latlng': async (world) => {
      const answer = await ask(world, 'geocodeReverse', { latlng: '21.0431,105.8496' });
      expect([answer.status, at(answer, 'results/0/place_id')]).toEqual(['OK', MARKET]);
      for (const latlng of ['', 'here', '91,0', '0,181', '21'])
        await expectRefused(world, 'geocodeReverse', { latlng }, 'latlng');
    },
    '4.5 Google shape admin_v2': adminUnits('geocodeReverse', { latlng: '21.0431,105.8496' }, PHUC_XA),
    '4.5 OSM shape point.lat': async (world) => {
      const answer = await ask(world, 'geocodeReverse', { 'point.lat': 21.0431, 'point.lon': 105.8496 });
      expect(idsOf(answer)).toEqual([MARKET]);
      await expectRefused(world, 'geocodeReverse', { 'point.lon': 105 }, 'point.lat');
      await expectRefused(world, 'geocodeReverse', { 'point.lat': 90.1, 'point.lon': 0 }, 'point.lat');
      // The equator is a latitude like any other.
      const zero = await ask(world, 'geocodeReverse', { 'point.lat': 0, 'point.lon': 0 });
      expect(labelsOf(zero)).toEqual(['Phao số 0']);
    },
    '4.5 OSM shape point.lon': async (world) => {
      await expectRefused(world, 'geocodeReverse', { 'point.lat': 21 }, 'point.lon');
      await expectRefused(world, 'geocodeReverse', { 'point.lat': 0, 'point.lon': 181 }, 'point.lon');
    },
    '4.5 OSM shape boundary.circle.radius': async (world) => {
      const within = async (radius?: number) => {
        const more = radius === undefined ? {} : { 'boundary.circle.radius': radius };
        const answer = await ask(world, 'geocodeReverse', { ...POINT, size: 50, ...more });
        return (answer.features as Json[]).map((feature) => at<number>(feature, 'properties/distance'));
      };
      expect(await within()).toEqual(await within(1));
      every(await within(0.1), (meters) => expect(meters).toBeLessThanOrEqual(100));
      expect((await within(0.1)).length).toBeLessThan((await within(1)).length);
      for (const radius of [0, -1])
        await expectRefused(
          world,
          'geocodeReverse',
          { ...POINT, 'boundary.circle.radius': radius },
          'boundary.circle.radius',
        );
    },
    '4.5 OSM shape size': size('geocodeReverse', POINT, 1),
    '4.5 OSM shape admin_v2': adminUnits(
      'geocodeReverse',
      { 'point.lat': 21.0431, 'point.lon': 105.8496 },
      PHUC_XA,
    ),
    '4.5 OSM shape distance': async (world) => {
      const { reverse } = await collections(world);
      const meters = (reverse?.features as Json[]).map((each) => at<number>(each, 'properties/distance'));
      expect(meters).toEqual([...meters].sort((a, b) => a - b));
      expect(meters).toHaveLength(4);
      // The hospital is 700 m away, and no street near: it is the first, and the ward is behind it, and alone where nothing is.
      const beside = { 'point.lat': 21.0075, 'point.lon': 105.8411 };
      const far = await ask(world, 'geocodeReverse', { ...beside, size: 9 });
      expect(idsOf(far)[0]).toBe(HOSPITAL);
      expect(at(far, `features/${idsOf(far).length - 1}/properties/category`)).toEqual(['ward']);
      expect(idsOf(await ask(world, 'geocodeReverse', beside))).toEqual([HOSPITAL]);
      const alone = await ask(world, 'geocodeReverse', { ...beside, size: 9, 'boundary.circle.radius': 0.1 });
      expect(idsOf(alone)).toEqual(idsOf(far).slice(-1));
    },
    '4.6 categories': async (world) => {
      const { nearby } = await collections(world);
      expect((nearby?.features as Json[]).map((each) => at(each, 'properties/name'))).toEqual([
        'Ngân hàng Á Châu',
        'Cà phê 44',
        'Chợ Long Biên',
      ]);
      await expectRefused(world, 'nearby', POINT, 'categories');
      await expectRefused(world, 'nearby', { ...POINT, categories: 'hopsital' }, 'hopsital');
    },
    '4.6 point.lat': async (world) =>
      expectRefused(world, 'nearby', { categories: 'atm', 'point.lon': 105 }, 'point.lat'),
    '4.6 point.lon': async (world) =>
      expectRefused(world, 'nearby', { categories: 'atm', 'point.lat': 21 }, 'point.lon'),
    '4.6 size': size('nearby', { categories: 'pharmacy', ...POINT }, 5),
    '4.6 boundary.circle.radius': async (world) => {
      const within = async (radius?: number) => {
        const more = radius === undefined ? {} : { 'boundary.circle.radius': radius };
        return idsOf(await ask(world, 'nearby', { categories: 'hospital', ...POINT, ...more }));
      };
      expect([await within(4), await within(5), await within()]).toEqual([[], [HOSPITAL], [HOSPITAL]]);
      const bad = { categories: 'atm', ...POINT, 'boundary.circle.radius': 0.5 };
      await expectRefused(world, 'nearby', bad, 'boundary.circle.radius');
    },
    '4.6 admin_v2': adminUnits('nearby', { categories: 'market', ...POINT }, PHUC_XA),
    '4.6 Response distance': async (world) => {
      const { nearby } = await collections(world);
      const meters = (nearby?.features as Json[]).map((each) => at<number>(each, 'properties/distance'));
      expect(meters).toEqual([0, 15, 49]);
    },
    '4.6 Response category': async (world) => {
      const { nearby } = await collections(world);
      every(nearby?.features as Json[], (each) => {
        const listed = at<string[]>(each, 'properties/category');
        expect(listed.includes('atm') || listed.includes('cafe')).toBe(true);
      });
      expect(at<string[]>(nearby, 'features/0/properties/category').length).toBeGreaterThan(1);
    },

    '7 place, geocode, autocomplete, children (google shape) status = OK': async (world) => {
      const answers = await Promise.all([
        ask(world, 'place', { ids: MARKET, format: 'google' }),
        ask(world, 'geocodeForward', { address: 'Hà Nội' }),
        ask(world, 'geocodeReverse', { latlng: '21.0442,105.8487' }),
        ask(world, 'autocomplete', { input: 'chợ' }),
        ask(world, 'children', { parent_id: MARKET }),
      ]);
      every(answers, ({ status }) => expect(status).toBe('OK'));
    },
    '7 OSM shape errors = null': async (world) =>
      every(Object.values(await collections(world)), (each) => expect(at(each, 'errors')).toBeNull()),
    '8 radius default autocomplete': async (world) => {
      // 50 km around Ha Noi hold the hospital; from 60 km away it is outside of them.
      const found = (location: string, more: Json = {}) =>
        ask(world, 'autocomplete', { input: 'bệnh viện bạch mai', location, ...more });
      expect(await found('21.4,105.85')).toEqual(await found('21.4,105.85', { radius: 50 }));
      expect(idsOf(await found('21.4,105.85'))).toContain(HOSPITAL);
      expect(idsOf(await found('21.55,105.85'))).not.toContain(HOSPITAL);
      expect(idsOf(await found('21.55,105.85', { radius: 70 }))).toContain(HOSPITAL);
    },
    '8 boundary.circle.radius default reverse geocoding 1 km; nearby 5': async (world) => {
      const reverse = { ...POINT, size: 50 };
      expect(await ask(world, 'geocodeReverse', reverse)).toEqual(
        await ask(world, 'geocodeReverse', { ...reverse, 'boundary.circle.radius': 1 }),
      );
      const near = { categories: 'hospital', ...POINT };
      expect(await ask(world, 'nearby', near)).toEqual(
        await ask(world, 'nearby', { ...near, 'boundary.circle.radius': 5 }),
      );
    },
    '8 size default forward and reverse geocoding 1; nearby 5': async (world) => {
      expect(idsOf(await ask(world, 'geocodeForward', { text: 'Ba Đình' }))).toHaveLength(1);
      expect(idsOf(await ask(world, 'geocodeReverse', POINT))).toHaveLength(1);
      const near = { categories: 'pharmacy', ...POINT };
      expect(idsOf(await ask(world, 'nearby', near))).toHaveLength(5);
      expect(idsOf(await ask(world, 'nearby', { ...near, size: 50 }))).toHaveLength(PHARMACIES);
    },
    '9 admin_v2': adminUnits('place', { ids: MARKET }, PHUC_XA),
  },
  http: {
    '3 Session token created by the client first autocomplete or place-detail call carrying it': async (
      world,
    ) => {
      await session(world);
      // A place call can be the first one too.
      const token = newToken();
      const before = await units(world);
      await pick(world, token);
      await suggest(world, token);
      expect(await units(world)).toBe(before + 1);
    },
    '3 Session token valid passage of time': expiry,
    '3 Session token valid place-detail call with the same token': async (world) => {
      const token = newToken();
      const before = await units(world);
      await suggest(world, token);
      await pick(world, token);
      await pick(world, token);
      await suggest(world, token);
      expect(await units(world)).toBe(before + 1);
      // Without the token, or with another one, a place call is a query of its own.
      await pick(world);
      await pick(world, newToken());
      expect(await units(world)).toBe(before + 3);
    },
    '8 sessiontoken validity autocomplete and place detail': expiry,
  },
};
