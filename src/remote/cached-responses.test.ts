import { expect, it } from 'vitest';
import { answerOf } from '../../test/support/loopback-answers.ts';
import { createCachedResponses } from './cached-responses.ts';
import type { ResponseFile } from './disk/response-file.ts';
import { createServiceRequest } from './service-request.ts';

const parameters = { origin: '21,105', destination: '20,106' };
const request = createServiceRequest('direction', 'only', parameters, 'https://maps.example/v1');
const good = answerOf('direction', new URLSearchParams(parameters)) as object;

/** Returns what the cache gives back of a body that an older version cached. */
function cached(body: unknown): unknown {
  const bytes = Buffer.from(JSON.stringify(body));
  const file = { has: () => true, get: () => bytes, put: () => undefined } as unknown as ResponseFile;
  return createCachedResponses(file, () => undefined).get(request)?.value;
}

it.each([
  ['an unresolved point', { geocoded_waypoints: [{ geocoder_status: 'ZERO_RESULTS', place_id: '' }] }],
  [
    'a route without legs',
    {
      routes: [
        {
          bounds: {},
          legs: [],
          overview_polyline: { points: '' },
          summary: '',
          warnings: [],
          waypoint_order: [],
        },
      ],
    },
  ],
])('requests again what an older version cached with %s', (_, wrong) => {
  expect(cached(good)).toEqual(good);
  expect(cached({ ...good, ...wrong })).toBeUndefined();
});
