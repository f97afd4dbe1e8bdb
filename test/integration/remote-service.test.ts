import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isGeomillError } from '../../src/base/errors/geomill-error.ts';
import { createCachedResponses } from '../../src/remote/cached-responses.ts';
import { sleep, SYSTEM_CLOCK } from '../../src/base/files/clock.ts';
import type { RemoteEvent, RemoteServiceOptions } from '../../src/remote/options.ts';
import { createServiceRequest } from '../../src/remote/service-request.ts';
import { createRemoteService } from '../../src/remote/remote-service.ts';
import { openCacheParts } from '../../src/remote/cache-parts.ts';
import { answerOf } from '../support/loopback-answers.ts';
import { startLoopbackService, type Loopback, type LoopbackHooks } from '../support/loopback-service.ts';
import { mostInOneSecond } from '../support/rate-log.ts';
import { useLoopback } from '../support/use-loopback.ts';

const KEY = 'recognizable-key/0123+4';
const { newFolder, start, closeLater } = useLoopback('remote');

function connect(loopback: Pick<Loopback, 'baseUrl'>, options: Partial<RemoteServiceOptions> = {}) {
  const events: RemoteEvent[] = [];
  // Waits that are asked for are kept, but a hundred times shorter.
  const clock = {
    ...SYSTEM_CLOCK,
    after: (ms: number, callback: () => void) => SYSTEM_CLOCK.after(ms / 100, callback),
  };
  const remote = closeLater(
    createRemoteService({
      baseUrl: loopback.baseUrl,
      imageryBaseUrl: loopback.baseUrl,
      deadlineMs: 5000,
      drainMs: 30_000,
      apiKey: KEY,
      clock,
      onEvent: (event) => events.push(event),
      ...options,
    }),
  );
  const ask = (text: string, signal?: AbortSignal) => remote.service.geocodeForward({ text }, { signal });
  return { remote, events, ask, service: remote.service };
}

const failureOf = async (promise: Promise<unknown>): Promise<Error & { code?: string }> => {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error as Error,
  );
  if (!outcome) throw new Error('expected a failure');
  return outcome;
};

/** Answers the first request as it should be and the others by a misdeed. */
const afterFirst = (misdeed: (response: ServerResponse, nth: number) => void): LoopbackHooks => ({
  intercept: (_request, response, nth) => {
    if (nth > 1) misdeed(response, nth);
    return nth > 1;
  },
});

describe('remote service: the first requests', () => {
  it('of one operation do not wait for a slow one of another', async () => {
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const isRoute = (url = '') => url.includes('/direction');
    const loopback = await start({
      key: KEY,
      intercept: (request, response) => {
        if (isRoute(request.url)) void held.then(() => response.writeHead(503).end());
        return isRoute(request.url);
      },
    });
    const { service, ask } = connect(loopback, { isGateway: true, deadlineMs: 60_000 });
    const route = service.direction({ origin: '21,105.8', destination: '21.1,105.8' }).catch(() => undefined);
    // No response to the route, the first request of all, is there yet.
    expect((await ask('Hồ Gươm')).features.length).toBeGreaterThan(0);
    release();
    await route;
  });
});

