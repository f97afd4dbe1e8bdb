import fc from 'fast-check';
import type { OperationName } from '../../src/contract/catalogue.ts';
import { placeId } from '../../src/engine/gazetteer/place-id.ts';

/** Holds a question as a server hears it: an operation and parameters of any kind. */
export interface Question {
  operation: OperationName;
  parameters: Record<string, unknown>;
}

const WORDS =
  'Đường Hồng Hà|hong ha|131|12/3/45A|47-49|số|ngõ|hẻm|ngách|P.|Q.|phường|quận|Phúc Xá|Bến Nghé|Ba Đình|Hà Nội|TP HCM|tphcm|Lê Lợi|3/2|30/4|chợ|bệnh viện|bv bạch mai|cafe 44|duowngf|Nguyễn|Châu Thành|,|, ,|🙂|👨‍👩‍👧|\u0301|\u0000|\ud800|"|<b>|%20|10000000000|-1|٣|中文|q1p5f12';
const words = fc.constantFrom(...WORDS.split('|'));
const addresses = fc
  .array(words, { maxLength: 12 })
  .chain((list) => fc.constantFrom(' ', ', ', '', '/', '-').map((glue) => list.join(glue)));
const texts = fc.oneof(
  { weight: 6, arbitrary: addresses },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: words.map((word) => `${word} `.repeat(10_000 / (word.length + 1))) },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '\n', ',', 'a', 'đ', '1', 'a'.repeat(10_000)) },
);

const edge = (limit: number) =>
  fc.constantFrom(-limit, limit, 0, -0, limit - 1e-9, 1e-300, -limit - 1e-9, NaN);
const latitudes = fc.oneof(
  fc.double({ min: 20.9, max: 21.2, noNaN: true }),
  fc.double({ min: -90, max: 90 }),
  edge(90),
);
const longitudes = fc.oneof(
  fc.double({ min: 105.7, max: 106, noNaN: true }),
  fc.double({ min: -180, max: 180 }),
  edge(180),
);
const latLngs = fc.oneof(
  fc.tuple(latitudes, longitudes).map(([lat, lng]) => `${lat},${lng}`),
  fc.constantFrom(
    '0,0',
    '90,180',
    ' -90 , -180 ',
    '21.04,105.85',
    '91,0',
    '1e3,5',
    '',
    'here',
    `${'9'.repeat(400)},0`,
  ),
);
const sizes = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(0, -1, 1.5, 1e9, Infinity, '5'));
const radii = fc.oneof(
  fc.integer({ min: 1, max: 100 }),
  fc.double(),
  fc.constantFrom(0, -1, 1e-9, 20_000, 1e300),
);
const booleans = fc.oneof(fc.boolean(), fc.constantFrom('true', null, 1));
const tokens = fc.oneof(
  fc.uuid({ version: 4 }),
  fc.uuid(),
  fc.constant('0b6c1a9e-3f52-4d1e-9a77-1c2d3e4f5a6b'),
  texts,
);
const knownIds = [
  'market',
  'alley',
  'stall',
  'named',
  'null-island',
  'pole',
  'ward:00004',
  'province:01',
].map(placeId);
const ids = fc.oneof(
  fc.constantFrom(...knownIds),
  fc.array(fc.constantFrom(...knownIds, 'nothing', '', ' '), { maxLength: 8 }).map((list) => list.join(',')),
  fc.stringMatching(/^[A-Za-z0-9_-]{60}$/),
  texts,
);
const categories = fc.oneof(
  fc
    .array(fc.constantFrom('atm', 'Ngân hàng', 'cafe', 'market', 'food', 'attraction', 'hopsital', ''), {
      maxLength: 4,
    })
    .map((list) => list.join(',')),
  texts,
);

/** Makes parameters of which each may be left out, the first few seldom. */
function parametersOf(
  needed: Record<string, fc.Arbitrary<unknown>>,
  more: Record<string, fc.Arbitrary<unknown>>,
) {
  const given = Object.entries(needed).map(
    ([name, values]) => [name, fc.option(values, { nil: undefined, freq: 40 })] as const,
  );
  const optional = Object.entries(more).map(
    ([name, values]) => [name, fc.option(values, { nil: undefined, freq: 1 })] as const,
  );
  return fc
    .record(Object.fromEntries([...given, ...optional]))
    .map((parameters) =>
      Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined)),
    );
}

const circle = {
  'boundary.circle.lat': latitudes,
  'boundary.circle.lon': longitudes,
  'boundary.circle.radius': radii,
};
const point = { 'point.lat': latitudes, 'point.lon': longitudes };
const admin = { admin_v2: booleans };

const QUESTIONS: [OperationName, fc.Arbitrary<Record<string, unknown>>][] = [
  [
    'autocomplete',
    parametersOf(
      { input: texts },
      { location: latLngs, origin: latLngs, radius: radii, size: sizes, sessiontoken: tokens, ...admin },
    ),
  ],
  ['autocomplete', parametersOf({ text: texts }, { ...circle, size: sizes, sessiontoken: tokens, ...admin })],
  [
    'place',
    parametersOf({ ids, format: fc.constantFrom('google', 'osm') }, { sessiontoken: tokens, ...admin }),
  ],
  ['children', parametersOf({ parent_id: ids }, { format: fc.constantFrom('google', 'osm', 'x'), ...admin })],
  ['geocodeForward', parametersOf({ address: texts }, admin)],
  ['geocodeForward', parametersOf({ text: texts }, { size: sizes, ...admin })],
  ['geocodeReverse', parametersOf({ latlng: latLngs }, admin)],
  ['geocodeReverse', parametersOf(point, { 'boundary.circle.radius': radii, size: sizes, ...admin })],
  [
    'nearby',
    parametersOf({ categories, ...point }, { 'boundary.circle.radius': radii, size: sizes, ...admin }),
  ],
  ['wardAt', parametersOf({ lat: latitudes, lng: longitudes }, {})],
  ['encodeForcode', parametersOf({ lat: latitudes, lng: longitudes }, { resolution: sizes })],
  ['decodeForcode', parametersOf({ forcodes: texts }, {})],
];

/** Makes questions of every operation that the local service answers: sound ones, garbage, emoji, endless text, the edges of the earth. */
export const questions: fc.Arbitrary<Question> = fc.oneof(
  ...QUESTIONS.map(([operation, all]) => all.map((parameters) => ({ operation, parameters }))),
);
