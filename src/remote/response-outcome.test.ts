import { describe, expect, it } from 'vitest';
import type { OperationName } from '../contract/catalogue.ts';
import { answerOf } from '../../test/support/loopback-answers.ts';
import { classify, type Outcome } from './response-outcome.ts';
import { createServiceRequest } from './service-request.ts';
import { createScrubber } from './secrets.ts';
import type { ReplyHeaders } from './transport.ts';

type OsmCollection = {
  features: { properties: Record<string, unknown> }[];
};

const KEY = 'recognizable-key-0123';

function outcomeOf(
  name: OperationName,
  parameters: Record<string, unknown>,
  status: number,
  body: unknown,
  headers: ReplyHeaders = {},
  shape = 'only',
): Outcome {
  const question = createServiceRequest(name, shape, parameters, 'https://maps.example/v1');
  const bytes = Buffer.isBuffer(body)
    ? body
    : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return classify(question, { kind: 'reply', status, headers, body: bytes }, createScrubber(KEY));
}
const google = (status: number, body: unknown, headers?: ReplyHeaders) =>
  outcomeOf('geocodeForward', { address: 'x' }, status, body, headers, 'google');
const osm = (status: number, body: unknown) =>
  outcomeOf('geocodeForward', { text: 'x' }, status, body, {}, 'osm');
const codeOf = (outcome: Outcome) => ('error' in outcome ? outcome.error.code : outcome.kind);
const messageOf = (outcome: Outcome) => ('error' in outcome ? outcome.error.message : '');

describe('classify: answers', () => {
  it('takes an answer of the documented form, and keeps its bytes', () => {
    const body = answerOf('geocodeForward', new URLSearchParams({ address: 'x' }));
    const outcome = google(200, body);
    expect(outcome).toMatchObject({ kind: 'answer', value: body });
    expect(outcome.kind === 'answer' && outcome.bytes.toString()).toBe(JSON.stringify(body));
  });

  it.each([
    ['no results', google(200, { results: [], status: 'ZERO_RESULTS' })],
    ['no results and no list', google(200, { status: 'ZERO_RESULTS' })],
    ['not found with 404', google(404, { status: 'NOT_FOUND' })],
    [
      'an unknown place',
      outcomeOf('place', { ids: 'a', format: 'google' }, 404, { status: 'NOT_FOUND' }, {}, 'google'),
    ],
    [
      'an unknown place in the other shape',
      outcomeOf('place', { ids: 'a' }, 200, { status: 'NOT_FOUND' }, {}, 'osm'),
    ],
  ])('takes %s as an answer', (_, outcome) => {
    expect(outcome.kind).toBe('answer');
  });

  it('takes ids that are named as unknown for no match, and any other errors for a refusal', () => {
    const unknown = { type: 'FeatureCollection', features: [], errors: [{ id: 'a', status: 'NOT_FOUND' }] };
    const of = (body: unknown) => outcomeOf('place', { ids: 'a' }, 200, body, {}, 'osm');
    expect(of(unknown)).toMatchObject({ kind: 'answer', value: unknown });
    expect(of({ ...unknown, errors: ['NOT_FOUND'] }).kind).toBe('refused');
  });

  it.each([200, 400])('takes INVALID_FORCODES with HTTP %i as an answer', (status) => {
    const body = { lat: null, lng: null, resolution: null, forcodes: 'x', status: 'INVALID_FORCODES' };
    expect(outcomeOf('decodeForcode', { forcodes: 'x' }, status, body)).toMatchObject({
      kind: 'answer',
      value: body,
    });
  });

  it.each([
    ['place', { ids: 'a', format: 'google' }, 'google', { status: 'NOT_FOUND' }],
    ['place', { ids: 'a' }, 'osm', { type: 'FeatureCollection', features: [] }],
    ['children', { parent_id: 'a' }, 'google', { status: 'NOT_FOUND', predictions: [] }],
  ] as const)('takes ERROR with 404 for an unknown id: %s %j', (name, parameters, shape, value) => {
    const body = { status: 'ERROR', message: 'Place not found' };
    expect(outcomeOf(name, parameters, 404, body, {}, shape)).toMatchObject({ kind: 'answer', value });
  });

  it.each([
    outcomeOf('place', { ids: 'a' }, 404, { status: 'ERROR', message: 'There is no such path' }, {}, 'osm'),
    osm(404, { status: 'ERROR', message: 'Place not found' }),
  ])('takes any other ERROR with 404 for a refusal', (outcome) => {
    expect([outcome.kind, codeOf(outcome)]).toEqual(['refused', 'INVALID_REQUEST']);
  });

  it('takes features whose texts are null or absent, and children in OSM shape for predictions', () => {
    const [whole] = (answerOf('nearby', new URLSearchParams({ text: 'Cổng 2, Chợ Lớn' })) as OsmCollection)
      .features;
    const { properties, ...feature } = whole as OsmCollection['features'][number];
    for (const name of ['short_address', 'county', 'locality']) delete properties[name];
    const features = [
      { ...feature, properties: { ...properties, name: 'Cổng 2', has_child: false } },
      { ...feature, properties: { ...properties, category: null, source: null, region: null } },
    ];
    const body = { type: 'FeatureCollection', features, bbox: [105, 20, 106, 21], errors: null };
    expect(osm(200, body).kind).toBe('answer');
    const outcome = outcomeOf('children', { parent_id: 'a' }, 200, body, {}, 'google');
    expect(outcome).toMatchObject({
      kind: 'answer',
      value: {
        status: 'OK',
        predictions: [
          {
            ...{ description: 'Cổng 2, Chợ Lớn', has_child: false, distance_meters: null },
            place_id: properties.id,
            structured_formatting: { main_text: 'Cổng 2', secondary_text: 'Chợ Lớn' },
            terms: [
              { offset: 0, value: 'Cổng 2' },
              { offset: 8, value: 'Chợ Lớn' },
            ],
          },
          { types: [] },
        ],
      },
    });
    expect(JSON.parse(String((outcome as { bytes: Buffer }).bytes))).toEqual(
      (outcome as { value: unknown }).value,
    );
  });

  it('takes pictures without type, links and whatever else a catalogue leaves out', () => {
    const geometry = { type: 'Point', coordinates: [105.85, 21.03] };
    const body = { features: [{ id: 'p', geometry, properties: { datetime: '2024-05-01T00:00:00Z' } }] };
    expect(outcomeOf('searchImagery', {}, 200, body)).toMatchObject({ kind: 'answer', value: body });
  });

  it('takes the key out of an answer that repeats it', () => {
    const outcome = google(200, { results: [], status: 'OK', next: `https://x/v1?apikey=${KEY}` });
    expect(JSON.stringify(outcome)).not.toContain(KEY);
    expect(outcome.kind === 'answer' && outcome.bytes.toString()).not.toContain(KEY);
  });
});

