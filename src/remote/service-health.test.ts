import * as nodeFs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { useTemporaryFolders } from '../../test/support/temporary-folders.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { type AcceptedRefusals, acceptedRefusalsIn, createAcceptedRefusals } from './disk/cache-files.ts';
import type { Outcome } from './response-outcome.ts';
import { createServiceHealth } from './service-health.ts';

interface Settings {
  maxSameRefusals?: number;
  accepted?: AcceptedRefusals;
}

function setUp({ maxSameRefusals = 40, accepted = createAcceptedRefusals() }: Settings = {}) {
  const clock = createFakeClock();
  const run = new AbortController();
  const health = createServiceHealth({ clock, running: run.signal, maxSameRefusals, accepted });
  return { clock, run, health };
}

const error = new GeomillError('SERVICE_ERROR', 'failed');
const OUTCOMES = {
  answered: { kind: 'answer', value: {}, bytes: Buffer.from('{}') },
  failed: { kind: 'retryable', error, silent: false, retryAfter: undefined, date: undefined },
  refused: { kind: 'forbidden', error, words: '' },
} satisfies Record<string, Outcome>;
type End = keyof typeof OUTCOMES;

const complaint = (message: string): Outcome => ({
  kind: 'refused',
  error: new GeomillError('INVALID_REQUEST', message),
  spoke: true,
  doubt: 'none',
});

describe('the first requests', () => {
  it('of each operation are sent alone, not behind those of another one', async () => {
    const { health } = setUp();
    expect(health.enter(undefined, 'direction')).toBe('probe');
    expect(health.enter(undefined, 'geocodeForward')).toBe('probe');
    const second = health.enter(undefined, 'direction');
    expect(second).toBeInstanceOf(Promise);
    expect(await health.conclude('spoke', 'geocodeForward')).toBe(true);
    expect(health.enter(undefined, 'geocodeForward')).toBe('pass');
    expect([await second, health.enter(undefined, 'direction')]).toEqual(['pass', 'pass']);
    expect(await health.conclude('strange', 'direction')).toBe(true);
  });

  it('end with the beginning of a response, and tell still whether the service works', async () => {
    const { health } = setUp();
    void health.enter(undefined, 'place');
    const waiting = health.enter(undefined, 'place');
    health.heard('place');
    expect([await waiting, health.enter(undefined, 'place')]).toEqual(['probe', 'probe']);
    const ends = [1, 2, 3].map(() => health.conclude('strange', 'place'));
    expect(await Promise.all(ends)).toEqual([false, false, false]);
  });
});

describe('the circuit breaker', () => {
  const recorded = (count: number, endOf: (nth: number) => End, { health } = setUp()) =>
    Array.from({ length: count }, (_, nth) => health.record(OUTCOMES[endOf(nth)], 0) !== undefined);

  it('opens when half of the last 200 attempts failed or were refused', () => {
    const ends = recorded(400, (nth) => (nth % 2 === 0 ? 'answered' : nth % 4 === 1 ? 'failed' : 'refused'));
    expect(ends.indexOf(true)).toBe(199);
  });

  it('stays closed below that, and forgets', () => {
    expect(recorded(2000, (nth) => (nth % 5 < 2 ? 'failed' : 'answered')).includes(true)).toBe(false);
    const run = setUp();
    recorded(99, () => 'failed', run);
    recorded(200, () => 'answered', run);
    expect(recorded(99, () => 'failed', run).includes(true)).toBe(false);
    expect(run.health.record(OUTCOMES.failed, 0)?.code).toBe('SERVICE_DOWN');
  });

  it('opens after 20 refusals without an answer between', () => {
    expect(recorded(20, () => 'refused').indexOf(true)).toBe(19);
    expect(recorded(60, (nth) => (nth % 20 === 19 ? 'answered' : 'refused')).includes(true)).toBe(false);
  });
});

