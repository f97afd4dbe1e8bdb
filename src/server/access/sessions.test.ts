import { describe, expect, it } from 'vitest';
import { createSessions, SESSION_LIFETIME_MS } from './sessions.ts';

const A = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';
const B = '9b2d5b64-0d9c-4d6e-8d0e-3f1c2b4a5d6e';

function open(maxTokens = 1000) {
  const clock = { ms: 1_000 };
  return { clock, count: createSessions(() => clock.ms, maxTokens) };
}

describe('sessions', () => {
  it('charge once for any number of suggestions and the place that was picked', () => {
    const { count } = open();
    for (let call = 0; call < 7; call += 1) expect(count('autocomplete', A)).toBe('nothing');
    expect(count('place', A)).toBe('session');
  });

  it('charge every call without a token', () => {
    const { count } = open();
    expect(count('autocomplete', undefined)).toBe('call');
    expect(count('autocomplete', undefined)).toBe('call');
    expect(count('place', undefined)).toBe('call');
  });

  it('charge the place for itself when it forgets the token of the suggestions', () => {
    const { count } = open();
    expect(count('autocomplete', A)).toBe('nothing');
    expect(count('place', undefined)).toBe('call');
  });

  it('last five minutes from the first call, not from the latest', () => {
    const { clock, count } = open();
    count('autocomplete', A);
    clock.ms += SESSION_LIFETIME_MS - 1;
    expect(count('autocomplete', A)).toBe('nothing');
    expect(count('place', A)).toBe('session');
    clock.ms += 1;
    expect(count('place', A)).toBe('call');
  });

  it('do not begin again with a token that expired', () => {
    const { clock, count } = open();
    count('autocomplete', A);
    clock.ms += 10 * SESSION_LIFETIME_MS;
    expect(count('autocomplete', A)).toBe('call');
    expect(count('autocomplete', A)).toBe('call');
    expect(count('place', A)).toBe('call');
  });

  it('fold further places of the same session into its one charge', () => {
    const { count } = open();
    expect(count('place', A)).toBe('session');
    expect(count('place', A)).toBe('nothing');
    expect(count('autocomplete', A)).toBe('nothing');
  });

  it('tell tokens apart, but not their capitals', () => {
    const { count } = open();
    count('autocomplete', A);
    expect(count('place', A.toUpperCase())).toBe('session');
    expect(count('place', A)).toBe('nothing');
    expect(count('place', B)).toBe('session');
  });

  it('keep few tokens, however many come: the oldest expire early', () => {
    const { clock, count } = open(3);
    const token = (n: number) => A.slice(0, -3) + String(n).padStart(3, '0');
    for (let n = 0; n < 1000; n += 1) {
      clock.ms += 1;
      expect(count('autocomplete', token(n))).toBe('nothing');
    }
    // Expired, and still known.
    expect(count('place', token(996))).toBe('call');
    expect(count('place', token(999))).toBe('session');
  });
});
