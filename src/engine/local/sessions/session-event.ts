/** An operation that is part of a session. */
export type SessionCall = 'autocomplete' | 'place';

/**
 * A change of a session token, for the log of a service.
 *
 * Shape: `token` in lower case. `Session:Billed` is one charge: for a whole session, or for a single call without a valid token;
 * `autocompletes` is the number of calls that the charge covers or, at the end of a session, that it had.
 */
export type SessionEvent =
  | { event: 'Session:Opened'; token: string; by: SessionCall }
  | { event: 'Session:Billed'; unit: 'session'; token: string; autocompletes: number }
  | { event: 'Session:Billed'; unit: SessionCall; why: 'no token' | 'token expired'; token?: string }
  | { event: 'Session:Expired'; token: string; autocompletes: number; wasBilled: boolean };

/**
 * The cost of the calls so far.
 *
 * Shape: `units` is the sum of billed `sessions`, and of `autocompletes` and `places` that were billed as single calls; `free` calls are part
 * of a session, billed as one unit or not billed yet.
 */
export interface Bill {
  units: number;
  sessions: number;
  autocompletes: number;
  places: number;
  free: number;
}
