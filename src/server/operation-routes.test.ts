import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Cancellation } from './call-operation.ts';
import { withDeadline, withPlaceLink } from './operation-routes.ts';

const TIME_MS = 30_000;

describe('a call with a deadline', () => {
  let raw: EventEmitter;
  let cancellation: Cancellation;
  let settle: { resolve: (text: string) => void; reject: (error: Error) => void };
  let outcome: Promise<string>;

  beforeEach(() => {
    vi.useFakeTimers();
    raw = new EventEmitter();
    outcome = withDeadline({ raw } as unknown as FastifyReply, (given) => {
      cancellation = given;
      return new Promise<string>((resolve, reject) => (settle = { resolve, reject }));
    });
    outcome.catch(() => undefined);
  });
  afterEach(() => void vi.useRealTimers());

  it('returns its response or its failure, and leaves no timer', async () => {
    settle.resolve('text');
    await expect(outcome).resolves.toBe('text');
    expect(vi.getTimerCount()).toBe(0);
    // The response was sent; nothing is left to cancel.
    raw.emit('close');
    expect(cancellation.signal.aborted).toBe(false);
  });

  it('fails as the call fails', async () => {
    settle.reject(new Error('broken'));
    await expect(outcome).rejects.toThrow('broken');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends when the time is over, also if the call then fails in another way', async () => {
    const listener = vi.fn(() => settle.reject(new Error('cancelled')));
    cancellation.onCancel(listener);
    const { signal } = cancellation;
    vi.advanceTimersByTime(TIME_MS - 1);
    expect(listener).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    await expect(outcome).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect([listener.mock.calls.length, signal.aborted]).toEqual([1, true]);
  });

  it('ends when the client is gone', async () => {
    raw.emit('close');
    await expect(outcome).rejects.toMatchObject({ code: 'ABORTED' });
    // A call that begins to listen afterwards must not wait for ever.
    expect(cancellation.signal.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});

const REACHED = { protocol: 'https', host: 'maps.example' } as const;

describe('withPlaceLink', () => {
  it('adds the page of this server that shows the place, with its id', () => {
    const body = JSON.stringify({
      result: { place_id: 'a_b-1', url: 'geo:21.5,105.5;id=a_b-1' },
      status: 'OK',
    });
    expect(JSON.parse(withPlaceLink(body, REACHED))).toEqual({
      result: { place_id: 'a_b-1', url: 'https://maps.example/?q=a_b-1' },
      status: 'OK',
    });
  });

  it.each([
    { result: null, status: 'NOT_FOUND' },
    { type: 'FeatureCollection', features: [] },
    { result: { place_id: 'a', url: 'https://own.example/a' }, status: 'OK' },
  ])('leaves %j as it is', (value) => {
    const body = JSON.stringify(value);
    expect(withPlaceLink(body, REACHED)).toBe(body);
  });
});
