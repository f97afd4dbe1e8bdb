import { describe, expect, it } from 'vitest';
import { createSessions, SESSION_LIFETIME_MS, type SessionEvent } from './sessions.ts';

const A = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';
const B = '9b2d5b64-0d9c-4d6e-8d0e-3f1c2b4a5d6e';

function open(maxTokens?: number) {
  const clock = { ms: 1_000 };
  const events: SessionEvent[] = [];
  const sessions = createSessions({
    now: () => clock.ms,
    onEvent: (event) => events.push(event),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  });
  return { clock, events, sessions };
}

describe('sessions', () => {
  it('charge once for any number of suggestions and the place that was picked', () => {
    const { sessions, events } = open();
    for (let call = 0; call < 7; call += 1) sessions.count('autocomplete', A);
    expect(sessions.bill()).toEqual({ units: 0, sessions: 0, autocompletes: 0, places: 0, free: 7 });
    sessions.count('place', A);
    expect(sessions.bill()).toEqual({ units: 1, sessions: 1, autocompletes: 0, places: 0, free: 7 });
    expect(events).toEqual([
      { event: 'Session:Opened', token: A, by: 'autocomplete' },
      { event: 'Session:Billed', unit: 'session', token: A, autocompletes: 7 },
    ]);
  });

  it('charge every call without a token', () => {
    const { sessions, events } = open();
    sessions.count('autocomplete', undefined);
    sessions.count('autocomplete', undefined);
    sessions.count('place', undefined);
    expect(sessions.bill()).toEqual({ units: 3, sessions: 0, autocompletes: 2, places: 1, free: 0 });
    expect(events[2]).toEqual({ event: 'Session:Billed', unit: 'place', why: 'no token' });
  });

  it('charge the place for itself when it forgets the token of the suggestions', () => {
    const { sessions } = open();
    sessions.count('autocomplete', A);
    sessions.count('place', undefined);
    expect(sessions.bill()).toMatchObject({ units: 1, sessions: 0, places: 1, free: 1 });
  });

  it('last five minutes from the first call, not from the latest', () => {
    const { clock, sessions, events } = open();
    sessions.count('autocomplete', A);
    clock.ms += SESSION_LIFETIME_MS - 1;
    sessions.count('autocomplete', A);
    sessions.count('place', A);
    expect(sessions.bill()).toMatchObject({ units: 1, sessions: 1 });
    clock.ms += 1;
    sessions.count('place', A);
    expect(sessions.bill()).toMatchObject({ units: 2, sessions: 1, places: 1 });
    expect(events.slice(-2)).toEqual([
      { event: 'Session:Expired', token: A, autocompletes: 2, wasBilled: true },
      { event: 'Session:Billed', unit: 'place', why: 'token expired', token: A },
    ]);
  });

  it('do not begin again with a token that expired', () => {
    const { clock, sessions } = open();
    sessions.count('autocomplete', A);
    clock.ms += 10 * SESSION_LIFETIME_MS;
    sessions.count('autocomplete', A);
    sessions.count('autocomplete', A);
    sessions.count('place', A);
    expect(sessions.bill()).toEqual({ units: 3, sessions: 0, autocompletes: 2, places: 1, free: 1 });
  });

  it('fold further places of the same session into its one charge', () => {
    const { sessions } = open();
    sessions.count('place', A);
    sessions.count('place', A);
    sessions.count('autocomplete', A);
    expect(sessions.bill()).toEqual({ units: 1, sessions: 1, autocompletes: 0, places: 0, free: 2 });
  });

  it('tell tokens apart, but not their capitals', () => {
    const { sessions } = open();
    sessions.count('autocomplete', A);
    sessions.count('place', A.toUpperCase());
    sessions.count('place', B);
    expect(sessions.bill()).toMatchObject({ units: 2, sessions: 2, free: 1 });
  });

  it('keep few tokens, however many come: the oldest expire early', () => {
    const { clock, sessions, events } = open(3);
    for (let n = 0; n < 1000; n += 1) {
      clock.ms += 1;
      sessions.count('autocomplete', A.slice(0, -3) + String(n).padStart(3, '0'));
    }
    expect(events.filter(({ event }) => event === 'Session:Opened')).toHaveLength(1000);
    expect(events.filter(({ event }) => event === 'Session:Expired').length).toBeGreaterThanOrEqual(996);
    expect(sessions.bill()).toMatchObject({ units: 0, free: 1000 });
  });

  it('report a session that ended without a place, which costs nothing', () => {
    const { clock, sessions, events } = open();
    sessions.count('autocomplete', A);
    clock.ms += SESSION_LIFETIME_MS;
    expect(sessions.bill()).toMatchObject({ units: 0, free: 1 });
    expect(events.at(-1)).toEqual({
      event: 'Session:Expired',
      token: A,
      autocompletes: 1,
      wasBilled: false,
    });
  });
});
