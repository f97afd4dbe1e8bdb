import { GeomillError } from '../base/errors/geomill-error.ts';

const DEFAULT_PORT = 6379;

/** The address of a queue on a Redis server. */
export interface QueueAddress {
  host: string;
  port: number;
  database: number;
  isTls: boolean;
  username?: string;
  password?: string;
  /** Scheme, host, port and database, without user and password: for messages. */
  name: string;
  /** The password was part of the URL, where it may be visible to other users of the machine. */
  hasPasswordInUrl: boolean;
}

/**
 * Parses the address of a queue: `redis://host:port/database`, or `rediss://` for TLS.
 *
 * Shape: user and password of the URL are replaced by those of `credentials`.
 * Errors: USAGE, without the text of the address, which may contain a password.
 */
export function readQueueAddress(
  text: string,
  credentials: { username?: string; password?: string } = {},
): QueueAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isTls = url?.protocol === 'rediss:';
  if (!url || !(isTls || url.protocol === 'redis:') || url.hostname === '') {
    throw wrong('must be redis://host:port, or rediss://host:port for TLS');
  }
  const path = url.pathname.replace(/^\//, '');
  if (!/^\d{0,4}$/.test(path) || url.search || url.hash)
    throw wrong('may have the number of a database after the port, and nothing else: redis://host:6379/0');
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
  const database = Number(path);
  const username = credentials.username ?? decode(url.username);
  const password = credentials.password ?? decode(url.password);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    database,
    isTls,
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
    name: `${url.protocol}//${url.hostname}:${port}${database === 0 ? '' : `/${database}`}`,
    hasPasswordInUrl: url.password !== '',
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong('has a user or password with a percent sign that is no escape: write it as %25');
  }
}

function wrong(what: string): GeomillError {
  return new GeomillError('USAGE', `the address of the queue (--queue, GEOMILL_QUEUE) ${what}`);
}