describe('the first request', () => {
  it('is sent ahead, and lets the others pass when it spoke', async () => {
    const { health } = setUp();
    expect(await health.enter()).toBe('probe');
    const others = [health.enter(), health.enter()].map((role) => Promise.resolve(role));
    expect(await health.conclude('spoke')).toBe(true);
    expect(await Promise.all(others)).toEqual(['pass', 'pass']);
    expect(await health.enter()).toBe('pass');
  });

  it('stops everybody when nobody replied', async () => {
    const { health } = setUp();
    await health.enter();
    expect(await health.conclude('silent')).toBe(false);
  });

  it('is followed by a second when it met something strange, and the second is believed', async () => {
    const { health } = setUp();
    await health.enter();
    const second = health.enter();
    const first = health.conclude('strange');
    expect(await second).toBe('probe');
    expect(await health.conclude('spoke')).toBe(true);
    expect(await first).toBe(true);
  });

  it('leaves no request without an end when the run stops before the second has one', async () => {
    const { health, run } = setUp();
    const why = new GeomillError('QUOTA_SPENT', 'spent');
    expect(await health.enter()).toBe('probe');
    const second = health.enter();
    const first = health.conclude('strange');
    expect(await second).toBe('probe');
    run.abort(why);
    await expect(first).rejects.toBe(why);
    const late = setUp();
    await late.health.enter();
    void late.health.enter();
    late.run.abort(why);
    await expect(late.health.conclude('strange')).rejects.toBe(why);
  });

  it('stops the run after three strange ones, or when no other request waits', async () => {
    const { health } = setUp();
    await health.enter();
    const waiting = [health.enter(), health.enter(), health.enter()];
    const verdicts = [health.conclude('strange')];
    expect(await waiting[0]).toBe('probe');
    verdicts.push(health.conclude('strange'));
    expect(await waiting[1]).toBe('probe');
    verdicts.push(health.conclude('strange'));
    expect(await Promise.all(verdicts)).toEqual([false, false, false]);
    const { health: lonely } = setUp();
    await lonely.enter();
    expect(await lonely.conclude('strange')).toBe(false);
  });

  it('costs its row only when it is refused alone, and the next one becomes the probe', async () => {
    const { health } = setUp();
    for (const works of [true, true, false]) {
      expect(await health.enter()).toBe('probe');
      expect(await health.conclude('refused')).toBe(works);
    }
    const { health: two } = setUp();
    await two.enter();
    const second = two.enter();
    const first = two.conclude('refused');
    expect(await second).toBe('probe');
    expect(await two.conclude('refused')).toBe(true);
    expect(await first).toBe(true);
    expect(await two.enter()).toBe('probe');
  });

  it('hands over when it is never sent, and lets a waiter go', async () => {
    const { health } = setUp();
    await health.enter();
    const controller = new AbortController();
    const gone = health.enter(controller.signal);
    const next = health.enter();
    controller.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    health.abandon();
    expect(await next).toBe('probe');
    health.abandon();
    expect(await health.enter()).toBe('probe');
  });
});

