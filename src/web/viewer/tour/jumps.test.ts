import { expect, it } from 'vitest';
import { createJumps } from './jumps.ts';

/** Creates a promise that is settled by hand. */
function held<T>() {
  let release!: (value: T) => void;
  let fail!: (error: Error) => void;
  const promise = new Promise<T>((resolve, reject) => ([release, fail] = [resolve, reject]));
  return { promise, release, fail };
}

it('a jump sees that another one was asked for while it waited', async () => {
  const jumps = createJumps();
  const search = held<string>();
  const shown: string[] = [];
  const show = (found: Promise<string>) =>
    jumps.begin(async (isLast) => {
      const id = await found;
      if (!isLast()) return false;
      shown.push(id);
      return true;
    });
  const slow = show(search.promise);
  expect(await show(Promise.resolve('later'))).toBe(true);
  search.release('earlier');
  expect(await slow).toBe(false);
  expect(shown).toEqual(['later']);
});

it('a failure counts for the last jump only', async () => {
  const jumps = createJumps();
  const search = held<boolean>();
  const slow = jumps.begin(() => search.promise);
  const last = jumps.begin(() => Promise.reject(new Error('no picture')));
  search.fail(new Error('lost connection'));
  expect(await slow).toBe(false);
  await expect(last).rejects.toThrow('no picture');
});

it('is settled when the last jump is over, also one that began meanwhile', async () => {
  const jumps = createJumps();
  expect(await jumps.settled()).toBe(false);
  const [first, second] = [held<boolean>(), held<boolean>()];
  void jumps.begin(() => first.promise);
  const settled = jumps.settled();
  void jumps.begin(() => second.promise);
  first.release(false);
  second.release(true);
  expect(await settled).toBe(true);
  void jumps.begin(() => Promise.reject(new Error('no picture')));
  expect(await jumps.settled()).toBe(false);
});
