import { describe, expect, it } from 'vitest';
import { onAbort } from './abort.ts';

describe('onAbort', () => {
  it('calls everybody who still waits, once, with one listener on the signal', () => {
    const controller = new AbortController();
    const called: string[] = [];
    onAbort(controller.signal, () => called.push('a'));
    const off = onAbort(controller.signal, () => called.push('b'));
    const both = () => called.push('c');
    onAbort(controller.signal, both);
    onAbort(controller.signal, both);
    off();
    controller.abort();
    expect(called).toEqual(['a', 'c', 'c']);
  });

  it('calls nobody who stops waiting while the others are called', () => {
    const controller = new AbortController();
    const called: string[] = [];
    onAbort(controller.signal, () => {
      called.push('a');
      offB();
    });
    const offB = onAbort(controller.signal, () => called.push('b'));
    onAbort(controller.signal, () => called.push('c'));
    controller.abort();
    expect(called).toEqual(['a', 'c']);
  });

  it('waits for nothing without a signal', () => {
    expect(onAbort(undefined, () => expect.unreachable())).toBeTypeOf('function');
  });
});
