import * as nodeFs from 'node:fs';
import { expect, it } from 'vitest';
import { useTemporaryFolders } from '../../test/support/temporary-folders.ts';
import { acceptedRefusalsIn, createAcceptedRefusals } from './disk/accepted-refusals.ts';
import { createSameRefusals } from './same-refusals.ts';

it('blames the service for so many equal refusals in a row, after a success', () => {
  const same = createSameRefusals(3, createAcceptedRefusals());
  const refuse = (...messages: string[]) => messages.map((message) => same.refused(message));
  expect(refuse('no', 'no', 'no', 'no')).toEqual([false, false, false, false]);
  expect(same.hasSucceeded).toBe(false);
  same.succeeded();
  expect(refuse('no', 'no', 'no')).toEqual([false, false, true]);
  same.succeeded();
  expect(refuse('no', 'no', 'other', 'no', 'no')).toEqual([false, false, false, false, false]);
});

it('takes messages that differ in numbers and identifiers for the same', () => {
  const same = createSameRefusals(2, createAcceptedRefusals());
  same.succeeded();
  same.refused('no permission (request 1f-09a)');
  expect(same.refused('no permission (request 77-bc1)')).toBe(true);
});

const newFolder = useTemporaryFolders('refusals');

it('accepts twice as many refusals in each run after one that was stopped, until a request succeeds', () => {
  const folder = newFolder();
  /** Returns how many refusals a run gets before it is stopped, or `most`. */
  const run = (succeeds: boolean, most = 1000) => {
    const same = createSameRefusals(40, acceptedRefusalsIn(folder, 'refusals', nodeFs));
    if (succeeds) same.succeeded();
    for (let count = 1; count < most; count += 1)
      if (same.refused(`no permission, request ${count}`)) return count;
    return most;
  };
  expect(run(false)).toBe(1000);
  expect(nodeFs.readdirSync(folder)).toEqual([]);
  expect([run(true), run(false), run(false), run(false), run(false, 6), run(false)]).toEqual([
    40, 2, 3, 5, 6, 9,
  ]);
  expect([run(true, 10), run(false)]).toEqual([10, 1000]);
});

it('finishes a file of refused rows in runs that each send a bounded number of requests', () => {
  const accepted = createAcceptedRefusals();
  accepted.write(1);
  const perRun: number[] = [];
  for (let left = 5000; left > 0;) {
    const same = createSameRefusals(40, accepted);
    let sent = 1;
    while (left > 0 && !same.refused('no')) {
      left -= 1;
      sent += 1;
    }
    perRun.push(sent);
  }
  expect(perRun.slice(0, 10)).toEqual([2, 3, 5, 9, 17, 33, 65, 129, 257, 513]);
  expect(Math.max(...perRun)).toBe(1025);
  expect(perRun).toHaveLength(14);
});

it('never stops without a limit', () => {
  const accepted = createAcceptedRefusals();
  accepted.write(1);
  const same = createSameRefusals(Infinity, accepted);
  expect([same.refused('no'), same.refused('no'), same.refused('no')]).toEqual([false, false, false]);
});
