import { expect, it } from 'vitest';
import { answerOf } from '../../test/support/loopback-answers.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { createCachedResponses } from './cached-responses.ts';
import type { KeyedResponse, ResponseFile } from './disk/response-file.ts';
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

/** Caches bodies of these sizes in one turn; returns the sizes that were written together, and how each call ended. */
async function puts(sizes: readonly number[], failAt = Infinity) {
  const writes: number[][] = [];
  const failures: unknown[] = [];
  const put = (responses: readonly KeyedResponse[]) => {
    if (writes.length === failAt) throw new GeomillError('IO', 'disk full');
    writes.push(responses.map(({ value }) => value.length));
  };
  const cache = createCachedResponses({ put } as unknown as ResponseFile, (error) => failures.push(error));
  const ends = await Promise.allSettled(sizes.map((size) => cache.put(request, Buffer.alloc(size))));
  return { writes, failures, ends: ends.map(({ status }) => status) };
}

it('writes what one turn brings together, up to a quarter of a megabyte', async () => {
  const { writes } = await puts([1000, 2000, 200_000, 200_000, 400_000, 10]);
  expect(writes).toEqual([[1000, 2000, 200_000], [200_000], [400_000], [10]]);
});

it('says of each response whether it is cached when the disk fails', async () => {
  const { ends, failures } = await puts([200_000, 200_000, 10], 1);
  expect(ends).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(failures).toHaveLength(1);
});
