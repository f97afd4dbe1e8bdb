import { expect, it } from 'vitest';
import { createSameRefusals } from './same-refusals.ts';

it('blames the service for so many equal refusals in a row, after a success', () => {
  const same = createSameRefusals(3);
  const refuse = (...messages: string[]) => messages.map((message) => same.refused(message));
  expect(refuse('no', 'no', 'no', 'no')).toEqual([false, false, false, false]);
  expect(same.hasSucceeded).toBe(false);
  same.succeeded();
  expect(refuse('no', 'no', 'no')).toEqual([false, false, true]);
  same.succeeded();
  expect(refuse('no', 'no', 'other', 'no', 'no')).toEqual([false, false, false, false, false]);
});

it('takes messages that differ in numbers and identifiers for the same', () => {
  const same = createSameRefusals(2);
  same.succeeded();
  same.refused('no permission (request 1f-09a)');
  expect(same.refused('no permission (request 77-bc1)')).toBe(true);
});
