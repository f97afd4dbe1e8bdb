import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { GeoService } from '../../src/contract/service.ts';
import { loadDataset, type LoadedDataset } from '../../src/engine/gazetteer/load-dataset.ts';
import { createLocalService } from '../../src/engine/local/local-service.ts';
import { createAnswerThreads, type AnswerThreads } from '../../src/runtime/answer-threads.ts';
import { startTaskThread } from '../../src/runtime/task-thread.ts';
import type { ThreadEvent } from '../../src/runtime/task-threads.ts';
import { callOperation, type Cancellation } from '../../src/server/call-operation.ts';
import { createServer } from '../../src/server/create-server.ts';
import { starterDataset } from '../../src/runtime/package-files.ts';

const BUILT_WORKER = pathToFileURL(resolve('dist/bundle/answer-worker.cjs'));
const COUNTING_WORKER = pathToFileURL(resolve('test/support/counting-answer-worker.js'));
const DYING_WORKER = pathToFileURL(resolve('test/support/dying-answer-worker.js'));

/** A cancellation as the server gives it to an operation. */
function createCancellation() {
  const controller = new AbortController();
  const { signal } = controller;
  return {
    signal,
    onCancel: (listener: () => void) => signal.addEventListener('abort', listener),
    cancel: () => controller.abort(),
  };
}

it('an answer thread gets the requests of one turn of the event loop in few messages', async () => {
  const thread = await startTaskThread({
    data: {},
    heap: {},
    entry: COUNTING_WORKER,
    onReply: () => undefined,
    onEnd: () => undefined,
    failureOf: () => new Error('ended'),
  });
  const ask = (count: number) =>
    Promise.all(
      Array.from(
        { length: count },
        () =>
          new Promise((resolve, reject) =>
            thread.send({ pack: () => ({}), budgetMs: Infinity, resolve, reject }),
          ),
      ),
    );
  expect(await ask(6)).toEqual(['4', '4', '4', '4', '2', '2']);
  expect(await ask(1)).toEqual(['1']);
  expect(thread.open()).toBe(0);
  await thread.end();
});

