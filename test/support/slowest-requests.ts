import type { TSchema } from 'typebox';
import { OPERATIONS, type OperationName } from '../../src/contract/catalogue.ts';
import { createRandom, pick } from '../bench/random.ts';

type Random = ReturnType<typeof createRandom>;

/** A request, as a client may send it. */
export interface Request {
  operation: OperationName;
  parameters: Record<string, unknown>;
}

/** A request and what it costs, in steps. */
export interface Costly extends Request {
  steps: number;
}

/** A parameter: returns a value of it; `before` is the one that was best so far. */
type Draw = (random: Random, before: unknown) => unknown;

const LATITUDES = [-90, -89.9, -10.77, 0, 8.6, 10.3, 10.77, 12.24, 16.05, 21.03, 23.4, 89.9, 90];
const LONGITUDES = [-180, -73.3, 0, 102.1, 105.85, 106.7, 107.2, 109.19, 114, 179.9, 180];
const WORDS =
  'nguyen|nguyễn|đường|12/3/45A|phường 1|quận 1|q1|hà nội|hcm|chợ|a|an|ng|trần|số 1|hẻm 1|ngõ 2|,|xã|huyện|long|tân|bình|cafe|atm|bệnh viện'.split(
    '|',
  );
const CATEGORY_WORDS = 'atm|food|cafe|school|quán ăn|health|shop|x|transport|ngân hàng'.split('|');

/** Moves a number a little, or draws another. */
const near =
  (values: readonly number[], least: number, most: number): Draw =>
  (random, before) => {
    if (typeof before !== 'number' || random() < 0.3) return pick(random, values);
    const moved = before + (random() - 0.5) * 10 ** (2 - 5 * random());
    return Math.max(least, Math.min(most, moved));
  };
const of =
  (...values: readonly unknown[]): Draw =>
  (random) =>
    pick(random, values);
/** Changes some words of a text, or repeats it up to the length of an address of the server. */
const text =
  (words: readonly string[], glue: string, longest = 12_000): Draw =>
  (random, before) => {
    const list = typeof before === 'string' && random() < 0.8 ? before.split(glue) : [pick(random, words)];
    if (random() < 0.3) return list.concat(list).join(glue).slice(0, longest);
    list.splice(Math.floor(random() * (list.length + 1)), random() < 0.3 ? 1 : 0, pick(random, words));
    return list.join(glue).slice(0, longest);
  };
const locations =
  (most: number): Draw =>
  (random) =>
    Array.from({ length: pick(random, [3, 9, 40, 120, most]) }, () => ({
      lat: 10 + random(),
      lon: 106 + random(),
    }));

const LAT = near(LATITUDES, -90, 90);
const LON = near(LONGITUDES, -180, 180);
const SIZE = of(1, 2, 5, 6, 20, 50, 1e9);
const RADIUS = of(undefined, 0.001, 1, 1.1, 5, 50, 500, 5000, 20_000, 1e9);
const POINT = { 'point.lat': LAT, 'point.lon': LON, admin_v2: of(true, false) };

/** How the parameters of an operation are drawn where the examples of its schema are too few. */
const DRAWN: Readonly<Partial<Record<OperationName, Readonly<Record<string, Draw>>>>> = {
  geocodeForward: { text: text(WORDS, ' '), size: SIZE },
  autocomplete: {
    ...{ text: text(WORDS, ' '), size: SIZE, 'boundary.circle.lat': LAT, 'boundary.circle.lon': LON },
    'boundary.circle.radius': RADIUS,
  },
  geocodeReverse: { ...POINT, size: SIZE, 'boundary.circle.radius': RADIUS },
  nearby: {
    ...{ ...POINT, size: SIZE, categories: text(CATEGORY_WORDS, ',') },
    'boundary.circle.radius': of(undefined, 1, 5, 6, 500, 20_000, 1e9),
  },
  place: { ids: text(['a', 'b1', 'x'.repeat(60), '🙂'], ',') },
  children: { parent_id: text(['a', 'b'], '') },
  encodeForcode: { lat: LAT, lng: LON, resolution: of(0, 1, 5, 13, 15) },
  decodeForcode: { forcodes: text(['HCM', 'HN', 'A', '9', 'đ'], '') },
  direction: {
    origin: of('10.77,106.7', '0,0'),
    destination: (random) =>
      Array.from({ length: pick(random, [1, 10, 50]) }, () => `${10 + random()},${106 + random()}`).join(';'),
  },
  optimizedRoute: {
    json: (random, before) => ({
      locations: locations(200)(random, before),
      costing: 'auto',
      ...(random() < 0.3 && { geomill: { vehicles: 5 } }),
    }),
  },
  convert: {
    ...{ text: text(WORDS, ' '), lat: LAT, lon: LON },
    ...{ from: of(undefined, '2025-06-30'), to: of(undefined, '2025-06-30', '2026-05-01') },
  },
  searchImagery: { bbox: of([-180, -90, 180, 90], [105, 20, 107, 22]), limit: of(1, 10, 10_000) },
};

/** Draws each parameter from the examples of its schema; texts are mixed and repeated too. */
function drawsOf(operation: OperationName): [string, Draw][] {
  const written = DRAWN[operation];
  if (written !== undefined) return Object.entries(written);
  const { shapes } = OPERATIONS[operation] as { shapes: Record<string, { parameters: TSchema }> };
  return Object.values(shapes).flatMap(({ parameters }) =>
    Object.entries((parameters as { properties?: Record<string, { examples?: unknown[] }> }).properties ?? {})
      .filter(([, { examples = [] }]) => examples.length > 0)
      .map(([name, { examples = [] }]): [string, Draw] => [
        name,
        examples.every((example) => typeof example === 'string')
          ? text([...examples, ...WORDS], ' ')
          : of(...examples),
      ]),
  );
}

/** How many requests are tried: at random, then changes of the most expensive so far. */
export interface SearchEffort {
  seed: number;
  starts: number;
  changes: number;
}

/**
 * Searches the most expensive request of an operation by hill climbing: some parameters of the most expensive one so far are drawn again.
 *
 * Shape: calls `visit` for each request that was tried. Guarantee: the same seed tries the same requests, where `stepsOf` is repeatable.
 */
export async function findSlowest(
  operation: OperationName,
  stepsOf: (request: Request) => Promise<number>,
  visit: (request: Costly) => void,
  { seed, starts, changes }: SearchEffort,
): Promise<Costly> {
  const random = createRandom(seed);
  const drawn = drawsOf(operation);
  let best: Costly = { operation, parameters: {}, steps: -1 };
  for (let round = 0; round < starts + changes; round += 1) {
    const isStart = round < starts;
    const entries = drawn.map(([name, draw]) => {
      const before = isStart ? undefined : best.parameters[name];
      return [name, isStart || random() < 0.4 ? draw(random, before) : before] as const;
    });
    const parameters = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    const request = { operation, parameters, steps: await stepsOf({ operation, parameters }) };
    visit(request);
    if (request.steps > best.steps) best = request;
  }
  return best;
}
