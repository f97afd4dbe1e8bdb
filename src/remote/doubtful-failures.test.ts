import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { createDoubtfulFailures } from './doubtful-failures.ts';

function setUp() {
  const clock = createFakeClock();
  const run = new AbortController();
  const failures = createDoubtfulFailures(clock, run.signal);
  const outcomes: string[] = [];
  /** Settles a failure and notes how that ended. */
  const settle = (name: string, signal?: AbortSignal) =>
    void failures.settle(signal).then(
      () => outcomes.push(`${name} stands`),
      (reason: Error) => outcomes.push(`${name}: ${reason.message}`),
    );
  return { clock, run, failures, outcomes, settle };
}

describe('createDoubtfulFailures', () => {
  it('lets a failure stand when a request that was sent later succeeds, and no earlier one', async () => {
    const { clock, failures, outcomes, settle } = setUp();
    failures.begin();
    await clock.advance(10);
    settle('a');
    failures.succeeded(5);
    await clock.advance(1000);
    expect(outcomes).toEqual([]);
    failures.succeeded(10);
    await clock.advance(0);
    expect(outcomes).toEqual(['a stands']);
  });

  it('lets it stand when nothing is in flight for a while', async () => {
    const { clock, failures, outcomes, settle } = setUp();
    const end = failures.begin();
    settle('a');
    await clock.advance(500);
    end();
    await clock.advance(50);
    const endOther = failures.begin();
    await clock.advance(500);
    expect(outcomes).toEqual([]);
    endOther();
    await clock.advance(100);
    expect(outcomes).toEqual(['a stands']);
  });

  it('lets none stand when the run stops or the call is aborted', async () => {
    const { clock, run, failures, outcomes, settle } = setUp();
    const call = new AbortController();
    failures.begin();
    settle('a');
    settle('b', call.signal);
    call.abort(new Error('no longer wanted'));
    run.abort(new Error('circuit open'));
    failures.succeeded(99);
    await clock.advance(500);
    settle('c');
    await clock.advance(0);
    expect(outcomes).toEqual(['b: no longer wanted', 'a: circuit open', 'c: circuit open']);
  });
});
