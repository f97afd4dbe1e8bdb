import { expect, it, vi } from 'vitest';
import type { Consumer } from './consumer.ts';
import { superviseConsumer } from './supervised-consumer.ts';

function fakes(waiting: number) {
  const state = { begun: 0, active: 0, waiting, opened: 0, closed: 0 };
  const open = (): Consumer => {
    state.opened += 1;
    return {
      active: () => state.active,
      begun: () => state.begun,
      waiting: async () => state.waiting,
      close: async () => void (state.closed += 1),
    };
  };
  return { state, open };
}

it('replaces a consumer that begins nothing although jobs wait', async () => {
  const { state, open } = fakes(3);
  const onReplaced = vi.fn();
  const consumer = superviseConsumer(open, onReplaced);
  for (let looks = 0; looks < 3; looks += 1) await consumer.look();
  expect(onReplaced).toHaveBeenCalledTimes(1);
  expect(state).toMatchObject({ opened: 2, closed: 1 });
  await consumer.close();
});

it.each([
  ['no job waits', { waiting: 0 }],
  ['a job is in progress', { active: 1 }],
])('leaves a consumer alone when %s', async (_, more) => {
  const { state, open } = fakes(3);
  Object.assign(state, more);
  const consumer = superviseConsumer(open, () => expect.unreachable());
  for (let looks = 0; looks < 5; looks += 1) await consumer.look();
  await consumer.close();
  expect(state.opened).toBe(1);
});
