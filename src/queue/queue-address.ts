import { message, type Message } from '../base/messages/message.ts';
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
  if (!url || !(isTls || url.protocol === 'redis:') || url.hostname === '')
    throw wrong(message('queue.addressScheme'));
  const path = url.pathname.replace(/^\//, '');
  if (!/^\d{0,4}$/.test(path) || url.search || url.hash) throw wrong(message('queue.addressPath'));
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
    throw wrong(message('queue.addressEscape'));
  }
}

function wrong(reason: Message): GeomillError {
  return new GeomillError('USAGE', reason);
}
