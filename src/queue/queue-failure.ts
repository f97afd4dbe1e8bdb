import { message, type Message } from '../base/messages/message.ts';
import { GeomillError, isGeomillError } from '../base/errors/geomill-error.ts';

/** Replies of Redis about its own state, which may pass: commands are repeated. */
const PASSING =
  /^(BUSY|CLUSTERDOWN|LOADING|MASTERDOWN|MISCONF|NOREPLICAS|OOM|READONLY|TRYAGAIN|UNKILLABLE)\b/;

/** Builds the failure of a queue in which another program has written. */
export function queueDamaged(where: Message, what: Message): GeomillError<'SERVICE_DOWN'> {
  return new GeomillError('SERVICE_DOWN', message('queue.damaged', { where, what }), {
    details: { hint: false, isLasting: true },
  });
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
  const { message: words, command } = error as Error & {
    command?: { name?: string; args?: readonly unknown[] };
  };
  const key = keyOf(command);
  if (/^(NOPERM|NOAUTH|WRONGPASS)/.test(words))
    return new GeomillError(
      'SERVICE_DOWN',
      message('queue.commandRefused', { command: command?.name ?? message('queue.aCommand'), words }),
      { details: { hint: false, isLasting: true } },
    );
  return queueDamaged(
    key === undefined
      ? message('queue.theQueue')
      : message('queue.theKey', { key: key.key, isBeside: String(key.isBeside) }),
    message('queue.notWritten', { words }),
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
function keyOf(
  command: { name?: string; args?: readonly unknown[] } | undefined,
): { key: string; isBeside: boolean } | undefined {
  const isScript = /^eval/i.test(command?.name ?? '');
  const key = command?.args?.[isScript ? 2 : 0];
  if (typeof key !== 'string') return undefined;
  return { key, isBeside: isScript };
}
