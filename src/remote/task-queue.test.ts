import { describe, expect, it } from 'vitest';
import { createTaskQueue } from './task-queue.ts';

/** Returns tasks that end when they are told to, and the numbers of those that have begun. */
function setUp(concurrency: number) {
  const queue = createTaskQueue(concurrency);
  const begun: number[] = [];
  const ends = new Map<number, { resolve: (value: number) => void; reject: (reason: Error) => void }>();
  const add = (nth: number) =>
    queue.run(
      () =>
        new Promise<number>((resolve, reject) => {
          begun.push(nth);
          ends.set(nth, { resolve, reject });
        }),
    );
  return { queue, begun, ends, add };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('task queue', () => {
  it('begins as many tasks as it has places, and the others in their order', async () => {
    const { queue, begun, ends, add } = setUp(2);
    const results = [1, 2, 3, 4].map(add);
    expect([begun, queue.waiting()]).toEqual([[1, 2], 2]);
    ends.get(2)?.resolve(20);
    await settled();
    expect([begun, queue.waiting()]).toEqual([[1, 2, 3], 1]);
    ends.get(1)?.resolve(10);
    await settled();
    for (const nth of [3, 4]) ends.get(nth)?.resolve(10 * nth);
    expect(await Promise.all(results)).toEqual([10, 20, 30, 40]);
  });

  it('gives the place of a failed task to the next', async () => {
    const { begun, ends, add } = setUp(1);
    const failed = add(1);
    const next = add(2);
    ends.get(1)?.reject(new Error('broken'));
    await expect(failed).rejects.toThrow('broken');
    await settled();
    ends.get(2)?.resolve(2);
    expect([begun, await next]).toEqual([[1, 2], 2]);
  });

  it('is idle when no task runs or waits', async () => {
    const { queue, ends, add } = setUp(1);
    await queue.idle();
    const results = [1, 2].map(add);
    let isIdle = false;
    const idle = queue.idle().then(() => (isIdle = true));
    ends.get(1)?.resolve(1);
    await settled();
    expect(isIdle).toBe(false);
    ends.get(2)?.resolve(2);
    await Promise.all([...results, idle]);
    expect(isIdle).toBe(true);
  });
});
