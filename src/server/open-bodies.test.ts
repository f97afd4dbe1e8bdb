import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { LIMITS } from './limits.ts';
import { createOpenBodies, type IncomingBody } from './guards.ts';

/** A body of a fake client. Shape: `ended` is the reason why its request was ended. */
interface FakeBody extends IncomingBody {
  bytes: number;
  held: boolean;
  ended?: string;
}

function fakeBody(isStreaming = true): FakeBody {
  const body: FakeBody = {
    bytes: 1000,
    held: false,
    isStreaming,
    received: () => body.bytes,
    isHeld: () => body.held,
    end: (reason) => void (body.ended = reason),
  };
  return body;
}

function setUp() {
  const clock = createFakeClock();
  const bodies = createOpenBodies(clock);
  return { clock, bodies };
}

/** Lets bytes of a body come in equal parts, until its request is ended. Shape: returns the seconds that passed. */
async function send(
  clock: ReturnType<typeof createFakeClock>,
  body: FakeBody,
  bytes: number,
  seconds: number,
) {
  for (let second = 1; second <= seconds; second += 1) {
    body.bytes += bytes;
    await clock.advance(1000);
    if (body.ended !== undefined) return second;
  }
  return seconds;
}

describe('a body that is received', () => {
  it('is ended when no byte of it comes for 10 s', async () => {
    const { clock, bodies } = setUp();
    const body = fakeBody();
    bodies.watch(body);
    await clock.advance(9000);
    body.bytes += 1;
    await clock.advance(9000);
    expect(body.ended).toBeUndefined();
    await clock.advance(2000);
    expect(body.ended).toBe('no byte of the body came for 10 s');
  });

  it('may be silent as long as the server holds it back', async () => {
    const { clock, bodies } = setUp();
    const body = fakeBody();
    bodies.watch(body);
    body.held = true;
    await clock.advance(600_000);
    body.held = false;
    await clock.advance(9000);
    expect(body.ended).toBeUndefined();
    await clock.advance(1000);
    expect(body.ended).toBeDefined();
  });

  it('is ended when it trickles, whatever came before', async () => {
    const { clock, bodies } = setUp();
    const body = fakeBody();
    bodies.watch(body);
    await send(clock, body, 1_000_000, 30);
    expect(await send(clock, body, LIMITS.bodyBytesPerSecond - 1, 600)).toBe(30);
    expect(body.ended).toMatch(/too slowly: fewer than 100 bytes a second for 30 s/);
  });

  it('of a slow but honest client is received for an hour', async () => {
    const { clock, bodies } = setUp();
    const body = fakeBody();
    bodies.watch(body);
    for (let pause = 0; pause < 360; pause += 1) {
      // Nothing for 9 s, then as much as a slow mobile network brings in one.
      await send(clock, body, 0, 9);
      await send(clock, body, 2_000, 1);
    }
    expect(body.ended).toBeUndefined();
  });

  it('that is no stream must be complete within the time of a request', async () => {
    const { clock, bodies } = setUp();
    const body = fakeBody(false);
    bodies.watch(body);
    expect(await send(clock, body, 5_000, 100)).toBe(30);
    expect(body.ended).toBe('the body was not complete after 30 s');
  });

  it('is not looked at after its end', async () => {
    const { clock, bodies } = setUp();
    const body = fakeBody();
    const stop = bodies.watch(body);
    stop();
    await clock.advance(60_000);
    expect(body.ended).toBeUndefined();
  });
});

describe('many bodies of one client', () => {
  const MOST = 8;

  function beginning({ bodies }: ReturnType<typeof setUp>) {
    return (owner: string) => {
      const body = fakeBody();
      bodies.watch(body);
      bodies.count(body, owner, MOST);
      return body;
    };
  }
  const ended = (bodies: readonly FakeBody[]) => bodies.filter(({ ended }) => ended !== undefined);

  it('end the slowest one, and not those that the server holds back', async () => {
    const world = setUp();
    const begin = beginning(world);
    const all = Array.from({ length: MOST }, () => begin('x'));
    const [held, slowest, ...others] = all as [FakeBody, FakeBody, ...FakeBody[]];
    held.held = true;
    for (const body of others) body.bytes += 100;
    await world.clock.advance(1000);
    // The held one leaves room for one more.
    begin('x');
    expect(ended(all)).toEqual([]);
    begin('x');
    expect(ended(all)).toEqual([slowest]);
    expect(slowest.ended).toMatch(/slowest of 8/);
  });

  it('end the oldest one where all are new, and none of another client', () => {
    const begin = beginning(setUp());
    const all = Array.from({ length: MOST }, () => begin('x'));
    const other = begin('y');
    const newer = [begin('x'), begin('x')];
    expect(ended([...all, other, ...newer])).toEqual(all.slice(0, 2));
  });
});
