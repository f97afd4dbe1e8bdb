import { describe, expect, it } from 'vitest';
import { createLane, type LaneOptions } from './lane.ts';

/** A lane whose work takes a time of a clock that only moves by `tick`. */
function laneInTime(options: Partial<LaneOptions>) {
  const { run } = createLane({ running: 1, ...options });
  const ends: { atMs: number; resolve: () => void }[] = [];
  const begun: string[] = [];
  const refused: string[] = [];
  let nowMs = 0;
  /** Sends work of a client: `key/address`. */
  const send = (client: string, takesMs: number) => {
    const [account = '', address = account] = client.split('/');
    const work = () => {
      begun.push(client);
      return new Promise<void>((resolve) => ends.push({ atMs: nowMs + takesMs, resolve }));
    };
    run(work, undefined, { account, address }).catch(() => refused.push(client));
  };
  /** Moves the clock, and lets what follows from the end of each work happen. */
  const tick = async (ms: number) => {
    const untilMs = nowMs + ms;
    for (;;) {
      const next = ends.sort((a, b) => a.atMs - b.atMs)[0];
      if (!next || next.atMs > untilMs) break;
      nowMs = next.atMs;
      ends.shift();
      next.resolve();
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    }
    nowMs = untilMs;
  };
  return { send, tick, begun, refused };
}

const times = (count: number, send: () => void) => Array.from({ length: count }, send);

describe('shares of a lane', () => {
  it('begin the work of a client at once while another one has all places', async () => {
    const { send, tick, begun } = laneInTime({ running: 2 });
    times(6, () => send('slow', 30_000));
    await tick(10);
    send('quick', 10);
    expect(begun).toEqual(['slow', 'slow', 'quick']);
    await tick(10);
    send('quick', 10);
    expect(begun).toEqual(['slow', 'slow', 'quick', 'quick']);
  });

  it('alternate between clients that wait', async () => {
    const { send, tick, begun } = laneInTime({ running: 1 });
    times(4, () => send('a', 100));
    times(4, () => send('b', 100));
    times(2, () => send('c', 100));
    await tick(10_000);
    // The second client begins at once, and nobody is passed over until all have had their turn.
    expect(begun.join('')).toBe('abcabcabab');
  });

  it('alternate between the addresses of a key', async () => {
    const { send, tick, begun } = laneInTime({ running: 1 });
    times(5, () => send('shop/one', 100));
    send('shop/two', 100);
    await tick(10_000);
    expect(begun.indexOf('shop/two')).toBe(1);
  });

  it('give the room of whoever has most waiting to one who has fewer', async () => {
    const { send, tick, begun, refused } = laneInTime({ running: 1, waiting: 3 });
    times(4, () => send('many', 100));
    times(2, () => send('few', 100));
    await tick(0);
    // One of the few began in a place of its own, the other one waits.
    expect(refused).toEqual(['many']);
    times(2, () => send('many', 100));
    await tick(10_000);
    expect(refused).toEqual(['many', 'many', 'many']);
    expect(begun.filter((client) => client === 'few')).toHaveLength(2);
  });

  it('never run more than twice as many as there are places', async () => {
    const { send, tick, begun } = laneInTime({ running: 2 });
    for (let client = 0; client < 10; client += 1) send(`${client}`, 100);
    await tick(0);
    expect(begun).toHaveLength(4);
    await tick(10_000);
    expect(begun).toHaveLength(10);
  });
});
