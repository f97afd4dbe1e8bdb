import type { Bill, SessionCall, SessionEvent } from './session-event.ts';

/** How long a token is valid from the first call that carries it. Source: interface document, section 8. */
export const SESSION_LIFETIME_MS = 300_000;

/** Bounds the tokens that are kept, valid ones and expired ones each. */
const MOST_TOKENS = 100_000;

interface Session {
  token: string;
  openedMs: number;
  autocompletes: number;
  isBilled: boolean;
}

/** Says what the sessions of a service need from outside. Units: `now` tells milliseconds that never run backwards. */
export interface SessionsOptions {
  now: () => number;
  onEvent?: (event: SessionEvent) => void;
  mostTokens?: number;
}

/** Keeps the session tokens of a service and counts what their calls cost. */
export interface Sessions {
  /** Counts one call, with the token it carried, which the contract has found to be a UUID. */
  count(call: SessionCall, token: string | undefined): void;
  /** Tells what the calls so far cost. */
  bill(): Bill;
}

/**
 * Creates the book of sessions.
 *
 * Shape: calls that share a token within five minutes of the first of them are one session; its autocomplete calls are free, its first
 * place call is charged and covers all the others. A call without a token, or with an expired one, is charged for itself.
 * Guarantee: bounded memory. When there are too many tokens, the oldest expire early.
 * Source: interface document, sections 1 (rule 4), 3 and 8.
 */
export function createSessions({ now, onEvent, mostTokens = MOST_TOKENS }: SessionsOptions): Sessions {
  // Both in the order of opening, which is the order of expiry too.
  const valid = new Map<string, Session>();
  const expired = new Set<string>();
  const bill: Bill = { units: 0, sessions: 0, autocompletes: 0, places: 0, free: 0 };

  const expire = ({ token, autocompletes, isBilled }: Session): void => {
    valid.delete(token);
    expired.add(token);
    if (expired.size > mostTokens) expired.delete(expired.values().next().value as string);
    onEvent?.({ event: 'Session:Expired', token, autocompletes, wasBilled: isBilled });
  };

  const expireOld = (timeMs: number): void => {
    for (const session of valid.values()) {
      if (timeMs - session.openedMs < SESSION_LIFETIME_MS && valid.size <= mostTokens) return;
      expire(session);
    }
  };

  const open = (token: string, by: SessionCall, openedMs: number): Session => {
    const session = { token, openedMs, autocompletes: 0, isBilled: false };
    valid.set(token, session);
    onEvent?.({ event: 'Session:Opened', token, by });
    return session;
  };

  const charge = (call: SessionCall, token: string | undefined): void => {
    bill.units += 1;
    bill[call === 'place' ? 'places' : 'autocompletes'] += 1;
    const why = token === undefined ? 'no token' : 'token expired';
    onEvent?.({ event: 'Session:Billed', unit: call, why, ...(token === undefined ? {} : { token }) });
  };

  return {
    count(call, written) {
      const timeMs = now();
      expireOld(timeMs);
      const token = written?.toLowerCase();
      if (token === undefined || expired.has(token)) return charge(call, token);
      const session = valid.get(token) ?? open(token, call, timeMs);
      if (call === 'autocomplete') {
        session.autocompletes += 1;
        bill.free += 1;
      } else if (session.isBilled) {
        bill.free += 1;
      } else {
        session.isBilled = true;
        bill.units += 1;
        bill.sessions += 1;
        onEvent?.({ event: 'Session:Billed', unit: 'session', token, autocompletes: session.autocompletes });
      }
    },
    bill() {
      expireOld(now());
      return { ...bill };
    },
  };
}
