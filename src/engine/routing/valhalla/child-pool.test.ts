import { expect, it } from 'vitest';
import { createStartPolicy } from './child-pool.ts';

it('allows one child at a time after three failed starts in a row, until one succeeds', () => {
  const policy = createStartPolicy(4);
  policy.failed();
  policy.failed();
  expect([policy.isFailing, policy.maxChildren]).toEqual([false, 4]);
  policy.succeeded();
  policy.failed();
  policy.failed();
  expect(policy.isFailing).toBe(false);
  policy.failed();
  expect([policy.isFailing, policy.maxChildren, policy.failures]).toEqual([true, 1, 3]);
  policy.succeeded();
  expect([policy.isFailing, policy.maxChildren]).toEqual([false, 4]);
});
