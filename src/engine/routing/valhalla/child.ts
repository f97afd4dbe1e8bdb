import { GeomillError } from '../../../base/errors/geomill-error.ts';
import type { Message } from '../../../base/messages/message.ts';
import { tookTooLong, type PendingRequest } from './request-queue.ts';
import { valhallaError } from './valhalla-responses.ts';
import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ErrorCode } from '../../../base/errors/catalogue.ts';
import type { ValhallaAction } from './requests.ts';

/** A message from the pool to a child: one request at a time. */
export interface RequestMessage {
  action: ValhallaAction;
  request: string;
}

/**
 * A message from a child to the pool.
 *
 * Shape: first `ready`, or `unusable` with the reason; then for each request its `response`, or Valhalla's error text as `failure`.
 */
export type ChildMessage =
  { ready: true } | { unusable: Message; code: ErrorCode } | { response: string } | { failure: string };

const isSource = import.meta.url.endsWith('.ts');
const PROGRAM = fileURLToPath(new URL(`./valhalla-child.${isSource ? 'ts' : 'js'}`, import.meta.url));
/** Source files need a loader; it is resolved here because the working directory can be any. */
const EXEC_ARGV = isSource
  ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
  : [];

/** Starts a child process with Valhalla over some road tiles. */
function forkChild(tileExtract: string, env: Readonly<Record<string, string | undefined>>): ChildProcess {
  return fork(PROGRAM, [tileExtract], {
    execArgv: EXEC_ARGV,
    // A child works on one request at a time and needs one thread.
    env: { ...env, UV_THREADPOOL_SIZE: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** The road tiles, environment and deadlines of a child process. */
export interface ChildOptions {
  tileExtract: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Longest time until a child is ready. */
  startDeadlineMs: number;
  /** Longest time for one request. */
  deadlineMs: number;
}

/**
 * The reason why a child ended.
 *
 * Shape: `start-failed`: it ended before it was ready; `unusable`: it reported that it can never serve requests; `overdue`: its request
 * exceeded the deadline and was settled with TIMEOUT; `crashed`: it ended later, perhaps during a request.
 */
export type ChildEnd =
  | { reason: 'start-failed' }
  | { reason: 'unusable'; error: GeomillError }
  | { reason: 'overdue' }
  | { reason: 'crashed'; interrupted: PendingRequest | undefined };

/** The events of a child; none follows `onEnd`. */
export interface ChildEvents {
  onReady(): void;
  /** The child has completed a request and is free. */
  onFree(): void;
  /** The child is killed, or has ended by itself. */
  onEnd(end: ChildEnd): void;
}

/** A child process with Valhalla, which works on one request at a time. */
export interface Child {
  readonly isReady: boolean;
  /** The request it works on. */
  readonly current: PendingRequest | undefined;
  /** Sends a request; the child must be ready and free. */
  send(pending: PendingRequest): void;
  /** Sets whether the child keeps this process alive. */
  keepAlive(isNeeded: boolean): void;
  /** Kills the child without an event; resolves when its process has ended. */
  stop(): Promise<void>;
}

/**
 * Starts a child process.
 *
 * Guarantee: `onEnd` is called at most once, and a child whose deadline has passed is killed.
 */
export function startChild(
  { tileExtract, env, startDeadlineMs, deadlineMs }: ChildOptions,
  events: ChildEvents,
): Child {
  const child = forkChild(tileExtract, env);
  let isReady = false;
  let isEnded = false;
  let current: PendingRequest | undefined;
  let timer = setTimeout(() => end({ reason: 'start-failed' }), startDeadlineMs).unref();

  child.on('message', (message) => receive(message as ChildMessage));
  child.on('exit', lost);
  child.on('error', lost);

  function receive(message: ChildMessage): void {
    if (isEnded) return;
    if ('unusable' in message) {
      end({ reason: 'unusable', error: new GeomillError(message.code, message.unusable) });
      return;
    }
    const completed = release();
    if ('ready' in message) {
      isReady = true;
      events.onReady();
      return;
    }
    completed?.settle(
      'response' in message ? { response: message.response } : { error: valhallaError(message.failure) },
    );
    events.onFree();
  }

  /** Handles an exit that the pool did not cause. */
  function lost(): void {
    end(isReady ? { reason: 'crashed', interrupted: current } : { reason: 'start-failed' });
  }

  function overdue(): void {
    current?.settle({
      error: tookTooLong(deadlineMs),
    });
    end({ reason: 'overdue' });
  }

  function end(how: ChildEnd): void {
    if (isEnded) return;
    kill();
    events.onEnd(how);
  }

  function kill(): void {
    isEnded = true;
    release();
    child.kill('SIGKILL');
  }

  function release(): PendingRequest | undefined {
    clearTimeout(timer);
    const released = current;
    current = undefined;
    return released;
  }

  return {
    get isReady() {
      return isReady;
    },
    get current() {
      return current;
    },
    send(pending) {
      pending.attempts += 1;
      current = pending;
      timer = setTimeout(overdue, deadlineMs).unref();
      const message: RequestMessage = { action: pending.action, request: pending.request };
      child.send(message, (error) => {
        if (error) lost();
      });
    },
    keepAlive(isNeeded) {
      const change = isNeeded ? 'ref' : 'unref';
      child[change]();
      child.channel?.[change]();
    },
    stop() {
      const ended = new Promise<void>((resolve) => {
        child.ref();
        child.once('exit', () => resolve());
      });
      kill();
      return ended;
    },
  };
}
