import { failure, type GeomillError } from '../../../base/errors/geomill-error.ts';
import { startChild, type Child, type ChildEnd } from './child.ts';
import { aborted, createRequestQueue, type PendingRequest } from './request-queue.ts';
import { checkTileExtract } from './tile-extract.ts';
import type { ValhallaClient } from './requests.ts';

/** The size, deadlines and environment of a pool of child processes. */
export interface ChildPoolOptions {
  tileExtract: string;
  /** Most child processes at once. */
  children: number;
  /** Longest time for one request, from when it is sent to a child. */
  deadlineMs: number;
  /** Longest time until a child is ready. */
  startDeadlineMs?: number;
  /** Environment of the children. */
  env: Readonly<Record<string, string | undefined>>;
}

/** Number of children that a request is sent to if each crashes on it. */
const MAX_ATTEMPTS = 3;
const START_DEADLINE_MS = 60_000;
/** Failed starts in a row after which a new child is unlikely to start either: one is tried at a time then. */
const MAX_FAILED_STARTS = 3;

/**
 * Runs Valhalla in child processes, one request at a time each: Valhalla can crash and cannot be cancelled, and either may only cost the child.
 *
 * Guarantee: every request gets a response or an error; a child over its deadline is killed and replaced; a request whose child crashed is
 * sent again. Children keep this process alive only while a caller waits for them.
 * Errors: DATASET_BAD, here and later, if the tiles are incomplete; in addition to those of the client, NOT_SUPPORTED if Valhalla cannot be
 * loaded.
 */
export function createChildPool({
  children: maxChildren,
  startDeadlineMs = START_DEADLINE_MS,
  ...options
}: ChildPoolOptions): ValhallaClient {
  checkTileExtract(options.tileExtract);
  const children = new Set<Child>();
  const queue = createRequestQueue(keepNeededAlive);
  let isClosed = false;
  /** Children that ended, or exceeded their deadline, before they were ready, since the last one that was. */
  let failedStarts = 0;
  const isFailing = () => failedStarts >= MAX_FAILED_STARTS;

  /** Sends waiting requests to free children and starts the children that are missing. */
  function dispatch(): void {
    if (isClosed) return;
    for (const child of children) if (child.isReady && !child.current) sendNext(child);
    const starting = [...children].filter(({ isReady }) => !isReady).length;
    const missing = Math.min(queue.length - starting, (isFailing() ? 1 : maxChildren) - children.size);
    for (let count = 0; count < missing; count += 1) addChild();
    keepNeededAlive();
  }

  function sendNext(child: Child): void {
    const pending = queue.shift();
    if (pending) child.send(pending);
  }

  function addChild(): void {
    const child = startChild(
      { ...options, startDeadlineMs },
      {
        onReady() {
          failedStarts = 0;
          dispatch();
        },
        onFree: dispatch,
        onEnd(end) {
          children.delete(child);
          handleEnd(end);
        },
      },
    );
    children.add(child);
  }

  function handleEnd(end: ChildEnd): void {
    switch (end.reason) {
      case 'unusable':
        queue.failAll(end.error);
        return;
      case 'start-failed':
        failedStarts += 1;
        if (isFailing() && children.size === 0) {
          queue.failAll(startError(failedStarts));
          return;
        }
        break;
      case 'crashed':
        if (end.interrupted) retry(end.interrupted);
        break;
      case 'overdue':
        break;
    }
    dispatch();
  }

  function retry(pending: PendingRequest): void {
    if (pending.attempts < MAX_ATTEMPTS) queue.putBack(pending);
    else pending.settle({ error: crashError() });
  }

  /** Lets the children that a caller waits for keep this process alive, and no others. */
  function keepNeededAlive(): void {
    for (const child of children)
      child.keepAlive(child.isReady ? child.current?.isSettled === false : queue.length > 0);
  }

  return {
    async send(action, request, signal) {
      if (isClosed) throw aborted();
      const response = queue.add(action, request, signal);
      dispatch();
      return response;
    },
    async close() {
      isClosed = true;
      const error = failure('ABORTED', 'routing.closed');
      queue.failAll(error);
      const open = [...children];
      children.clear();
      for (const { current } of open) current?.settle({ error });
      await Promise.all(open.map((child) => child.stop()));
    },
  };
}

function startError(failures: number): GeomillError {
  return failure('SERVICE_DOWN', 'routing.notStarted', { count: failures });
}

function crashError(): GeomillError {
  return failure('SERVICE_ERROR', 'routing.crashed', { count: MAX_ATTEMPTS });
}