describe('refusals with the same words', () => {
  const newFolder = useTemporaryFolders('refusals');

  function setUpRefusals(maxSameRefusals: number, accepted = createAcceptedRefusals()) {
    const { health } = setUp({ maxSameRefusals, accepted });
    return {
      health,
      isStopped: (message: string) => health.record(complaint(message), 0) !== undefined,
      succeed: () => expect(health.record(OUTCOMES.answered, 0)).toBeUndefined(),
    };
  }

  it('blame the service when there are so many in a row, after a success', () => {
    const { health, isStopped, succeed } = setUpRefusals(3);
    const refuse = (...messages: string[]) => messages.map((message) => isStopped(message));
    expect(refuse('no', 'no', 'no', 'no')).toEqual([false, false, false, false]);
    expect(health.isDoubtful(complaint('no'))).toBe(false);
    succeed();
    expect(health.isDoubtful(complaint('no'))).toBe(true);
    expect(refuse('no', 'no', 'no')).toEqual([false, false, true]);
    succeed();
    expect(refuse('no', 'no', 'other', 'no', 'no')).toEqual([false, false, false, false, false]);
  });

  it('are the same when they differ in numbers and identifiers', () => {
    const { isStopped, succeed } = setUpRefusals(2);
    succeed();
    isStopped('no permission (request 1f-09a)');
    expect(isStopped('no permission (request 77-bc1)')).toBe(true);
  });

  it('are accepted twice as often in each run after one that was stopped, until a request succeeds', () => {
    const folder = newFolder();
    /** Returns how many refusals a run gets before it is stopped, or `most`. */
    const run = (succeeds: boolean, most = 1000) => {
      const { isStopped, succeed } = setUpRefusals(40, acceptedRefusalsIn(join(folder, 'refusals'), nodeFs));
      if (succeeds) succeed();
      for (let count = 1; count < most; count += 1)
        if (isStopped(`no permission, request ${count}`)) return count;
      return most;
    };
    expect(run(false)).toBe(1000);
    expect(nodeFs.readdirSync(folder)).toEqual([]);
    expect([run(true), run(false), run(false), run(false), run(false, 6), run(false)]).toEqual([
      40, 2, 3, 5, 6, 9,
    ]);
    expect([run(true, 10), run(false)]).toEqual([10, 1000]);
  });

  it('let runs finish a file of refused rows, each with a bounded number of requests', () => {
    const accepted = createAcceptedRefusals();
    accepted.write(1);
    const perRun: number[] = [];
    for (let left = 5000; left > 0;) {
      const { isStopped } = setUpRefusals(40, accepted);
      let sent = 1;
      while (left > 0 && !isStopped('no')) {
        left -= 1;
        sent += 1;
      }
      perRun.push(sent);
    }
    expect(perRun.slice(0, 10)).toEqual([2, 3, 5, 9, 17, 33, 65, 129, 257, 513]);
    expect(Math.max(...perRun)).toBe(1025);
    expect(perRun).toHaveLength(14);
  });

  it('never stop a run without a limit', () => {
    const accepted = createAcceptedRefusals();
    accepted.write(1);
    const { isStopped } = setUpRefusals(Infinity, accepted);
    expect([isStopped('no'), isStopped('no'), isStopped('no')]).toEqual([false, false, false]);
  });
});

describe('doubtful failures', () => {
  function setUpFailures() {
    const { clock, run, health } = setUp();
    const outcomes: string[] = [];
    /** Settles a failure and notes how that ended. */
    const settle = (name: string, signal?: AbortSignal) => {
      const failure = new GeomillError('SERVICE_ERROR', name);
      health.doubt(failure);
      void health.settle(failure, signal).then(
        () => outcomes.push(`${name} stands`),
        (reason: Error) => outcomes.push(`${name}: ${reason.message}`),
      );
    };
    const succeed = (sentAtMs: number) => health.record(OUTCOMES.answered, sentAtMs);
    return { clock, run, health, outcomes, settle, succeed };
  }

  it('stand when a request that was sent later succeeds, and no earlier one', async () => {
    const { clock, health, outcomes, settle, succeed } = setUpFailures();
    health.begin();
    await clock.advance(10);
    settle('a');
    succeed(5);
    await clock.advance(1000);
    expect(outcomes).toEqual([]);
    succeed(10);
    await clock.advance(0);
    expect(outcomes).toEqual(['a stands']);
  });

  it('stand when nothing is in flight for a while', async () => {
    const { clock, health, outcomes, settle } = setUpFailures();
    const end = health.begin();
    settle('a');
    await clock.advance(500);
    end();
    await clock.advance(50);
    const endOther = health.begin();
    await clock.advance(500);
    expect(outcomes).toEqual([]);
    endOther();
    await clock.advance(100);
    expect(outcomes).toEqual(['a stands']);
  });

  it('do not stand when the run stops or the call is aborted', async () => {
    const { clock, run, health, outcomes, settle, succeed } = setUpFailures();
    const call = new AbortController();
    health.begin();
    settle('a');
    settle('b', call.signal);
    call.abort(new Error('no longer wanted'));
    run.abort(new Error('circuit open'));
    succeed(99);
    await clock.advance(500);
    settle('c');
    await clock.advance(0);
    expect(outcomes).toEqual(['b: no longer wanted', 'a: circuit open', 'c: circuit open']);
  });

  it('are only those that were doubted: others stand at once', async () => {
    const { health } = setUp();
    health.begin();
    await expect(health.settle(error)).resolves.toBeUndefined();
  });
});
