/** Names the two operations that a session joins. */
export type SessionCall = 'autocomplete' | 'place';

/**
 * Reports what becomes of session tokens, as the log of a service shows it.
 *
 * Shape: `token` in lower case. `Session:Billed` is one charge: a whole session, or a call for itself, because it carried no token or one
 * that had expired; `autocompletes` are the calls that the charge covers or, at the end of a session, that it had.
 */
export type SessionEvent =
  | { event: 'Session:Opened'; token: string; by: SessionCall }
  | { event: 'Session:Billed'; unit: 'session'; token: string; autocompletes: number }
  | { event: 'Session:Billed'; unit: SessionCall; why: 'no token' | 'token expired'; token?: string }
  | { event: 'Session:Expired'; token: string; autocompletes: number; wasBilled: boolean };

/**
 * Counts what the calls so far cost.
 *
 * Shape: `units` is the sum of billed `sessions`, and of `autocompletes` and `places` that were charged for themselves; `free` calls were part of a
 * session that costs one unit, or nothing yet.
 */
export interface Bill {
  units: number;
  sessions: number;
  autocompletes: number;
  places: number;
  free: number;
}
