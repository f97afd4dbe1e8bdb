import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BEYOND, marksOf, type BeyondKind } from '../../src/contract/beyond.ts';
import { OPERATIONS } from '../../src/contract/catalogue.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { createGeoService } from '../../src/contract/service.ts';
import { createServer } from '../../src/server/create-server.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The words of the rows of the interface document, and the members that its tables name beside their first column. */
const NAMED = new Set([
  ...readFileSync(new URL('interface/rows.txt', import.meta.url), 'utf8').split(/[\s,]+/),
  ...'predictions results result lat lng lon length offset value long_name short_name location viewport'.split(
    ' ',
  ),
  ...'main_text main_text_matched_substrings secondary_text secondary_text_matched_substrings'.split(' '),
  ...'coordinates properties geocoder_status text points trip locations legs original_index side_of_street'.split(
    ' ',
  ),
  ...'maneuvers shape exit_number_elements exit_branch_elements description href roles title rel units'.split(
    ' ',
  ),
]);

/** What the interface document states of values, by operation and parameter. */
const STATED = `autocomplete.radius default=50
autocomplete.boundary.circle.radius default=50
geocodeForward.size default=1
geocodeReverse.size default=1
geocodeReverse.boundary.circle.radius default=1
nearby.size default=5
nearby.boundary.circle.radius default=5
place.format default="osm"
direction.alternatives default=true
direction.vehicle default="car"
encodeForcode.resolution minimum=0
encodeForcode.resolution maximum=15
encodeForcode.resolution default=13
searchImagery.bbox minItems=4
searchImagery.bbox maxItems=6
searchImagery.limit minimum=1
searchImagery.limit maximum=10000
searchImagery.limit default=10
searchImagery.place_distance default="3-15"
searchImagery.place_fov_tolerance minimum=2
searchImagery.place_fov_tolerance maximum=180
searchImagery.place_fov_tolerance default=30`.split('\n');

/** The keywords that refuse or complete a value, and the kinds of marks that say so. */
const KEYWORDS: Readonly<Record<string, readonly BeyondKind[]>> = {
  ...{ minimum: ['limit', 'refusal'], maximum: ['limit', 'refusal'], exclusiveMinimum: ['limit', 'refusal'] },
  ...{
    minItems: ['limit', 'refusal'],
    maxItems: ['limit', 'refusal'],
    minLength: ['refusal'],
    pattern: ['refusal'],
  },
  '~refine': ['refusal', 'limit', 'values'],
  default: ['default', 'parameter'],
};

/** Returns what of a schema is neither in the interface document nor marked. */
function unmarked(schema: Schema, place: string, isRequest: boolean): string[] {
  const kinds = marksOf(schema).map(({ kind }) => kind);
  if (kinds.includes('member') || kinds.includes('parameter')) return [];
  const keywords = Object.entries(KEYWORDS).flatMap(([keyword, expected]) => {
    if (!isRequest || !(keyword in schema) || expected.some((kind) => kinds.includes(kind))) return [];
    const stated = `${place} ${keyword}=${JSON.stringify(schema[keyword])}`;
    return STATED.includes(stated) || place.endsWith('.admin_v2') ? [] : [stated];
  });
  const members = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const inside = members.flatMap(([name, member]) => {
    const own =
      NAMED.has(name) || marksOf(member).length > 0 || isMarkedInside(member) ? [] : [`${place}.${name}`];
    return [...own, ...unmarked(member, `${place}.${name}`, isRequest)];
  });
  const parts = [
    ...((schema.anyOf ?? []) as Schema[]),
    ...(schema.items ? [schema.items as Schema] : []),
    ...Object.values((schema.patternProperties ?? {}) as Record<string, Schema>),
  ];
  return [...keywords, ...inside, ...parts.flatMap((part) => unmarked(part, place, isRequest))];
}

const isMarkedInside = ({ anyOf = [], items }: Schema): boolean =>
  [...(anyOf as Schema[]), ...(items ? [items as Schema] : [])].some((part) => marksOf(part).length > 0);

it('marks each parameter, member, default, limit and refusal that the interface document does not have', () => {
  const operations: Operation[] = Object.values(OPERATIONS);
  const found = operations
    .filter((operation) => !marksOf(operation).some(({ kind }) => kind === 'operation'))
    .flatMap(({ name, shapes }) =>
      Object.values(shapes).flatMap(({ parameters, answer }) => [
        ...unmarked(parameters as unknown as Schema, name, true),
        ...unmarked(answer as unknown as Schema, `${name} response`, false),
      ]),
    );
  expect([...new Set(found)]).toEqual([]);
});

it('has the marks in /openapi.json: of the document, of operations, of parameters and of members', async () => {
  const { app, stop } = await createServer({ service: createGeoService({}) });
  try {
    const document = (await app.inject('/openapi.json')).json<Schema>();
    expect(document[BEYOND]).toHaveProperty('parameters');
    const paths = document.paths as Record<string, Record<string, Schema>>;
    const marksAt = (value: unknown) => JSON.stringify(value).match(/"x-beyond-interface":\[\{[^\]]*/g) ?? [];
    expect(marksAt(paths['/v1/convert'])[0]).toContain('"kind":"operation"');
    expect(marksAt(paths['/v1/geocode/forward']?.get?.parameters).join('\n')).toContain('"isLocalOnly":true');
    expect(marksAt(paths['/v1/optimized-route']?.get?.responses).join('\n')).toContain('several vehicles');
  } finally {
    await stop();
  }
});
