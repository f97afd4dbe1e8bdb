import { describe, expect, it, vi } from 'vitest';
import { createLane, type LaneOptions } from './lane.ts';

/** Work that is done when told. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve, reject) =>
      ends.set(name, (error) => (error ? reject(error) : resolve(name))),
    );
  };
  return { begun, work, end: (name: string, error?: Error) => ends.get(name)?.(error) };
}

const lane = (more: Partial<LaneOptions> = {}) => createLane({ running: 1, ...more });
const uncancelled = { onCancel: () => undefined };

describe('a lane', () => {
  it('runs as many as it has places, and the others in their order', async () => {
    const { run } = lane({ running: 2 });
    const { begun, work, end } = works();
    const all = ['a', 'b', 'c', 'd'].map((name) => run(work(name)));
    expect(begun).toEqual(['a', 'b']);
    end('b');
    await all[1];
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'c']) end(name);
    await all[2];
    end('d');
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('has its place back after a failure', async () => {
    const { run } = lane();
    const { work, end } = works();
    const [failed, next] = [run(work('a')), run(work('b'))];
    end('a', new Error('no route'));
    await expect(failed).rejects.toThrow('no route');
    end('b');
    expect(await next).toBe('b');
  });

  it('is busy for those beyond its room, and for those that waited too long', async () => {
    vi.useFakeTimers();
    try {
      const { run } = lane({ waiting: 1, waitMs: 1000 });
      const { begun, work, end } = works();
      const first = run(work('a'));
      const second = run(work('b'));
      const busy = { code: 'THROTTLED', details: { isBusy: true } };
      await expect(run(work('c'))).rejects.toMatchObject(busy);
      vi.advanceTimersByTime(1000);
      await expect(second).rejects.toMatchObject(busy);
      end('a');
      await first;
      expect(begun).toEqual(['a']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not begin what is cancelled while it waits', async () => {
    const { run } = lane();
    const { begun, work, end } = works();
    let cancel = (): void => undefined;
    const first = run(work('a'), uncancelled);
    const gone = run(work('b'), { onCancel: (listener) => (cancel = listener) });
    const last = run(work('c'), uncancelled);
    cancel();
    await expect(gone).rejects.toMatchObject({ code: 'ABORTED' });
    end('a');
    await first;
    expect(begun).toEqual(['a', 'c']);
    cancel();
    end('c');
    expect(await last).toBe('c');
  });
});
