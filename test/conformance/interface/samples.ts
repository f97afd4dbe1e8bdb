import { expect } from 'vitest';
import type { OperationName } from '../../../src/contract/catalogue.ts';
import { placeId } from '../../../src/engine/gazetteer/place-id.ts';
import type { World } from './world.ts';

/** Places of the small city. */
export const MARKET = placeId('market');
export const STALL = placeId('stall');
export const HOUSE = placeId('hong-ha-131');
export const POSTCODE_HOUSE = placeId('range');
export const HOSPITAL = placeId('hospital');
export const WARD = placeId('ward:00004');
export const PROVINCE = placeId('province:01');
/** Opening hours of the market, from day 0 on. */
export const MARKET_HOURS = Array.from({ length: 7 }, (_, day) => [
  [day, 3, 0],
  [day, 18, 0],
]);
/** Beside the market; units: degrees. */
export const NEAR_MARKET = { lat: 21.0435, lon: 105.8498 };

/** Any text, and any number, in an expectation. */
export const A_TEXT = expect.any(String) as string;
export const A_NUMBER = expect.any(Number) as number;

/** A JSON object of a response whose members are checked one by one. */
export type Json = Record<string, unknown>;

const answers = new WeakMap<World, Map<string, Promise<Json>>>();

/** Sends a request once per service; later calls with the same parameters get the same response. */
export function ask(world: World, operation: OperationName, parameters: object): Promise<Json> {
  const known = answers.get(world) ?? new Map<string, Promise<Json>>();
  answers.set(world, known);
  const key = JSON.stringify([operation, parameters]);
  const answer =
    known.get(key) ?? (world.service[operation] as (parameters: object) => Promise<unknown>)(parameters);
  known.set(key, answer as Promise<Json>);
  return answer as Promise<Json>;
}

/** Expects that a request is refused as INVALID_REQUEST with this in its message. */
export async function expectRefused(
  world: World,
  operation: OperationName,
  parameters: object,
  named: string,
): Promise<void> {
  const outcome = await ask(world, operation, parameters).then(
    () => ({ code: 'answered', message: '' }),
    (error: { code: string; message: string }) => error,
  );
  expect([outcome.code, outcome.message]).toEqual(['INVALID_REQUEST', expect.stringContaining(named)]);
}

/** Returns a member of an object by its dotted path; every step must exist. */
export function at<T = unknown>(value: unknown, path: string): T {
  let inner = value;
  for (const name of path.split('/')) {
    expect(inner, path).toBeTypeOf('object');
    expect(Object.keys(inner as object), path).toContain(name);
    inner = (inner as Json)[name];
  }
  return inner as T;
}

/** Expects something of every item; there must be items. */
export function every<T>(items: readonly T[], expectation: (item: T) => void): void {
  expect(items.length).toBeGreaterThan(0);
  for (const item of items) expectation(item);
}

/** Returns suggestions of autocomplete in google shape: a place, a house, a ward. */
export async function suggestions(world: World): Promise<Json[]> {
  const origin = `${NEAR_MARKET.lat},${NEAR_MARKET.lon}`;
  const lists = await Promise.all(
    ['chợ long b', '131 hong h', 'ba dinh'].map((input) => ask(world, 'autocomplete', { input, origin })),
  );
  return lists.flatMap(({ predictions }) => predictions as Json[]);
}

/** Returns the children of the market in google shape. */
export async function stalls(world: World): Promise<Json[]> {
  return (await ask(world, 'children', { parent_id: MARKET })).predictions as Json[];
}

/** Returns suggestions and children. */
export async function predictions(world: World): Promise<Json[]> {
  return [...(await suggestions(world)), ...(await stalls(world))];
}

/** Returns the place details in google shape of a market, a house and a ward. */
export async function details(world: World): Promise<Json[]> {
  const all = await Promise.all(
    [MARKET, HOUSE, WARD].map((ids) => ask(world, 'place', { ids, format: 'google' })),
  );
  return all.map(({ result }) => result as Json);
}

/** Returns results of forward and reverse geocoding in google shape. */
export async function geocoded(world: World): Promise<Json[]> {
  const all = await Promise.all([
    ask(world, 'geocodeForward', { address: '131 Hồng Hà, Phúc Xá, Ba Đình, Hà Nội' }),
    ask(world, 'geocodeForward', { address: 'Phường Bến Nghé, Quận 1, TP HCM', admin_v2: true }),
    ask(world, 'geocodeReverse', { latlng: '21.0442,105.8487' }),
  ]);
  return all.flatMap(({ results }) => results as Json[]);
}

/** Returns place details and geocoding results in google shape. */
export async function googlePlaces(world: World): Promise<Json[]> {
  return [...(await details(world)), ...(await geocoded(world))];
}

/** Returns a collection in OSM shape of each operation that has one, by operation. */
export async function collections(world: World): Promise<Record<string, Json>> {
  const point = { 'point.lat': NEAR_MARKET.lat, 'point.lon': NEAR_MARKET.lon };
  const circle = { 'boundary.circle.lat': NEAR_MARKET.lat, 'boundary.circle.lon': NEAR_MARKET.lon };
  return {
    autocomplete: await ask(world, 'autocomplete', { text: 'chợ long biên', ...circle }),
    place: await ask(world, 'place', { ids: [MARKET, POSTCODE_HOUSE, WARD].join(',') }),
    children: await ask(world, 'children', { parent_id: MARKET, format: 'osm' }),
    forward: await ask(world, 'geocodeForward', { text: '131 Hồng Hà, Phúc Xá, Ba Đình, Hà Nội' }),
    reverse: await ask(world, 'geocodeReverse', { ...point, size: 4 }),
    nearby: await ask(world, 'nearby', { categories: 'atm,cafe', ...point }),
  };
}

/** Returns all features of {@link collections}. */
export async function features(world: World): Promise<Json[]> {
  return Object.values(await collections(world)).flatMap((collection) => collection.features as Json[]);
}

/** Returns the properties of {@link features}. */
export async function properties(world: World): Promise<Json[]> {
  return (await features(world)).map((feature) => feature.properties as Json);
}