describe('classify: what costs the row', () => {
  it.each([
    ['ERROR with 200', google(200, { status: 'ERROR', message: 'no' })],
    ['INVALID_REQUEST with 200', google(200, { results: [], status: 'INVALID_REQUEST' })],
    ['ERROR with 400', google(400, { status: 'ERROR', message: 'no' })],
    ['errors of the OSM shape', osm(200, { type: 'FeatureCollection', features: [], errors: ['no'] })],
    [
      'the error form of Valhalla',
      outcomeOf('optimizedRoute', {}, 400, { error_code: 171, error: 'no', status_code: 400 }),
    ],
    ['the error form of imagery', outcomeOf('searchImagery', {}, 400, { message: 'no', status_code: 400 })],
  ])('blames the question for %s', (_, outcome) => {
    expect([outcome.kind, codeOf(outcome)]).toEqual(['refused', 'INVALID_REQUEST']);
  });

  it('quotes the service without its control characters and without the key', () => {
    const message = messageOf(google(400, { status: 'ERROR', message: `\u001b[2Jbad ${KEY}` }));
    expect(message).toContain('bad <API_KEY>');
    expect(message).not.toMatch(/\u001b/);
  });

  it.each([
    [400, ''],
    [404, '<html>'],
    [413, ''],
    [418, '{}'],
  ])('refuses HTTP %i without a known form', (status, body) => {
    expect(codeOf(google(status, body))).toBe('SERVICE_REFUSED');
  });

  it('names the origin of a redirect and nothing else of it', () => {
    const outcome = google(302, '', { location: `https://elsewhere.example/x?apikey=${KEY}` });
    expect([outcome.kind, codeOf(outcome)]).toEqual(['refused', 'SERVICE_REFUSED']);
    expect(messageOf(outcome)).toContain('https://elsewhere.example,');
    expect(messageOf(outcome)).not.toContain(KEY);
  });
});