describe('answer threads', () => {
  let loaded: LoadedDataset;
  let service: GeoService;
  let threads: AnswerThreads;
  const own: string[] = [];

  beforeAll(async () => {
    loaded = await loadDataset(starterDataset());
    ({ service } = await createLocalService({ loaded }));
    threads = createAnswerThreads({
      threads: 2,
      loaded,
      entry: BUILT_WORKER,
      own: async (name) => {
        own.push(name);
        return 'own';
      },
    });
  });
  afterAll(() => threads.close());

  it('give the responses of the service', async () => {
    const texts = ['86 Bát Đàn, Hà Nội', 'Quận 1', 'no such place', 'Lê Lợi, Huế', 'Đà Nẵng'];
    const answers = await Promise.all(texts.map((text) => threads.answer('geocodeForward', { text })));
    for (const [index, text] of texts.entries()) {
      expect(answers[index]).toBe(JSON.stringify(await service.geocodeForward({ text })));
    }
  });

  it('reject with the failure of the service', async () => {
    await expect(threads.answer('geocodeForward', { text: '' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  it('leave cheap operations to this thread', async () => {
    expect(await threads.answer('geocodeReverse', { latlng: '21,105' })).toBe('own');
    expect(own).toEqual(['geocodeReverse']);
  });

  it('get the expensive requests of cheap operations', async () => {
    own.length = 0;
    const point = { 'point.lat': 10.3, 'point.lon': 107.2 };
    const wide = { ...point, 'boundary.circle.radius': 5000 };
    const nearby = { ...point, categories: 'atm,'.repeat(100).slice(0, -1) };
    expect(await threads.answer('geocodeReverse', wide)).toBe(
      JSON.stringify(await service.geocodeReverse(wide)),
    );
    expect(await threads.answer('nearby', nearby)).toBe(JSON.stringify(await service.nearby(nearby)));
    await threads.answer('place', { ids: 'a,'.repeat(200) + 'a' });
    await threads.answer('children', { parent_id: 'a' });
    await threads.answer('searchImagery', { limit: 10_000 }).catch(() => 'no pictures');
    expect(own).toEqual([]);
  });

  it('compute for the dialects and for batches too', async () => {
    const asked: string[] = [];
    const { app, stop } = await createServer({
      service: {} as GeoService,
      isSent: threads.isSent,
      answer: (name, parameters) => {
        asked.push(name);
        return threads.answer(name, parameters);
      },
    });
    const text = encodeURIComponent('86 Bát Đàn, Hà Nội');
    for (const url of [`/nominatim/search?q=${text}&format=json`, `/photon/api?q=${text}`]) {
      expect((await app.inject({ url })).statusCode, url).toBe(200);
    }
    const headers = { 'content-type': 'text/csv' };
    const payload = 'address\n"86 Bát Đàn, Hà Nội"\n';
    const batch = await app.inject({ method: 'POST', url: '/v1/batch/geocode', headers, payload });
    expect(batch.body).toContain('Bát Đàn');
    expect(asked).toEqual(['geocodeForward', 'autocomplete', 'geocodeForward', 'geocodeForward']);
    await stop();
  });
});

describe('answer threads that end', () => {
  const NO_START = 0;
  const RELEASE = 1;
  let loaded: LoadedDataset;
  let service: GeoService;
  let control: Int32Array<SharedArrayBuffer>;
  let events: ThreadEvent[];
  let threads: AnswerThreads;

  beforeAll(async () => {
    loaded = await loadDataset(starterDataset());
    ({ service } = await createLocalService({ loaded }));
  });
  afterEach(async () => {
    Atomics.store(control, RELEASE, 1);
    Atomics.notify(control, RELEASE);
    await threads.close();
  });

  async function start(count: number, requestMs?: number): Promise<void> {
    control = new Int32Array(new SharedArrayBuffer(8));
    events = [];
    threads = createAnswerThreads({
      threads: count,
      // The only part of the options that reaches a thread.
      loaded: { ...loaded, control: control.buffer } as LoadedDataset,
      entry: DYING_WORKER,
      own: callOperation(service),
      onEvent: (event) => events.push(event),
      retryMs: 20,
      ...(requestMs !== undefined && { requestMs, lookMs: 10 }),
    });
    await threads.started;
  }
  const ask = (text: string, cancellation?: Cancellation) =>
    threads.answer('geocodeForward', { text }, cancellation);
  const names = () => events.map(({ event }) => event);

  it('under load: each request is answered or fails by itself, over HTTP too, and new threads answer', async () => {
    await start(2);
    const { app, stop } = await createServer({ service, answer: threads.answer, isSent: threads.isSent });
    const send = async (text: string) => {
      const url = `/v1/geocode/forward?text=${encodeURIComponent(text)}`;
      const { statusCode, body } = await app.inject({ url });
      return { statusCode, body };
    };
    const texts = ['86 Bát Đàn, Hà Nội', 'Quận 1', 'Lê Lợi, Huế', 'Đà Nẵng'];
    const expected = new Map(await Promise.all(texts.map(async (text) => [text, await send(text)] as const)));
    const load = Array.from({ length: 200 }, (_, at) => {
      if (at === 40) return 'please exit';
      return at === 120 ? 'please throw' : (texts[at % texts.length] as string);
    });
    const responses = await Promise.all(load.map(send));
    let failed = 0;
    for (const [at, text] of load.entries()) {
      if (responses[at]?.statusCode === 500) failed += 1;
      else expect(responses[at]).toEqual(expected.get(text));
    }
    // At most those at the two threads when they ended; the others waited and went to another thread.
    expect(failed).toBeGreaterThanOrEqual(2);
    expect(failed).toBeLessThanOrEqual(16);
    await vi.waitUntil(() => names().filter((name) => name === 'Thread:Replaced').length === 2, 20_000);
    expect(names().filter((name) => name === 'Thread:Ended')).toHaveLength(2);
    expect(await send('Quận 1')).toEqual(expected.get('Quận 1'));
    await stop();
  }, 60_000);

  it('and cannot be replaced: requests wait, and starting threads is tried again', async () => {
    await start(1);
    Atomics.store(control, NO_START, 1);
    await expect(ask('please exit')).rejects.toMatchObject({ code: 'INTERNAL' });
    const waits = ask('Quận 1');
    expect(threads.busyReason()).toBe('no thread has started');
    await vi.waitUntil(() => names().filter((name) => name === 'Thread:NotStarted').length >= 2, 20_000);
    const pauses = events.flatMap(({ retryInMs }) => retryInMs ?? []);
    expect(pauses.slice(0, 2)).toEqual([20, 40]);
    Atomics.store(control, NO_START, 0);
    await vi.waitUntil(() => names().includes('Thread:Replaced'), 20_000);
    expect(await waits).toBe(JSON.stringify(await service.geocodeForward({ text: 'Quận 1' })));
    expect(threads.busyReason()).toBeUndefined();
  }, 60_000);

  it('that are stuck are ended: those requests get 503, the others are answered by new threads', async () => {
    await start(2, 300);
    const { app, stop } = await createServer({
      service,
      answer: threads.answer,
      busyReason: threads.busyReason,
    });
    const send = async (path: string) => {
      const { statusCode, body } = await app.inject({ url: path });
      return { statusCode, body };
    };
    const forward = (text: string) => send(`/v1/geocode/forward?text=${encodeURIComponent(text)}`);
    const expected = await forward('Quận 1');
    const stuck = ['lặpmãi', 'lặpmãi'].map(forward);
    await vi.waitUntil(async () => (await send('/readyz')).statusCode === 503, 20_000);
    expect(await send('/readyz')).toEqual({
      statusCode: 503,
      body: expect.stringMatching(/at a request that takes long|no thread has started/) as string,
    });
    expect((await send('/healthz')).statusCode).toBe(200);
    // One of them waits at a stuck thread, and goes to another one.
    const good = await Promise.all(['Quận 1', 'Quận 1', 'Quận 1'].map(forward));
    expect(good).toEqual([expected, expected, expected]);
    for (const { statusCode, body } of await Promise.all(stuck)) {
      expect([statusCode, body]).toEqual([503, expect.stringMatching(/took longer than 0.3 s/)]);
    }
    await vi.waitUntil(() => names().filter((name) => name === 'Thread:Replaced').length === 2, 20_000);
    expect(names().filter((name) => name === 'Thread:Stuck')).toHaveLength(2);
    expect((await send('/readyz')).statusCode).toBe(200);
    await stop();
  }, 60_000);

  it('do not start at all: the failure is reported, and none is left', async () => {
    await start(1);
    const failing = new Int32Array(new SharedArrayBuffer(8));
    failing[NO_START] = 1;
    const options = { threads: 2, entry: DYING_WORKER, own: callOperation(service) };
    const none = createAnswerThreads({
      ...options,
      loaded: { ...loaded, control: failing.buffer } as LoadedDataset,
    });
    await expect(none.started).rejects.toMatchObject({ code: 'INTERNAL' });
    await none.close();
  });

  it('a cancelled request does not wait for its thread, and one that waits is not sent', async () => {
    await start(1);
    const atThread = createCancellation();
    const left = expect(ask('please wait', atThread)).rejects.toMatchObject({ code: 'ABORTED' });
    const busy = Array.from({ length: 7 }, () => ask('please wait'));
    atThread.cancel();
    await left;
    const [waits, sent] = [createCancellation(), createCancellation()];
    // The ninth and tenth: the thread has no room for them.
    const ninth = expect(ask('please exit', waits)).rejects.toMatchObject({ code: 'ABORTED' });
    const tenth = ask('Quận 1', sent);
    waits.cancel();
    await ninth;
    expect(await Promise.race([tenth, setTimeout(50, 'waits')])).toBe('waits');
    Atomics.store(control, RELEASE, 1);
    Atomics.notify(control, RELEASE);
    await Promise.all(busy);
    expect(await tenth).toContain('FeatureCollection');
    // The cancelled request would have ended the thread.
    expect(names()).toEqual([]);
  }, 60_000);

  it('a client that goes away cancels its request', async () => {
    await start(1);
    const isCancelled: boolean[] = [];
    const server = await createServer({
      service,
      isSent: threads.isSent,
      answer: (_name, _parameters, cancellation) => {
        isCancelled.push(false);
        cancellation?.onCancel(() => isCancelled.splice(0, 1, true));
        return new Promise(() => undefined);
      },
    });
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const client = new AbortController();
    const gone = fetch(`${address}/v1/geocode/forward?text=a`, { signal: client.signal }).catch(() => 'gone');
    await vi.waitUntil(() => isCancelled.length === 1, 10_000);
    client.abort();
    expect(await gone).toBe('gone');
    await vi.waitUntil(() => isCancelled[0] === true, 10_000);
    await server.stop();
  });
});
