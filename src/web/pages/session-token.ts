/** Time after which a server forgets a session; a little less than its five minutes. Units: milliseconds. */
const SESSION_MS = 4.5 * 60_000;

/** The session of the suggestions for one search, which a service counts as one. */
export interface SearchSession {
  /** Returns the token of the session; a new one after its time, or after {@link end}. */
  token(): string;
  /** The search was sent. */
  end(): void;
}

/** Starts the sessions of a page. Shape: tokens are UUIDs of version 4. */
export function createSearchSession(nowMs: () => number = () => performance.now()): SearchSession {
  let current: { token: string; startMs: number } | undefined;
  return {
    token() {
      if (!current || nowMs() - current.startMs > SESSION_MS)
        current = { token: randomUuid(), startMs: nowMs() };
      return current.token;
    },
    end: () => (current = undefined),
  };
}

/** As `crypto.randomUUID`, which a page that was not sent over TLS does not have. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
