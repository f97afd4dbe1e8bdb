import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { OperationName } from '../contract/catalogue.ts';
import { classify } from './response-outcome.ts';
import { createScrubber } from './secrets.ts';
import { createServiceRequest } from './service-request.ts';
import { responseOf, type DecodedResponse } from '../../test/conformance/interface/decoded-responses.ts';

const ROWS = readFileSync('test/conformance/interface/rows.txt', 'utf8')
  .trimEnd()
  .split('\n')
  .filter((row) => row.startsWith('2.'));

/** Members that a response may have as null, or not at all. */
const NULLABLE = new Set([
  ...['2.1 distance_meters', '2.1 matched_substrings', '2.3 Envelope bbox', '2.3 Envelope errors'],
  ...['2.3 Feature geometry', '2.3 housenumber', '2.3 street', '2.3 short_address', '2.3 postalcode'],
  ...['2.3 country', '2.3 country_code', '2.3 category', '2.3 website', '2.3 opening_hours'],
  ...['2.3 opening_hours_v2', '2.3 phone', '2.3 region', '2.3 county', '2.3 locality', '2.3 distance'],
  ...['2.3 continent', '2.3 source', '2.2 url'],
  ...['2.6 Decode response lat', '2.6 Decode response lng', '2.6 Decode response resolution'],
  ...['2.7 Item properties datetime', '2.7 Item properties pers:pitch', '2.7 Item properties pers:roll'],
  '2.7 Item properties view:azimuth',
]);

/** Members that a response may leave out. */
const OPTIONAL: readonly RegExp[] = [
  /^2\.1 has_child$/,
  /^2\.2 address$/,
  /^2\.3 (has_child|sid)$/,
  /^2\.5 Maneuver (verbal_|street_names|sign|roundabout_exit_count)/,
  /^2\.5 Leg summary (has_|min_|max_|cost)/,
  /^2\.7 (type|collection|bbox|stac_version|stac_extensions|providers|assets|asset_templates|links)$/,
  /^2\.7 Item properties (?!ready)/,
];

/** Members that have one value only. */
const CONSTANT = new Set(['2.3 Envelope FeatureCollection', '2.3 Feature Feature', '2.3 Feature Point']);

/** Members whose values the interface leaves open. */
const ANYTHING = new Set(['2.3 Envelope errors', '2.3 opening_hours', '2.3 opening_hours_v2']);

/** Lists whose items the interface leaves open. */
const LISTS = new Set(['2.4 Route warnings', '2.4 Route waypoint_order']);

/** Returns a value that no documented member has. */
const wrongValue = (row: string): unknown => (LISTS.has(row) ? 'no list' : [[{ no: 'member' }]]);

type Json = Record<string, unknown>;

/** Returns a response with another value at a path; undefined takes the member out. */
function changed({ body, path }: DecodedResponse, value: unknown): Json {
  const copy = structuredClone(body);
  const parts = path.split('/');
  const last = parts.pop() as string;
  const parent = parts.reduce<Json>((at, part) => at[part] as Json, copy);
  expect(parent).toHaveProperty([last]);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

/** How the remote client takes a response: as one of the interface, as one that differs from it and can be used, or not at all. */
function reading({ operation, shape, parameters }: DecodedResponse, body: Json): 'exact' | 'odd' | 'refused' {
  const request = createServiceRequest(
    operation as OperationName,
    shape,
    parameters,
    'https://maps.example/v1',
  );
  const reply = {
    ...({ kind: 'reply', status: 200, headers: {} } as const),
    body: Buffer.from(JSON.stringify(body)),
  };
  const outcome = classify(request, reply, createScrubber('a-key-that-occurs-nowhere'));
  if (outcome.kind !== 'answer') return 'refused';
  return outcome.differences ? 'odd' : 'exact';
}

/** Reports whether the remote client takes a response for one of the interface. */
const isAccepted = (response: DecodedResponse, body: Json): boolean => reading(response, body) === 'exact';

/** Members whose wrong value costs no response: no position, id, name, shape, measure or status depends on them. */
const SPARE = [
  '2.1 has_child',
  '2.1 matched_substrings',
  '2.1 terms',
  '2.1 types',
  '2.2 types',
  '2.2 url',
  '2.3 Envelope bbox',
  '2.3 country',
  '2.3 country_code',
  '2.3 category',
  '2.3 website',
  '2.3 phone',
  '2.3 continent',
  '2.3 source',
  '2.3 has_child',
  '2.4 Envelope geocoded_waypoints',
  '2.4 Route bounds',
  '2.4 Route summary',
  '2.4 Route warnings',
  '2.4 Route waypoint_order',
  '2.4 Leg start_address',
  '2.4 Leg end_address',
  '2.4 Step html_instructions',
  '2.4 Step maneuver',
  '2.4 Step travel_mode',
  '2.5 Maneuver instruction',
  '2.5 Maneuver verbal_transition_alert_instruction',
  '2.5 Maneuver verbal_succinct_transition_instruction',
  '2.5 Maneuver verbal_pre_transition_instruction',
  '2.5 Maneuver verbal_post_transition_instruction',
  '2.5 Maneuver street_names',
  '2.5 Maneuver verbal_multi_cue',
  '2.5 Maneuver travel_mode',
  '2.5 Maneuver travel_type',
  '2.5 Maneuver sign',
  '2.5 Maneuver roundabout_exit_count',
  '2.7 bbox',
  '2.7 stac_extensions',
  '2.7 providers',
  '2.7 Item properties created',
  '2.7 Item properties datetimetz',
  '2.7 Item properties height',
  '2.7 Item properties width',
  '2.7 Item properties license',
  '2.7 Item properties original_file:name',
  '2.7 Item properties original_file:size',
  '2.7 Item properties exif',
  '2.7 Item properties pers:interior_orientation',
  '2.7 Item properties tiles:tile_matrix_sets',
  '2.7 Item properties imagery:producer',
];

describe('the remote client reads each member of the interface', () => {
  it.each(ROWS)('%s', (row) => {
    const response = responseOf(row);
    expect(isAccepted(response, response.body)).toBe(true);
    // A name for a value, as `ready`, is one of several.
    if (row === '2.7 Item properties ready')
      return expect(isAccepted(response, changed(response, 'hidden'))).toBe(true);
    if (CONSTANT.has(row)) return expect(isAccepted(response, changed(response, 'other'))).toBe(false);
    const mayBeNull = NULLABLE.has(row);
    const mayBeAbsent = mayBeNull || OPTIONAL.some((rows) => rows.test(row));
    expect([row, isAccepted(response, changed(response, undefined))]).toEqual([row, mayBeAbsent]);
    if (mayBeNull || !mayBeAbsent)
      expect([row, isAccepted(response, changed(response, null))]).toEqual([row, mayBeNull]);
    if (!ANYTHING.has(row))
      expect([row, isAccepted(response, changed(response, wrongValue(row)))]).toEqual([row, false]);
    return undefined;
  });
});

describe('a response with a wrong value', () => {
  it('is used where nothing depends on the member, and refused elsewhere', () => {
    const used = ROWS.filter((row) => {
      const response = responseOf(row);
      return reading(response, changed(response, wrongValue(row))) === 'odd';
    });
    expect(used).toEqual(SPARE);
  });
});
