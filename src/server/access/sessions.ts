/** An operation that is part of a session. */
type SessionCall = 'autocomplete' | 'place';

/** What a call is charged for: its session with all its calls, itself alone, or nothing. */
type Charge = 'session' | 'call' | 'nothing';

/** Time from the first call with a token until the token expires. Source: interface document, section 8. */
export const SESSION_LIFETIME_MS = 300_000;

interface Session {
  openedMs: number;
  isBilled: boolean;
}

/** Counts one call with its token, a UUID as the contract has checked, and returns its charge. */
export type Sessions = (call: SessionCall, token: string | undefined) => Charge;

/**
 * Creates the sessions of a key. Units: `now` in milliseconds, monotonic.
 *
 * Shape: calls with the same token within five minutes of the first one are one session; its autocomplete calls are free, its first place call
 * is charged and covers all others. A call without a token, or with an expired one, is charged alone.
 * Guarantee: bounded memory. If there are too many tokens, the oldest expire early.
 * Source: interface document, sections 1 (rule 4), 3 and 8.
 */
export function createSessions(now: () => number, maxTokens: number): Sessions {
  // Both in the order in which sessions were opened, which is the order in which they expire.
  const valid = new Map<string, Session>();
  const expired = new Set<string>();

  function expireOld(timeMs: number): void {
    for (const [token, { openedMs }] of valid) {
      if (timeMs - openedMs < SESSION_LIFETIME_MS && valid.size <= maxTokens) return;
      valid.delete(token);
      expired.add(token);
      if (expired.size > maxTokens) expired.delete(expired.values().next().value as string);
    }
  }

  return (call, written) => {
    const timeMs = now();
    expireOld(timeMs);
    const token = written?.toLowerCase();
    if (token === undefined || expired.has(token)) return 'call';
    const session = valid.get(token) ?? { openedMs: timeMs, isBilled: false };
    valid.set(token, session);
    if (call === 'autocomplete' || session.isBilled) return 'nothing';
    session.isBilled = true;
    return 'session';
  };
}