describe('remote service: every operation', () => {
  it('asks each in each shape and gives back what the service said', async () => {
    const loopback = await start({ key: KEY });
    const { service, remote } = connect(loopback);
    const json = { locations: [1, 2, 3].map((lat) => ({ lat, lon: 0 })), costing: 'auto' as const };
    const answers = await Promise.all([
      service.autocomplete({ input: 'Hồ Gươm' }),
      service.autocomplete({ text: 'Hồ Gươm', size: 2 }),
      service.place({ ids: 'a', format: 'google' }),
      service.place({ ids: 'a' }),
      service.children({ parent_id: 'a' }),
      service.geocodeForward({ address: 'a&b=c ?#%' }),
      service.geocodeForward({ text: '12/3 Lê Lợi 😀' }),
      service.geocodeReverse({ latlng: '21,105' }),
      service.geocodeReverse({ 'point.lat': 0, 'point.lon': -180 }),
      service.nearby({ categories: 'atm', 'point.lat': 21, 'point.lon': 105 }),
      service.direction({ origin: '21,105', destination: '20,106' }),
      service.optimizedRoute({ json }),
      service.encodeForcode({ lat: 21, lng: 105 }),
      service.decodeForcode({ forcodes: '' }),
      service.searchImagery({ bbox: [1, 2, 3, 4] }),
    ]);
    expect(answers).toHaveLength(15);
    const log = await loopback.log();
    for (const { question } of log) {
      const [operation = '', search = ''] = question.split(/\?(.*)/s);
      const expected: unknown = JSON.parse(
        JSON.stringify(answerOf(operation as never, new URLSearchParams(search))),
      );
      expect(answers).toContainEqual(expected);
    }
    expect(log.map(({ question }) => question)).toContain(
      'geocodeForward?text=12%2F3+L%C3%AA+L%E1%BB%A3i+%F0%9F%98%80',
    );
    expect(remote.stats()).toMatchObject({ requests: 15, answers: 15, inFlight: 0, quotaUsedToday: 15 });
  });

  it('sends what the interface leaves open, and nothing that is wrong', async () => {
    const loopback = await start();
    const { service } = connect(loopback);
    await service.nearby({ categories: 'atm' });
    const swapped = service.searchImagery({ place_position: '21,105.8' });
    expect((await failureOf(swapped)).message).toContain('swapped');
    expect((await failureOf(service.searchImagery({ bbox: [1, 2, 3, 4, 5] }))).code).toBe('INVALID_REQUEST');
    expect((await loopback.log()).map(({ question }) => question)).toEqual(['nearby?categories=atm']);
  });

  it('needs an address of its own for street imagery', async () => {
    const { service } = connect(await start(), { imageryBaseUrl: undefined });
    expect((await failureOf(service.searchImagery({}))).code).toBe('NOT_SUPPORTED');
  });
});

describe('remote service: sharing and cache', () => {
  it('sends equal questions once, in flight and afterwards, and again in the next run', async () => {
    const loopback = await start({ delayMs: 20 });
    const cacheDir = newFolder();
    const first = connect(loopback, { cacheDir });
    const answers = await Promise.all([1, 2, 3, 4].map(() => first.ask('same')));
    await first.ask('same');
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(first.remote.stats()).toMatchObject({ requests: 1, shared: 3, cacheHits: 1 });
    await first.remote.close();

    const second = connect({ baseUrl: `${loopback.baseUrl}/` }, { cacheDir, apiKey: 'another-key' });
    expect(second.remote.peekCached('geocodeForward', { text: 'same' })).toBe(true);
    expect(second.remote.peekCached('geocodeForward', { text: 'other' })).toBe(false);
    expect(await second.ask('same')).toEqual(answers[0]);
    expect(await loopback.log()).toHaveLength(1);
  });

  it('keeps misses and never failures', async () => {
    let isDown = false;
    const hooks: LoopbackHooks = {
      intercept: (_request, response) => {
        if (isDown) response.writeHead(500).end();
        return isDown;
      },
      answer: () => ({ type: 'FeatureCollection', features: [] }),
    };
    const loopback = await start(hooks);
    const { remote, ask } = connect(loopback, { cacheDir: newFolder() });
    expect((await ask('nothing')).features).toEqual([]);
    isDown = true;
    expect((await failureOf(ask('failing'))).code).toBe('SERVICE_ERROR');
    isDown = false;
    expect([
      remote.peekCached('geocodeForward', { text: 'nothing' }),
      remote.peekCached('geocodeForward', { text: 'failing' }),
    ]).toEqual([true, false]);
    await ask('failing');
  });

  it('asks anew what the cache holds in a form that is no longer valid', async () => {
    const loopback = await start();
    const cacheDir = newFolder();
    const { ask, remote } = connect(loopback, { cacheDir });
    await ask('a');
    await remote.close();
    const request = createServiceRequest('geocodeForward', 'osm', { text: 'a' }, loopback.baseUrl);
    const parts = openCacheParts({
      cacheDir,
      owner: { service: loopback.baseUrl, apiKey: KEY },
      clock: SYSTEM_CLOCK,
      onEvent: () => undefined,
      onFailure: () => undefined,
    });
    const cache = createCachedResponses(parts.responses, () => undefined);
    await cache.put(request, Buffer.from('{"features":"of an older contract"}'));
    await parts.close();
    await parts.ledger.close();
    const next = connect(loopback, { cacheDir });
    expect((await next.ask('a')).type).toBe('FeatureCollection');
    expect(next.remote.stats()).toMatchObject({ requests: 1, cacheHits: 0 });
  });

  it('never has more requests open than allowed', async () => {
    const loopback = await start({ delayMs: 5 });
    const { ask } = connect(loopback, { concurrency: 7 });
    await Promise.all(Array.from({ length: 120 }, (_, nth) => ask(`q${nth}`)));
    expect(await loopback.mostOpen()).toBe(7);
  });
});