describe('classify: odd first answers', () => {
  const ROUTE = { origin: '21,105.8', destination: '21.1,105.8' };
  const route = () => answerOf('direction', new URLSearchParams(ROUTE)) as Record<string, unknown>;
  const directions = (body: unknown) => outcomeOf('direction', ROUTE, 200, body);
  it('takes way points that are null, or lack their place', () => {
    expect(directions({ ...route(), geocoded_waypoints: null }).kind).toBe('answer');
    expect(directions({ ...route(), geocoded_waypoints: [{ geocoder_status: 'OK' }] }).kind).toBe('answer');
  });

  it('takes a status alone for a code that cannot be decoded', () => {
    const outcome = outcomeOf('decodeForcode', { forcodes: 'x' }, 400, { status: 'INVALID_FORCODES' });
    expect(outcome).toMatchObject({ kind: 'answer', value: { forcodes: 'x', status: 'INVALID_FORCODES' } });
  });

  it('takes pictures with a height as text, no tile sets, and a link without a time', () => {
    const item = {
      ...{ id: 'a', type: 'Feature', geometry: { type: 'Point', coordinates: [105, 21] } },
      links: [{ rel: 'next', href: 'x', datetime: null }],
      properties: { datetime: null, height: '1024', width: '2048', 'tiles:tile_matrix_sets': null },
    };
    expect(outcomeOf('searchImagery', {}, 200, { features: [item] }).kind).toBe('answer');
  });

  it('takes a place whose has_child is null', () => {
    const body = answerOf('geocodeForward', new URLSearchParams({ text: 'x' })) as OsmCollection;
    for (const { properties } of body.features) properties.has_child = null;
    expect(osm(200, body).kind).toBe('answer');
  });
});

describe('classify: failures told with HTTP 200', () => {
  it.each(['OVER_QUERY_LIMIT', 'OVER_DAILY_LIMIT', 'RESOURCE_EXHAUSTED'])(
    'takes %s for a throttled request',
    (status) => {
      expect(google(200, { results: [], status }, { retryAfter: '3' })).toMatchObject({
        kind: 'throttled',
        retryAfter: '3',
      });
    },
  );

  const DAILY = 'You have exceeded your daily request quota for this API.';
  it.each([
    [200, { results: [], status: 'OVER_QUERY_LIMIT', error_message: DAILY }],
    [200, { status: 'ERROR', message: DAILY }],
    [200, { results: [], status: 'OVER_DAILY_LIMIT', error_message: DAILY }],
    [400, { status: 'ERROR', message: DAILY }],
    [403, { error: { code: 403, message: DAILY } }],
    [429, { status: 'ERROR', message: DAILY }],
  ])('ends the run with the words of a quota of the day that is used up: HTTP %i %j', (status, body) => {
    const outcome = google(status, body);
    expect([outcome.kind, codeOf(outcome)]).toEqual(['spent', 'QUOTA_SPENT']);
    expect(messageOf(outcome)).toContain(DAILY);
    expect(google(status, body, { retryAfter: '3' })).toMatchObject({ kind: 'throttled', words: DAILY });
  });

  it.each([
    [200, { status: 'ERROR', message: 'Rate limit exceeded' }],
    [200, { results: [], status: 'OVER_QUERY_LIMIT', error_message: 'Rate limit exceeded' }],
    [403, { status: 'ERROR', message: 'Rate limit exceeded' }],
    [429, { status: 'ERROR', message: 'Rate limit exceeded' }],
  ])('pauses for a rate that is exceeded, and keeps the words: HTTP %i %j', (status, body) => {
    expect(google(status, body)).toMatchObject({ kind: 'throttled', words: 'Rate limit exceeded' });
  });

  it.each(['Path distance exceeds the max distance limit: 5000000 meters', 'no route over Quota Street'])(
    'takes a refusal of one request for what it is: %s',
    (words) => {
      expect(google(400, { status: 'ERROR', message: words })).toMatchObject({ kind: 'refused' });
    },
  );

  it('shows what the service says of a request that it forbids', () => {
    const body = { status: 'ERROR', message: 'This key does not allow direction' };
    expect(messageOf(google(403, body))).toContain('The service says: This key does not allow direction');
    expect(google(403, body)).toMatchObject({ kind: 'forbidden', words: body.message });
    const denied = { results: [], status: 'REQUEST_DENIED', error_message: 'The key is invalid.' };
    expect(messageOf(google(200, denied))).toContain('The key is invalid.');
  });

  it('names NODE_EXTRA_CA_CERTS for a certificate of an authority that Node does not know', () => {
    const question = createServiceRequest('geocodeForward', 'google', { address: 'x' }, 's');
    const reasonOf = (detail: string) =>
      messageOf(
        classify(
          question,
          { kind: 'failed', reason: 'network', detail, replied: false },
          createScrubber(KEY),
        ),
      );
    expect(reasonOf('SELF_SIGNED_CERT_IN_CHAIN')).toMatch(/SELF_SIGNED_CERT_IN_CHAIN.*NODE_EXTRA_CA_CERTS/);
    expect(reasonOf('CERT_HAS_EXPIRED')).not.toContain('NODE_EXTRA_CA_CERTS');
  });

  it('takes REQUEST_DENIED for a refused key, UNKNOWN_ERROR and an unknown status for failures', () => {
    expect(google(200, { results: [], status: 'REQUEST_DENIED' }).kind).toBe('forbidden');
    expect(google(200, { results: [], status: 'UNKNOWN_ERROR' }).kind).toBe('retryable');
    expect(codeOf(google(200, { results: [], status: 'NO_IDEA' }))).toBe('RESPONSE_INVALID');
  });

  it('refuses what no stage could use, without asking again', () => {
    const body = answerOf('geocodeForward', new URLSearchParams({ address: 'x' })) as {
      results: { geometry: { location: { lat: number } } }[];
    };
    for (const { geometry } of body.results) geometry.location.lat = 105.85;
    const outcome = google(200, body);
    expect([outcome.kind, codeOf(outcome)]).toEqual(['refused', 'RESPONSE_INVALID']);
    expect(messageOf(outcome)).toMatch(/latitude 105\.85/);
  });
});

