import { describe, expect, it } from 'vitest';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { failureOf } from './failure.ts';
import { Refusal } from './refusal.ts';

describe('the failure of a request', () => {
  it('has status and headers of a refusal', () => {
    const failure = failureOf(new Refusal(405, 'no', { allow: 'GET' }));
    expect(failure).toEqual({ status: 405, message: 'no', headers: { allow: 'GET' }, isBug: false });
  });

  it('has the status of the catalogue', () => {
    expect(failureOf(new GeomillError('INVALID_REQUEST', 'size: wrong'))).toMatchObject({
      status: 400,
      message: 'size: wrong',
    });
  });

  it('says when to try again', () => {
    const throttled = new GeomillError('THROTTLED', 'slow down', { details: { retryAfterMs: 1200 } });
    expect(failureOf(throttled)).toMatchObject({ status: 429, headers: { 'retry-after': '2' } });
    const spent = new GeomillError('QUOTA_SPENT', 'spent', {
      details: { retryAt: new Date(Date.now() + 60_000).toISOString() },
    });
    expect(Number(failureOf(spent).headers['retry-after'])).toBeGreaterThan(55);
    expect(failureOf(new GeomillError('SERVICE_DOWN', 'down'))).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
    });
  });

  it('does not tell a client that its key is wrong when the key of the gateway is', () => {
    expect(failureOf(new GeomillError('KEY_REFUSED', 'refused')).status).toBe(502);
  });

  it('of a bug shows no detail', () => {
    for (const error of [new TypeError('x.secret is undefined'), new GeomillError('INTERNAL', 'secret')]) {
      const { status, message, isBug } = failureOf(error);
      expect([status, isBug]).toEqual([500, true]);
      expect(message).not.toContain('secret');
    }
  });
});