describe('remote service: bad answers cost the row and nothing else', () => {
  const slowly = (response: ServerResponse, chunk: string) => {
    const timer = setInterval(() => response.write(chunk), 20);
    response.on('close', () => clearInterval(timer));
  };
  const whole = JSON.stringify(answerOf('geocodeForward', new URLSearchParams({ text: 'x' })));
  const misdeeds: [string, (response: ServerResponse) => void, string, number][] = [
    [
      'a reset in the middle',
      (r) => r.writeHead(200, { 'content-length': 999 }).write(whole, () => r.socket?.resetAndDestroy()),
      'SERVICE_ERROR',
      5,
    ],
    ['a reset before the answer', (r) => r.socket?.resetAndDestroy(), 'SERVICE_ERROR', 5],
    ['an answer cut short', (r) => r.end(whole.slice(0, -20)), 'RESPONSE_INVALID', 5],
    ['garbage', (r) => r.end('<html>no</html>'), 'RESPONSE_INVALID', 5],
    ['no HTTP at all', (r) => r.socket?.end('garbage\r\n\r\n'), 'SERVICE_ERROR', 5],
    ['another form', (r) => r.end('{"features": 5}'), 'RESPONSE_INVALID', 5],
    ['depth', (r) => r.end('['.repeat(100_000)), 'RESPONSE_INVALID', 5],
    [
      'a gzipped answer',
      (r) => r.writeHead(200, { 'content-encoding': 'gzip' }).end(whole),
      'RESPONSE_INVALID',
      5,
    ],
    ['9 MiB', (r) => r.end(Buffer.alloc(9 * 1024 * 1024, 32)), 'RESPONSE_TOO_LARGE', 1],
    [
      '9 MiB without a length',
      (r) => {
        r.write(Buffer.alloc(5 * 1024 * 1024, 32));
        r.end(Buffer.alloc(4 * 1024 * 1024, 32));
      },
      'RESPONSE_TOO_LARGE',
      1,
    ],
    ['an answer that never ends', (r) => slowly(r.writeHead(200), ' '), 'TIMEOUT', 5],
    ['silence', () => undefined, 'TIMEOUT', 5],
    ['HTTP 500', (r) => r.writeHead(500).end(), 'SERVICE_ERROR', 5],
    ['HTTP 503', (r) => r.writeHead(503).end(), 'SERVICE_ERROR', 5],
    ['HTTP 403', (r) => r.writeHead(403).end(), 'SERVICE_REFUSED', 1],
    ['HTTP 404', (r) => r.writeHead(404).end('no'), 'SERVICE_REFUSED', 1],
    ['an error with 200', (r) => r.end('{"status":"ERROR","message":"bad text"}'), 'INVALID_REQUEST', 1],
  ];

  it.each(misdeeds)('%s', async (_, misdeed, code, attempts) => {
    const loopback = await start({
      intercept: (request, response) => {
        const isBad = request.url?.includes('bad') ?? false;
        if (isBad) misdeed(response);
        return isBad;
      },
    });
    const { ask, remote } = connect(loopback, { deadlineMs: code === 'TIMEOUT' ? 120 : 10_000 });
    await ask('first');
    const error = await failureOf(ask('bad'));
    expect(error.code).toBe(code);
    expect(await loopback.log()).toHaveLength(1 + attempts);
    await ask('after');
    expect(remote.stats().inFlight).toBe(0);
  });

  it('succeeds when a later attempt does', async () => {
    const loopback = await start({
      intercept: (_request, response, nth) => {
        if (nth > 1 && nth < 5) response.writeHead(502).end();
        return nth > 1 && nth < 5;
      },
    });
    const { ask, events, remote } = connect(loopback);
    await ask('first');
    await ask('second');
    expect(remote.stats()).toMatchObject({ requests: 5, retries: 3 });
    expect(events.filter(({ event }) => event === 'Request:Retry')).toHaveLength(3);
  });

  it('answers every row although a tenth of the requests fails in one way or another', async () => {
    const shares = { failShare: 0.04, resetShare: 0.02, garbageShare: 0.02, hangShare: 0.02 };
    const loopback = await start({ ...shares, seed: 3 });
    // Waits are real: a retry at once may meet a connection whose end is not known yet. A second, for a busy machine may sleep over less.
    const { ask } = connect(loopback, { deadlineMs: 1000, concurrency: 20, clock: SYSTEM_CLOCK });
    const outcomes = await Promise.allSettled(Array.from({ length: 300 }, (_, nth) => ask(`q${nth}`)));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  });
});

