import { describe, expect, it } from 'vitest';
import { answerOf } from '../../test/support/loopback-answers.ts';
import { OPERATIONS, type OperationName } from '../contract/catalogue.ts';
import { checkerOf, shapeNamed } from '../contract/parameters.ts';
import { readTolerantly } from './tolerant-reader.ts';

type Tree = { [name: string]: Tree } & Tree[];

const MEASURE = { text: '12 m', value: 12 };
const PLACE = { lat: 10.7, lng: 106.7 };
const LEG = {
  distance: MEASURE,
  duration: { ...MEASURE },
  start_address: '',
  end_address: '',
  start_location: PLACE,
  end_location: PLACE,
  steps: [],
};
const DIRECTIONS = {
  geocoded_waypoints: [],
  routes: [
    {
      bounds: {},
      legs: [LEG],
      overview_polyline: { points: '' },
      summary: '',
      warnings: [],
      waypoint_order: [],
    },
  ],
};

/** The response of an operation with one change, and its schema. */
function changed(
  name: OperationName,
  shape: string,
  query: Record<string, string>,
  change: (value: Tree) => void,
) {
  const { answer: schema } = shapeNamed(OPERATIONS[name], shape);
  const given = name === 'direction' ? DIRECTIONS : answerOf(name, new URLSearchParams(query));
  const value = structuredClone(given) as Tree;
  expect(checkerOf(schema).check(value)).toBe(true);
  change(value);
  expect(checkerOf(schema).check(value)).toBe(false);
  return { schema, value };
}

const set = (tree: unknown, name: string, value: unknown) => {
  (tree as Record<string, unknown>)[name] = value;
};
const google = { address: '1 Lê Lợi' };
const directions = { origin: '10.7,106.7', destination: '10.8,106.7' };

describe('readTolerantly', () => {
  it.each([
    [
      'types that are null',
      'geocodeForward',
      'google',
      google,
      (v: Tree) => set(v.results![0], 'types', null),
      '/results/0/types',
    ],
    [
      'no types',
      'geocodeForward',
      'google',
      google,
      (v: Tree) => delete (v.results![0] as Partial<Tree>).types,
      '/results/0/types',
    ],
    [
      'terms that are null',
      'autocomplete',
      'google',
      { input: 'chợ' },
      (v: Tree) => set(v.predictions![0], 'terms', null),
      '/predictions/0/terms',
    ],
    [
      'bounds that are null',
      'direction',
      'only',
      directions,
      (v: Tree) => set(v.routes![0], 'bounds', null),
      '/routes/0/bounds',
    ],
    [
      'no warnings',
      'direction',
      'only',
      directions,
      (v: Tree) => delete (v.routes![0] as Partial<Tree>).warnings,
      '/routes/0/warnings',
    ],
    [
      'a summary that is null',
      'direction',
      'only',
      directions,
      (v: Tree) => set(v.routes![0], 'summary', null),
      '/routes/0/summary',
    ],
    [
      'metres with decimals',
      'direction',
      'only',
      directions,
      (v: Tree) => set(v.routes![0]!.legs![0]!.distance, 'value', 12.5),
      '/routes/0/legs/0/distance/value',
    ],
  ] as const)('uses a response with %s', (_, name, shape, query, change, place) => {
    const { schema, value } = changed(name, shape, query, change);
    const before = JSON.stringify(value);
    const read = readTolerantly(schema, value);
    expect(read?.differences).toEqual([place]);
    expect(checkerOf(schema).check(read?.value)).toBe(true);
    expect(JSON.stringify(value)).toBe(before);
  });

  it('takes an empty viewport for none', () => {
    const { schema, value } = changed('place', 'google', { ids: 'a', format: 'google' }, (v) =>
      set(v.result!.geometry, 'viewport', {}),
    );
    expect((readTolerantly(schema, value)?.value as Tree).result!.geometry!.viewport).toBe(null);
  });

  it.each([
    ['no position', (v: Tree) => delete (v.results![0] as Partial<Tree>).geometry],
    ['a latitude that is a text', (v: Tree) => set(v.results![0]!.geometry!.location, 'lat', '10.7')],
    ['no id', (v: Tree) => set(v.results![0], 'place_id', null)],
    ['results that are null', (v: Tree) => set(v, 'results', null)],
    ['no status', (v: Tree) => delete (v as Partial<Tree>).status],
  ])('does not use a response with %s', (_, change) => {
    const { schema, value } = changed('geocodeForward', 'google', google, change);
    expect(readTolerantly(schema, value)).toBeUndefined();
  });
});
