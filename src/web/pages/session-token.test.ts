import { expect, it } from 'vitest';
import { checkerOf } from '../../contract/parameters.ts';
import { SessionToken } from '../../contract/schema.ts';
import { createSearchSession } from './session-token.ts';

it('a session keeps its token until its search is sent or its time is over', () => {
  let nowMs = 0;
  const session = createSearchSession(() => nowMs);
  const first = session.token();
  expect(checkerOf(SessionToken).check(first)).toBe(true);
  nowMs = 60_000;
  expect(session.token()).toBe(first);
  nowMs = 5 * 60_000;
  const second = session.token();
  expect(second).not.toBe(first);
  session.end();
  expect(session.token()).not.toBe(second);
});
