import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../../test/support/fake-clock.ts';
import { onAbort } from '../base/files/abort.ts';
import { sleep } from '../base/files/clock.ts';
import { createReconnecting, type Leaving, type ReconnectingTransport } from './connections.ts';
import type { TransportResult } from './transport.ts';

const REQUEST = { method: 'GET', path: '/place', query: '' } as const;
const REPLY: TransportResult = { kind: 'reply', status: 200, headers: {}, body: Buffer.from('{}') };
const failed = (detail: string): TransportResult => ({
  kind: 'failed',
  reason: 'network',
  detail,
  replied: false,
});
const REFUSED = failed('ECONNREFUSED');
const LONGEST_MS = 5_000;

let clock: FakeClock;
let state: TransportResult;
let sent: number;
let waits: number;
let transport: ReconnectingTransport;
let destroyed: number;

beforeEach(() => {
  clock = createFakeClock();
  state = REPLY;
  sent = 0;
  waits = 0;
  destroyed = 0;
  transport = createReconnecting(
    {
      send: async () => {
        sent += 1;
        return state;
      },
      destroy: async () => void (destroyed += 1),
    },
    { clock, longestMs: LONGEST_MS, onWait: () => (waits += 1) },
  );
});

const send = (signal?: AbortSignal) => transport.send(REQUEST, () => undefined, leaving(signal));
const leaving = (signal?: AbortSignal, pauseOver = () => Promise.resolve()): Leaving => ({
  hasLeft: () => signal?.aborted === true,
  onLeave: (callback) => onAbort(signal, callback),
  pauseOver,
});
/** Sends requests, and collects their results as they come. */
function collect(count: number): (TransportResult | undefined)[] {
  const results: (TransportResult | undefined)[] = [];
  for (let nth = 0; nth < count; nth += 1) void send().then((result) => results.push(result));
  return results;
}

describe('a service that restarts', () => {
  it('gets no request in a pause that began while it was waited for', async () => {
    await send();
    state = REFUSED;
    const paused = leaving(undefined, () => sleep(clock, 20_000));
    const results: unknown[] = [];
    for (let nth = 0; nth < 3; nth += 1)
      void transport.send(REQUEST, () => undefined, paused).then((result) => results.push(result));
    await clock.advance(10);
    state = REPLY;
    const before = sent;
    await clock.advance(19_000);
    expect([sent - before, results]).toEqual([0, []]);
    await clock.advance(30_000);
    expect(results).toEqual([REPLY, REPLY, REPLY]);
  });

  it('is waited for by all requests, of which one tries again', async () => {
    await send();
    state = REFUSED;
    const results = collect(8);
    await clock.advance(2000);
    expect(results).toEqual([]);
    expect(waits).toBe(1);
    // Eight at first, then the probe after 100, 300, 700 and 1,500 ms.
    expect(sent).toBe(1 + 8 + 4);
    const late = collect(1);
    await clock.advance(0);
    expect(sent).toBe(13);
    state = REPLY;
    await clock.advance(2000);
    expect([...results, ...late]).toEqual(Array.from({ length: 9 }, () => REPLY));
    expect(sent).toBe(13 + 9);
  });

  it('is given up after the longest time, for all requests at once, until it replies again', async () => {
    await send();
    state = REFUSED;
    const results = collect(3);
    await clock.advance(LONGEST_MS + 2000);
    expect(results).toEqual([REFUSED, REFUSED, REFUSED]);
    const before = sent;
    expect(await send()).toBe(REFUSED);
    expect(sent).toBe(before + 1);
    state = REPLY;
    expect(await send()).toBe(REPLY);
    state = REFUSED;
    const again = collect(1);
    await clock.advance(200);
    expect(again).toEqual([]);
    expect(waits).toBe(2);
  });
});

describe('a request that is left while the service restarts', () => {
  it.each([
    ['the one that tries again', 0],
    ['one that waits for it', 1],
  ])('ends at once and is not sent: %s', async (_, left) => {
    await send();
    state = REFUSED;
    const ends: [nth: number, result: TransportResult | undefined][] = [];
    const controllers = [0, 1, 2].map(() => new AbortController());
    for (const [nth, { signal }] of controllers.entries())
      void send(signal).then((result) => ends.push([nth, result]));
    await clock.advance(300);
    const before = sent;
    controllers[left]?.abort();
    await clock.advance(0);
    expect(ends).toEqual([[left, undefined]]);
    // If it was the probe, the other two try at once, and one of them goes on as the probe.
    expect(sent).toBe(before + (left === 0 ? 2 : 0));
    state = REPLY;
    await clock.advance(2000);
    expect(ends.slice(1).map(([, result]) => result)).toEqual([REPLY, REPLY]);
  });
});

describe('no wait', () => {
  it('for a service that has never replied', async () => {
    state = REFUSED;
    expect(await send()).toBe(REFUSED);
    expect([sent, waits]).toEqual([1, 0]);
  });

  it('for other failures: the request may have arrived', async () => {
    await send();
    for (const detail of ['ECONNRESET', 'UND_ERR_SOCKET', 'ENOTFOUND']) {
      state = failed(detail);
      expect(await send()).toBe(state);
    }
    expect(waits).toBe(0);
  });

  it('after the end', async () => {
    await send();
    state = REFUSED;
    const results = collect(2);
    await clock.advance(50);
    await transport.destroy();
    await clock.advance(0);
    expect(results).toEqual([REFUSED, REFUSED]);
    expect(destroyed).toBe(1);
    expect(await send()).toBe(REFUSED);
  });
});