describe('classify: who is to blame for a refusal', () => {
  it.each([
    ['strong', google(302, '')],
    ['strong', google(402, '')],
    ['strong', google(402, { status: 'ERROR', message: 'pay' })],
    ['strong', google(418, '{}')],
    ['some', google(400, '')],
    ['some', google(404, '<html>')],
    ['some', google(200, { status: 'ERROR', message: 'no' })],
    ['none', google(400, { status: 'ERROR', message: 'bad' })],
    ['none', google(200, { results: [], status: 'INVALID_REQUEST' })],
  ])('is in %s doubt: case %#', (doubt, outcome) => {
    expect(outcome).toMatchObject({ kind: 'refused', doubt });
  });
});

describe('classify: the rest', () => {
  it.each([500, 502, 503, 504, 408])('tries HTTP %i again', (status) => {
    expect(codeOf(google(status, '<html>'))).toBe('SERVICE_ERROR');
    expect(google(status, '')).toMatchObject({ kind: 'retryable', silent: false });
  });

  it.each([
    ['half an answer', '{"results": ['],
    ['HTML', '<html>'],
    ['nothing', ''],
    ['a number', '5'],
    ['null', 'null'],
    ['another form', '{"results": [{"name": 1}], "status": "OK"}'],
    ['deep JSON', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['bytes that are no text', Buffer.from([0xff, 0xfe])],
  ])('tries again after %s', (_, body) => {
    const outcome = google(200, body);
    expect([outcome.kind, codeOf(outcome)]).toEqual(['retryable', 'RESPONSE_INVALID']);
  });

  it('says which part of an answer has another form', () => {
    expect(messageOf(google(200, { results: [], status: 1 }))).toMatch(/status.*string/);
  });

  it('does not read what is compressed', () => {
    expect(codeOf(google(200, { results: [], status: 'OK' }, { contentEncoding: 'gzip' }))).toBe(
      'RESPONSE_INVALID',
    );
  });

  it('tells a throttled request, a refused key and a forbidden request', () => {
    expect(google(429, '', { retryAfter: '3' })).toEqual({ kind: 'throttled', retryAfter: '3' });
    expect(codeOf(google(401, { status: 'ERROR' }))).toBe('KEY_REFUSED');
    expect(google(403, '').kind).toBe('forbidden');
  });

  it('tells a service that is silent from one that began to answer', () => {
    const question = createServiceRequest('geocodeForward', 'google', { address: 'x' }, 's');
    const failed = (reason: 'timeout' | 'network' | 'too_large', replied: boolean) =>
      classify(question, { kind: 'failed', reason, detail: 'ECONNRESET', replied }, createScrubber(KEY));
    expect(failed('network', false)).toMatchObject({ kind: 'retryable', silent: true });
    expect(failed('timeout', true)).toMatchObject({ kind: 'retryable', silent: false });
    expect(codeOf(failed('timeout', true))).toBe('TIMEOUT');
    expect(failed('too_large', true)).toMatchObject({ kind: 'refused' });
    expect(codeOf(failed('too_large', true))).toBe('RESPONSE_TOO_LARGE');
  });
});

describe('classify: an operation that only Geomill has', () => {
  it.each([404, 405])('says so of another service that answers %i', (status) => {
    const outcome = outcomeOf('convert', { text: 'x' }, status, { message: 'no such path' });
    expect(outcome).toMatchObject({ kind: 'refused', doubt: 'strong' });
    expect(messageOf(outcome)).toContain('This service has no convert');
    expect(messageOf(outcome)).toContain('--service local');
  });
});
