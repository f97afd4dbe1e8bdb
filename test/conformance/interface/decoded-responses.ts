import { HERE, MEASURES } from '../../support/google-records.ts';
import { answerOf } from '../../support/loopback-answers.ts';

type Json = Record<string, unknown>;

/** A response of a service with all documented members, the request that it is for, and where the member of a row is in it. */
export interface DecodedResponse {
  operation: string;
  shape: string;
  parameters: Json;
  body: Json;
  path: string;
}

const STEP = {
  ...MEASURES,
  ...{ start_location: HERE, end_location: HERE, html_instructions: 'Rẽ trái', maneuver: 'left' },
  ...{ polyline: { points: '' }, travel_mode: 'DRIVING' },
};
const DIRECTIONS = {
  geocoded_waypoints: ['a', 'b'].map((place_id) => ({ geocoder_status: 'OK', place_id })),
  routes: [
    {
      ...{
        bounds: {},
        overview_polyline: { points: '' },
        summary: 'Phố Huế',
        warnings: [],
        waypoint_order: [],
      },
      legs: [
        {
          ...MEASURES,
          ...{
            start_address: 'A',
            end_address: 'B',
            start_location: HERE,
            end_location: HERE,
            steps: [STEP],
          },
        },
      ],
    },
  ],
};

const MANEUVER = {
  ...{ type: 26, instruction: 'Vào bùng binh', time: 60, length: 1, cost: 60 },
  ...Object.fromEntries(
    ['transition_alert', 'succinct_transition', 'pre_transition', 'post_transition'].map((name) => [
      `verbal_${name}_instruction`,
      'text',
    ]),
  ),
  ...{ street_names: ['Phố Huế'], begin_shape_index: 0, end_shape_index: 1, verbal_multi_cue: true },
  ...{ travel_mode: 'drive', travel_type: 'car', roundabout_exit_count: 2 },
  sign: { exit_number_elements: [{ text: '1' }], exit_branch_elements: [{ text: 'A' }] },
};
const json = { locations: [0, 1, 2].map((at) => ({ lat: 21 + at / 100, lon: 105.8 })), costing: 'auto' };

const ITEM = {
  ...{ id: 'p', type: 'Feature', collection: 'c', bbox: [105, 21, 105, 21], stac_version: '1.0.0' },
  geometry: { type: 'Point', coordinates: [105, 21] },
  ...{ stac_extensions: [], providers: [], assets: {}, asset_templates: {}, links: [] },
  properties: {
    ...{
      created: '2024-05-01T00:00:00Z',
      datetime: '2024-05-01T00:00:00Z',
      datetimetz: '2024-05-01T07:00:00+07:00',
    },
    ...{ height: 1, width: 2, license: 'x', 'original_file:name': 'x', 'original_file:size': 1 },
    ...{ 'pers:pitch': 0, 'pers:roll': 0, 'view:azimuth': 0, exif: {}, 'pers:interior_orientation': {} },
    ...{
      'tiles:tile_matrix_sets': {},
      'imagery:image': 'x',
      'imagery:producer': 'x',
      'imagery:status': 'ready',
    },
    'imagery:thumbnail': 'x',
  },
};

/** Returns the answer of the loopback service, with more members in the first result. */
function answer(operation: 'children' | 'place' | 'geocodeForward' | 'encodeForcode', query: Json): Json {
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return answerOf(operation, new URLSearchParams(texts as [string, string][])) as Json;
}

function prediction(): Omit<DecodedResponse, 'path'> {
  const parameters = { parent_id: 'a' };
  const body = answer('children', parameters);
  Object.assign((body.predictions as Json[])[0] as Json, { has_child: true, distance_meters: 3 });
  return { operation: 'children', shape: 'google', parameters, body };
}

function osm(): Omit<DecodedResponse, 'path'> {
  const parameters = { text: 'Lê Lợi' };
  const body = answer('geocodeForward', parameters);
  Object.assign(((body.features as Json[])[0] as { properties: Json }).properties, {
    has_child: true,
    sid: '0f',
  });
  return { operation: 'geocodeForward', shape: 'osm', parameters, body };
}

function detail(): Omit<DecodedResponse, 'path'> {
  const parameters = { ids: 'a', format: 'google' };
  const body = answer('place', parameters);
  Object.assign(body.result as Json, { url: 'https://maps.example/a' });
  return { operation: 'place', shape: 'google', parameters, body };
}