describe('remote service: routes that do not fit their request', () => {
  it('are errors of the row, and the others have theirs', async () => {
    const loopback = await start({
      answer: (name, query) => {
        const answer = answerOf(name, query);
        if (!query.get('destination')?.startsWith('8')) return answer;
        const place_id = '';
        return { ...(answer as object), geocoded_waypoints: [{ geocoder_status: 'ZERO_RESULTS', place_id }] };
      },
    });
    const { service, remote } = connect(loopback);
    const to = (destination: string) => service.direction({ origin: '21,105', destination });
    await to('20,105');
    expect(await failureOf(to('8,105'))).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('did not resolve the origin') as string,
    });
    await to('20,106');
    expect(remote.stats().requests).toBe(3);
  });
});

describe('remote service: patience', () => {
  it.each([
    ['seconds', () => '2'],
    ['a date', () => new Date(Date.now() + 3000).toUTCString()],
  ])('waits as long as a 429 asks in %s, and fails no row', async (_, retryAfter) => {
    const times: number[] = [];
    const loopback = await start({
      intercept: (_request, response, nth) => {
        times.push(performance.now());
        if (nth === 2) response.writeHead(429, { 'retry-after': retryAfter() }).end();
        return nth === 2;
      },
    });
    const { ask, remote } = connect(loopback, { clock: SYSTEM_CLOCK, concurrency: 1 });
    await Promise.all([ask('a'), ask('b'), ask('c')]);
    expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThanOrEqual(1900);
    expect(remote.stats()).toMatchObject({ requests: 4, retries: 0, throttledPauses: 1 });
  });

  it('stops when the pause is longer than allowed', async () => {
    const loopback = await start(
      afterFirst((response) => response.writeHead(429, { 'retry-after': '3600' }).end()),
    );
    const { ask } = connect(loopback);
    await ask('a');
    expect((await failureOf(ask('b'))).code).toBe('THROTTLED');
    expect((await failureOf(ask('a'))).code).toBe('THROTTLED');
    expect(await loopback.log()).toHaveLength(2);
  });

  it.each(['window', 'bucket'] as const)('finds the cap of a %s service and stays below it', async (kind) => {
    const loopback = await start({ cap: { perSecond: 50, kind }, delayMs: 5 });
    const { ask } = connect(loopback, { clock: SYSTEM_CLOCK, concurrency: 20, deadlineMs: 5000 });
    await Promise.all(Array.from({ length: 120 }, (_, nth) => ask(`q${nth}`)));
    const times = (await loopback.log()).map(({ atMs }) => atMs);
    const later = times.filter((atMs) => atMs >= (times[0] ?? 0) + 1000);
    const most = Math.max(...later.map((end) => later.filter((at) => at > end - 1000 && at <= end).length));
    expect(later.length).toBeGreaterThan(20);
    expect(most).toBeLessThanOrEqual(50);
  });

  it('keeps a given rate in every sliding second', async () => {
    const { ask } = connect(await start(), { clock: SYSTEM_CLOCK, ratePerSecond: 40, concurrency: 16 });
    // When they were written: a busy machine delays their receipt by more than the margin of the limiter.
    const times: number[] = [];
    const onSent = () => times.push(performance.now());
    subscribe('undici:client:sendHeaders', onSent);
    await Promise.all(Array.from({ length: 90 }, (_, nth) => ask(`q${nth}`)));
    unsubscribe('undici:client:sendHeaders', onSent);
    expect(times).toHaveLength(90);
    expect(mostInOneSecond(times)).toBeLessThanOrEqual(40);
  });

  it('says that a rate without a cache folder is its own', async () => {
    const { events } = connect(await start(), { ratePerSecond: 10 });
    expect(events).toEqual([{ event: 'Rate:NotShared', ratePerSecond: 10 }]);
  });

  it('keeps the daily quota over several runs, with and without a limit', async () => {
    const loopback = await start();
    const cacheDir = newFolder();
    const counting = connect(loopback, { cacheDir });
    await Promise.all(['a', 'b', 'c'].map((text) => counting.ask(text)));
    await counting.remote.close();
    const first = connect(loopback, { cacheDir, perDay: 10 });
    await Promise.all(['a', 'd', 'e'].map((text) => first.ask(text)));
    await first.remote.close();
    const second = connect(loopback, { cacheDir, perDay: 10 });
    expect(second.remote.stats().quotaUsedToday).toBe(5);
    const outcomes = await Promise.allSettled(Array.from({ length: 9 }, (_, nth) => second.ask(`q${nth}`)));
    const errors = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as Error] : [],
    );
    expect(errors).toHaveLength(4);
    expect(errors.every((error) => isGeomillError(error, 'QUOTA_SPENT'))).toBe(true);
    expect(await loopback.log()).toHaveLength(10);
  });

  it('says that a quota without a folder lives in memory', async () => {
    const { ask, events } = connect(await start(), { perDay: 1 });
    await ask('a');
    expect((await failureOf(ask('b'))).code).toBe('QUOTA_SPENT');
    expect(events[0]).toEqual({ event: 'Quota:InMemory', perDay: 1 });
  });
});

