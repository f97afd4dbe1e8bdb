import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createStopper } from './stopper.ts';

function setup(canDrain = true) {
  const signals = new EventEmitter();
  const events: string[] = [];
  const stopper = createStopper(
    { signals, exit: (code) => events.push(`exit ${code}`), nowMs: () => 42 },
    { canDrain: () => canDrain, onStop: () => events.push('stop'), onLeave: () => events.push('leave') },
  );
  return { signals, events, stopper };
}

describe('createStopper', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('aborts on the first %s', (signal, code) => {
    const { signals, events, stopper } = setup();
    expect(stopper.signal.aborted).toBe(false);
    expect(stopper.exitCode()).toBeUndefined();
    signals.emit(signal);
    expect(stopper.signal.aborted).toBe(true);
    expect([stopper.exitCode(), stopper.stoppedAtMs(), events]).toEqual([code, 42, ['stop']]);
    stopper.dispose();
  });

  it('leaves on the second, with the code of that one', () => {
    const { signals, events, stopper } = setup();
    signals.emit('SIGTERM');
    signals.emit('SIGINT');
    expect(events).toEqual(['stop', 'leave', 'exit 130']);
    stopper.dispose();
  });

  it('leaves on the first where nothing is under way', () => {
    const { signals, events, stopper } = setup(false);
    signals.emit('SIGINT');
    expect(events).toEqual(['leave', 'exit 130']);
    expect(stopper.signal.aborted).toBe(false);
    stopper.dispose();
  });

  it('listens no more after it was disposed of', () => {
    const { signals, stopper } = setup();
    stopper.dispose();
    expect(signals.eventNames()).toEqual([]);
  });
});
