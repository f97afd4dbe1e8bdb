import { GeomillError, isGeomillError } from '../base/errors/geomill-error.ts';

/** Replies of Redis about its own state, which may pass: commands are repeated. */
const PASSING =
  /^(BUSY|CLUSTERDOWN|LOADING|MASTERDOWN|MISCONF|NOREPLICAS|OOM|READONLY|TRYAGAIN|UNKILLABLE)\b/;

/** Builds the failure of a queue in which another program has written. */
export function queueDamaged(where: string, what: string): GeomillError<'SERVICE_DOWN'> {
  return new GeomillError(
    'SERVICE_DOWN',
    `${where} in Redis ${what}: another program writes there, or something changed it. Nothing of it was used. Give the queue a prefix of its own (--queue-prefix), or clear it when no run uses it (geomill queue drain --all), and run the same command again`,
    { details: { hint: false, isLasting: true } },
  );
}

/** Reports whether a failure is that of a queue that repeating a command does not change. */
export function isQueueDamage(error: unknown): error is GeomillError<'SERVICE_DOWN'> {
  return isGeomillError(error, 'SERVICE_DOWN') && error.details.isLasting === true;
}

/** Reports whether a failure is a reply of Redis that repeating the command does not change. */
function isLastingReply(error: unknown): boolean {
  const { name, message = '' } = (error ?? {}) as Partial<Error>;
  return name === 'ReplyError' && !PASSING.test(message);
}

/** Returns a failure in words: a refused command of Redis as {@link queueDamaged} with its key, any other as it is. */
export function asQueueFailure(error: unknown): unknown {
  if (isGeomillError(error) || !isLastingReply(error)) return error;
  const { message, command } = error as Error & { command?: { name?: string; args?: readonly unknown[] } };
  const key = keyOf(command);
  if (/^(NOPERM|NOAUTH|WRONGPASS)/.test(message))
    return new GeomillError(
      'SERVICE_DOWN',
      `Redis refuses ${command?.name ?? 'a command'} (${message}): give the user of the queue this permission, and run the same command again`,
      { details: { hint: false, isLasting: true } },
    );
  return queueDamaged(
    key === undefined ? 'the queue' : `the key ${key}`,
    `is not what Geomill wrote (${message})`,
  );
}

/** Returns the same port whose operations fail as {@link asQueueFailure}. */
export function withQueueFailures<T extends object>(port: T): T {
  const checked = { ...port };
  for (const [name, operation] of Object.entries(port) as [keyof T, unknown][]) {
    if (typeof operation !== 'function') continue;
    checked[name] = ((...args: unknown[]) => {
      const reply = (operation as (...args: unknown[]) => unknown).apply(port, args);
      if (!(reply instanceof Promise)) return reply;
      return reply.catch((error: unknown) => {
        throw asQueueFailure(error);
      });
    }) as T[keyof T];
  }
  return checked;
}

/** Returns the first failure in the replies of a transaction or pipeline; throws it. */
export function requireReplies(
  replies: [error: Error | null, result: unknown][] | null,
  keys: readonly string[] = [],
): unknown[] {
  return (replies ?? []).map(([error, result], at) => {
    if (error)
      throw Object.assign(
        error,
        keys[at] !== undefined && { command: { name: 'command', args: [keys[at]] } },
      );
    return result;
  });
}

/** Returns the key of a command. Shape: the keys of a script follow its hash and their number. */
function keyOf(command: { name?: string; args?: readonly unknown[] } | undefined): string | undefined {
  const isScript = /^eval/i.test(command?.name ?? '');
  const key = command?.args?.[isScript ? 2 : 0];
  if (typeof key !== 'string') return undefined;
  return isScript ? `${key} (or one beside it)` : key;
}