describe('remote service: calls that wait', () => {
  it('saturate it when they are four times its places, and no more when they are fewer', async () => {
    const loopback = await start({ delayMs: 20 });
    const { ask, remote } = connect(loopback, { concurrency: 2 });
    const asked = Array.from({ length: 9 }, (_, nth) => ask(`q${nth}`));
    expect(remote.isSaturated()).toBe(false);
    asked.push(ask('q9'));
    expect(remote.isSaturated()).toBe(true);
    // An equal call waits with the one that was before it.
    asked.push(ask('q9'));
    await Promise.all(asked);
    expect(remote.isSaturated()).toBe(false);
  });
});

describe('remote service: the first request goes alone', () => {
  it('stops everybody at a refused key after one request', async () => {
    const loopback = await start({ key: 'the-right-key', delayMs: 10 });
    const { ask } = connect(loopback);
    const errors = await Promise.all(Array.from({ length: 20 }, (_, nth) => failureOf(ask(`q${nth}`))));
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['KEY_REFUSED']));
    expect(await loopback.log()).toHaveLength(1);
  });

  it('takes 403 on the first request for a refused key', async () => {
    const loopback = await start({
      intercept: (_request, response) => Boolean(response.writeHead(403).end()),
    });
    expect((await failureOf(connect(loopback).ask('a'))).code).toBe('KEY_REFUSED');
  });

  it('stops everybody when nobody listens', async () => {
    const loopback = await startLoopbackService();
    await loopback.close();
    const { ask } = connect(loopback, { clock: SYSTEM_CLOCK });
    const errors = await Promise.all(Array.from({ length: 20 }, (_, nth) => failureOf(ask(`q${nth}`))));
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['SERVICE_DOWN']));
    expect(errors[0]?.message).toContain('ECONNREFUSED');
  });

  it('stops everybody when the service only fails, but not for one poisonous question', async () => {
    const failing = await start({
      intercept: (_request, response) => Boolean(response.writeHead(500).end()),
    });
    const down = connect(failing);
    const codes = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (text) => (await failureOf(down.ask(text))).code),
    );
    expect(new Set(codes)).toEqual(new Set(['SERVICE_DOWN']));
    expect(await failing.log()).toHaveLength(15);

    const poisoned = await start({
      intercept: (request, response) => {
        const isPoison = request.url?.includes('poison') ?? false;
        if (isPoison) response.writeHead(500).end();
        return isPoison;
      },
    });
    const { ask } = connect(poisoned);
    const [first, second] = await Promise.allSettled([ask('poison'), ask('good')]);
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
    expect(first.status === 'rejected' && isGeomillError(first.reason, 'SERVICE_ERROR')).toBe(true);
  });

  it('gives one refused question alone its error, and stops when nothing else ever comes', async () => {
    const refusing = await start({
      intercept: (_request, response) => Boolean(response.writeHead(400).end('<h1>Bad Request</h1>')),
    });
    const { ask } = connect(refusing, { clock: SYSTEM_CLOCK });
    const codes: unknown[] = [];
    for (const text of ['a', 'b', 'c']) codes.push((await failureOf(ask(text))).code);
    expect(codes).toEqual(['SERVICE_REFUSED', 'SERVICE_REFUSED', 'SERVICE_DOWN']);
  });

  it('opens the circuit when the service dies later on', async () => {
    const loopback = await start({
      intercept: (_request, response, nth) => {
        if (nth > 20) response.writeHead(500).end();
        return nth > 20;
      },
    });
    const { ask } = connect(loopback, { concurrency: 4 });
    const outcomes = await Promise.allSettled(Array.from({ length: 400 }, (_, nth) => ask(`q${nth}`)));
    expect(
      outcomes.some((each) => each.status === 'rejected' && isGeomillError(each.reason, 'SERVICE_DOWN')),
    ).toBe(true);
    expect((await loopback.log()).length).toBeLessThanOrEqual(20 + 100 + 4);
  });
});

