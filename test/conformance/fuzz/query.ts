import fc from 'fast-check';
import { placeId } from '../../../src/engine/gazetteer/place-id.ts';

/** Values of our data for parameters of free text, by name, so that many requests match something. */
export const TEXTS: Readonly<Record<string, readonly string[]>> = {
  ids: ['market', 'alley', 'stall', 'null-island', 'ward:00004', 'province:01'].map(placeId),
  place_id: ['market', 'ward:00004'].map(placeId),
  osm_ids: [...['market', 'ward:00004'].map(placeId), 'W1', 'N2,R3'],
  parent_id: ['market', 'alley', 'ward:00004'].map(placeId),
  location: ['21.04,105.85', '0,0', '-90,180'],
  origin: ['21.04,105.85', '10.77,106.7', '0,0'],
  latlng: ['21.0442,105.8487', '10.7737,106.7007', '90,-180'],
  destination: ['21.05,105.84', '21.05,105.84;10.77,106.7', '0,0;0,0'],
  categories: ['atm', 'market,cafe', 'bệnh viện'],
  forcodes: ['HN4TZUZBPKRN0F', 'HNO4DT45BQNZ', 'QN4TZUZBPKRN0F'],
  sessiontoken: ['0b6c1a9e-3f52-4d1e-9a77-1c2d3e4f5a6b'],
  place_position: ['105.8486,21.0441', '105.85,21.04'],
  datetime: ['2023-05-01T08:00:00Z', '2023-01-01T00:00:00Z/..', '../2025-01-01T00:00:00Z'],
  intersects: ['{"type":"Point","coordinates":[105.8486,21.0441]}'],
  viewbox: ['105.8,21,105.9,21.1', '0,0,1,1'],
  bbox: ['105.8,21,105.9,21.1'],
  layer: ['address', 'poi', 'house', 'street'],
  countrycodes: ['vn', 'vn,th'],
  countrycode: ['VN', 'th'],
  osm_tag: ['amenity', 'amenity:marketplace', '!shop', ':atm'],
  text: ['{address}', '{note}'],
  lat: ['{lat}'],
  lon: ['{lon}'],
  columns: ['id,address,lat,lon,forcode,place_id'],
  delimiter: [','],
  code: ['{forcode}'],
};

/** Of 100 values, as many are of the schema; the others are text of any kind. */
const SOUND = 92;
const garbage = fc.oneof(
  fc.constantFrom('', ' ', 'null', 'NaN', '-0', '1e400', '[]', '{}', 'true', '٣', '\u0000', 'a'.repeat(2000)),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
// A lone surrogate has no UTF-8, and would be refused here instead of by the server.
const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());
/** Parts of a query that no correct client sends. */
const noise = fc.constantFrom(
  '&',
  '=',
  '&x=1',
  '&__proto__=1',
  '&constructor=1',
  '&%E0%A4%A=1',
  '&%',
  '&apikey=a&apikey=b',
  '&+=+',
  '&[]=1',
  '#x',
);

function wire(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A parameter and its sound values. */
export interface FuzzParameter {
  name: string;
  isRequired: boolean;
  values: fc.Arbitrary<unknown>;
}

/** A query has about half of this number of optional parameters. */
const OFTEN = 3;

/** Makes queries of parameters: most of them sound, some with a repeated parameter or with noise. */
export function queryOf(parameters: readonly FuzzParameter[]): fc.Arbitrary<string> {
  // Each optional parameter may be refused with another: with many in every query, nothing would be answered.
  const rarity = Math.max(1, Math.round(parameters.length / OFTEN));
  const options = parameters.map(({ name, isRequired, values }) => {
    const sound = values.map(wire);
    const value = fc.oneof({ weight: SOUND, arbitrary: sound }, { weight: 100 - SOUND, arbitrary: garbage });
    const pair = value.map((text) => `${encoded(name)}=${encoded(text)}`);
    if (isRequired) return fc.option(pair, { nil: undefined, freq: 50 });
    return fc.oneof({ weight: 1, arbitrary: pair }, { weight: rarity, arbitrary: fc.constant(undefined) });
  });
  const pairs = fc.tuple(...options).map((list) => list.filter((pair) => pair !== undefined));
  const query = pairs.map((list) => list.join('&'));
  const twice = pairs.map((list) => [...list, list[0] ?? 'a=b'].join('&'));
  return fc.oneof(
    { weight: 16, arbitrary: query },
    { weight: 1, arbitrary: twice },
    { weight: 1, arbitrary: fc.tuple(query, noise).map((parts) => parts.join('')) },
  );
}
