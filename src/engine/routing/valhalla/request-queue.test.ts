import { describe, expect, it } from 'vitest';
import { GeomillError } from '../../../base/errors/geomill-error.ts';
import { createRequestQueue, type PendingRequest } from './request-queue.ts';

const failure = new GeomillError('SERVICE_DOWN', 'no router');

describe('createRequestQueue', () => {
  it('returns requests oldest first, one put back before all others', async () => {
    const queue = createRequestQueue(() => {});
    const responses = ['a', 'b', 'c'].map((request) => queue.add('route', request));
    const first = queue.shift() as PendingRequest;
    queue.putBack(first);
    for (const expected of ['a', 'b', 'c']) {
      const pending = queue.shift();
      expect(pending?.request).toBe(expected);
      pending?.settle({ response: expected.toUpperCase() });
    }
    expect(await Promise.all(responses)).toEqual(['A', 'B', 'C']);
    expect(queue.shift()).toBeUndefined();
  });

  it('removes a cancelled request, waiting or sent, and reports it once', async () => {
    let settled = 0;
    const queue = createRequestQueue(() => (settled += 1));
    const control = new AbortController();
    const responses = ['sent', 'waiting'].map((request) => queue.add('route', request, control.signal));
    const sent = queue.shift() as PendingRequest;
    control.abort();
    for (const response of responses) await expect(response).rejects.toMatchObject({ code: 'ABORTED' });
    expect([queue.length, settled, sent.isSettled]).toEqual([0, 2, true]);
    sent.settle({ response: 'late' });
    queue.putBack(sent);
    expect([queue.length, settled]).toEqual([0, 2]);
    await expect(queue.add('route', 'new', control.signal)).rejects.toMatchObject({ code: 'ABORTED' });
    expect(queue.length).toBe(0);
  });

  it('fails all waiting requests', async () => {
    const queue = createRequestQueue(() => {});
    const responses = ['a', 'b'].map((request) => queue.add('route', request));
    queue.failAll(failure);
    for (const response of responses) await expect(response).rejects.toBe(failure);
    expect(queue.length).toBe(0);
  });
});