describe('remote service: ending', () => {
  it('aborts who waits at once, and lets the request in flight finish into the cache', async () => {
    const loopback = await start({ delayMs: 100 });
    const { ask, remote } = connect(loopback, { cacheDir: newFolder(), concurrency: 2, deadlineMs: 5000 });
    await ask('first');
    const controller = new AbortController();
    const calls = ['a', 'b', 'c', 'd'].map((text) => failureOf(ask(text, controller.signal)));
    await sleep(SYSTEM_CLOCK, 30);
    controller.abort();
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(Array(4).fill('ABORTED'));
    expect((await failureOf(ask('e', controller.signal))).code).toBe('ABORTED');
    await sleep(SYSTEM_CLOCK, 250);
    const kept = ['a', 'b', 'c', 'd'].map((text) => remote.peekCached('geocodeForward', { text }));
    expect(kept).toEqual([true, true, false, false]);
    expect(await loopback.log()).toHaveLength(3);
  });

  it.each(['aborted', 'closed'])('sends no request that waits for a restart and is %s', async (how) => {
    const gone = await startLoopbackService();
    const { remote, ask, events } = connect(gone, { clock: SYSTEM_CLOCK });
    await ask('first');
    await gone.close();
    const controller = new AbortController();
    const calls = [1, 2, 3].map((nth) => failureOf(ask(`later ${nth}`, controller.signal)));
    const isWaiting = () => events.some(({ event }) => event === 'Service:Reconnecting');
    await expect.poll(isWaiting).toBe(true);
    if (how === 'aborted') controller.abort();
    else void remote.close();
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(['ABORTED', 'ABORTED', 'ABORTED']);
    // Without their places in the queue being free, the run would wait for the longest time of a restart, or of the drain.
    await expect.poll(() => remote.stats().inFlight).toBe(0);
    expect(remote.stats().retries).toBe(0);
  });

  it('closes politely: requests in flight are answered, waiting ones aborted, further ones refused', async () => {
    const loopback = await start({ delayMs: 60 });
    const { ask, remote } = connect(loopback, { cacheDir: newFolder(), concurrency: 2, deadlineMs: 5000 });
    await ask('first');
    const calls = Promise.allSettled(['a', 'b', 'c'].map((text) => ask(text)));
    await sleep(SYSTEM_CLOCK, 20);
    await remote.close();
    expect((await calls).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect((await failureOf(ask('d'))).code).toBe('ABORTED');
  });

  it('does not wait for a request that never ends', async () => {
    const { ask, remote } = connect(await start(afterFirst(() => undefined)), {
      drainMs: 1000,
      deadlineMs: 60_000,
    });
    await ask('first');
    const hanging = failureOf(ask('a'));
    await sleep(SYSTEM_CLOCK, 20);
    await remote.close();
    expect((await hanging).code).toBe('ABORTED');
  });
});

describe('remote service: the key', () => {
  it('is in no message, event or file, whatever goes wrong', async () => {
    const elsewhere = await start();
    const echo = encodeURIComponent(KEY);
    const misdeeds: ((response: ServerResponse) => void)[] = [
      (r) => r.end(`<html>${KEY}`),
      (r) => r.writeHead(400).end(JSON.stringify({ status: 'ERROR', message: `bad key ${KEY} ${echo}` })),
      (r) => r.writeHead(302, { location: `${elsewhere.baseUrl}/geocode/forward?apikey=${echo}` }).end(),
      (r) => r.writeHead(500, KEY.replace('/', ' ')).end(KEY),
      (r) => r.socket?.end(`HTTP/1.1 200 ${KEY}\r\nbroken ${KEY}\r\n\r\n`),
      (r) => r.socket?.resetAndDestroy(),
      (r) => r.end(JSON.stringify({ features: KEY })),
      (r) =>
        r.end(
          JSON.stringify({
            type: 'FeatureCollection',
            features: [],
            links: [`/v1?apikey=${KEY}`, `?apikey=${echo}`],
          }),
        ),
      (r) => r.writeHead(200, { [`x-${'a'.repeat(10)}`]: KEY }).end(KEY),
      (r) =>
        r
          .writeHead(400)
          .end(`{"status":"ERROR","message":"${KEY.replace('/', '\\/')} ${KEY.replace('r', '\\u0072')}"}`),
      (r) => r.writeHead(403).end(KEY),
      () => undefined,
      (r) => r.writeHead(429, { 'retry-after': '999999' }).end(KEY),
    ];
    const loopback = await start({
      intercept: (request, response) => {
        const misdeed = misdeeds[Number(/misdeed-(\d+)/.exec(request.url ?? '')?.[1])];
        misdeed?.(response);
        return misdeed !== undefined;
      },
    });
    const cacheDir = newFolder();
    const { ask, events, remote } = connect(loopback, { cacheDir, deadlineMs: 60 });
    const seen: unknown[] = [await ask('good')];
    for (const nth of misdeeds.keys()) {
      await ask(`misdeed-${nth}`).then(
        (answer) => seen.push(answer),
        (error: Error) => seen.push(error, { ...error }, error.message, error.stack, error.cause),
      );
    }
    seen.push(events, remote.stats());
    await remote.close();
    const printed = seen
      .map((each) => inspect(each, { depth: 20, showHidden: true }) + JSON.stringify(each))
      .join('\n');
    for (const code of ['SERVICE_REFUSED', 'INVALID_REQUEST', 'RESPONSE_INVALID', 'TIMEOUT', 'THROTTLED']) {
      expect(printed.includes(code), code).toBe(true);
    }
    const written = readdirSync(cacheDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
    for (const form of [KEY, echo, KEY.slice(0, 16)]) {
      expect(printed.includes(form), 'the key was printed').toBe(false);
      for (const file of written) expect(file.includes(form)).toBe(false);
    }
    // The redirect was not followed, so the other service never saw anything.
    expect(await elsewhere.log()).toEqual([]);
  });
});