function trip(): Omit<DecodedResponse, 'path'> {
  const body = answerOf('optimizedRoute', new URLSearchParams({ json: JSON.stringify(json) })) as {
    trip: { legs: { maneuvers: Json[] }[] };
  };
  body.trip.legs[0]?.maneuvers.push(MANEUVER);
  return { operation: 'optimizedRoute', shape: 'only', parameters: { json }, body };
}

const direction = (): Omit<DecodedResponse, 'path'> => ({
  ...{ operation: 'direction', shape: 'only', parameters: { origin: '21,105', destination: '20,106' } },
  body: DIRECTIONS,
});
const encoded = (): Omit<DecodedResponse, 'path'> => {
  const parameters = { lat: 21, lng: 105 };
  return { operation: 'encodeForcode', shape: 'only', parameters, body: answer('encodeForcode', parameters) };
};
const decoded = (): Omit<DecodedResponse, 'path'> => ({
  ...{ operation: 'decodeForcode', shape: 'only', parameters: { forcodes: 'HN4TZUZBPKRN0F' } },
  body: { ...HERE, resolution: 13, forcodes: 'HN4TZUZBPKRN0F', status: 'OK' },
});
const imagery = (): Omit<DecodedResponse, 'path'> => ({
  ...{ operation: 'searchImagery', shape: 'only', parameters: {} },
  body: { type: 'FeatureCollection', features: [ITEM], links: [] },
});

const MANEUVERS = 'trip/legs/0/maneuvers/0';

/** The response and the path for each group of rows; `$` in a path stands for the rest of the row. */
const GROUPS: readonly (readonly [
  rows: RegExp,
  response: () => Omit<DecodedResponse, 'path'>,
  path: string,
])[] = [
  [/^2\.1 Envelope sentence 1$/, prediction, 'predictions'],
  [/^2\.1 (.*)$/, prediction, 'predictions/0/$'],
  [/^2\.2 Place detail envelope sentence 1$/, detail, 'status'],
  [
    /^2\.2 Geocoding envelope sentence 1$/,
    () => ({
      ...osm(),
      shape: 'google',
      parameters: { address: 'x' },
      body: answer('geocodeForward', { address: 'x' }),
    }),
    'results',
  ],
  [/^2\.2 (.*)$/, detail, 'result/$'],
  [/^2\.3 Envelope FeatureCollection$/, osm, 'type'],
  [/^2\.3 Envelope (.*)$/, osm, '$'],
  [/^2\.3 Feature Feature$/, osm, 'features/0/type'],
  [/^2\.3 Feature Point$/, osm, 'features/0/geometry/type'],
  [/^2\.3 Feature (.*)$/, osm, 'features/0/$'],
  [/^2\.3 (.*)$/, osm, 'features/0/properties/$'],
  [/^2\.4 Envelope (.*)$/, direction, '$'],
  [/^2\.4 Route (.*)$/, direction, 'routes/0/$'],
  [/^2\.4 Leg (.*)$/, direction, 'routes/0/legs/0/$'],
  [/^2\.4 Step (.*)$/, direction, 'routes/0/legs/0/steps/0/$'],
  [/^2\.5 Envelope sentence 1$/, trip, 'trip'],
  [/^2\.5 trip\.(.*)$/, trip, 'trip/$'],
  [/^2\.5 Maneuver (.*)$/, trip, `${MANEUVERS}/$`],
  [/^2\.5 Leg summary (.*)$/, trip, 'trip/legs/0/summary/$'],
  [/^2\.5 (shape)$/, trip, 'trip/legs/0/$'],
  [/^2\.6 Encode response (.*)$/, encoded, '$'],
  [/^2\.6 Decode response (.*)$/, decoded, '$'],
  [/^2\.7 Search envelope sentence 1$/, imagery, 'features'],
  [/^2\.7 Item properties ready$/, imagery, 'features/0/properties/imagery:status'],
  [/^2\.7 Item properties (.*)$/, imagery, 'features/0/properties/$'],
  [/^2\.7 (.*)$/, imagery, 'features/0/$'],
];

/** Returns the response that has the member of a row of section 2. Errors: for a row that no group has. */
export function responseOf(row: string): DecodedResponse {
  for (const [rows, response, path] of GROUPS) {
    const match = rows.exec(row);
    if (match) return { ...response(), path: path.replace('$', match[1] ?? '') };
  }
  throw new Error(`No response has the member of the row "${row}".`);
}
