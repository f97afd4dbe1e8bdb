import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { GeomillError } from '../../errors/geomill-error.ts';
import type { ValhallaAsker } from './asker.ts';
import type { ChildAnswer, ChildQuestion } from './child-messages.ts';
import type { ValhallaAction } from './requests.ts';
import { checkTileExtract } from './tile-extract.ts';
import { valhallaFailure } from './valhalla-errors.ts';

/** Says how many children there may be at once, and how long one question may take. */
export interface ChildPoolOptions {
  tileExtract: string;
  children: number;
  /** Counted from when a child begins to work at the question. */
  deadlineMs: number;
  /** How long a child may take to come up. */
  startDeadlineMs?: number;
  /** Environment of the children. */
  env: Readonly<Record<string, string | undefined>>;
}

/** A child that dies takes its question with it; another one is asked, so often in all. */
const MOST_ATTEMPTS = 3;
/** Children that do not come up, so often in a row, will not: those that are there have to do. */
const MOST_FAILED_STARTS = 3;
const START_DEADLINE_MS = 60_000;

const isSource = import.meta.url.endsWith('.ts');
const CHILD_PROGRAM = fileURLToPath(new URL(`./valhalla-child.${isSource ? 'ts' : 'js'}`, import.meta.url));
/** What is built runs as it is; sources need the loader, wherever the process was started. */
const CHILD_OPTIONS = isSource
  ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
  : [];

interface Question {
  action: ValhallaAction;
  request: string;
  attempts: number;
  isSettled: boolean;
  settle: (outcome: { answer: string } | { error: GeomillError }) => void;
}

interface Child {
  process: ChildProcess;
  isReady: boolean;
  question: Question | undefined;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Asks Valhalla in child processes, one question at a time each: it crashes and cannot be cancelled, and neither may cost more than the child.
 *
 * Guarantee: every question is answered or fails with a code; a child over its deadline is killed and replaced; what a dead child was asked is
 * asked another one. No process is kept alive by a pool that nobody waits for.
 * Errors: DATASET_BAD, here and later, where the tiles are not whole; beside those of the port, NOT_SUPPORTED where Valhalla cannot be
 * loaded.
 */
export function createChildPool({
  tileExtract,
  children: most,
  deadlineMs,
  startDeadlineMs = START_DEADLINE_MS,
  env,
}: ChildPoolOptions): ValhallaAsker {
  checkTileExtract(tileExtract);
  const children = new Set<Child>();
  const waiting: Question[] = [];
  let failedStarts = 0;
  let isClosed = false;

  function start(): void {
    const child: Child = {
      process: fork(CHILD_PROGRAM, [tileExtract], {
        execArgv: CHILD_OPTIONS,
        // A second thread would answer nothing: the child is asked one question at a time.
        env: { ...env, UV_THREADPOOL_SIZE: '1' },
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      }),
      isReady: false,
      question: undefined,
      timer: setTimeout(() => lose(child), startDeadlineMs).unref(),
    };
    children.add(child);
    child.process.on('message', (message) => receive(child, message as ChildAnswer));
    child.process.on('exit', () => lose(child));
    child.process.on('error', () => lose(child));
  }

  function receive(child: Child, message: ChildAnswer): void {
    if (!children.has(child)) return;
    const { question } = child;
    release(child);
    if ('ready' in message) {
      child.isReady = true;
      failedStarts = 0;
      work();
      return;
    }
    if ('broken' in message) {
      drop(child);
      failAll(new GeomillError(message.code, message.broken));
      return;
    }
    question?.settle(
      'answer' in message ? { answer: message.answer } : { error: valhallaFailure(message.failure) },
    );
    work();
  }

  /** Goes on without a child that ended, whatever it was doing. */
  function lose(child: Child): void {
    if (!children.has(child)) return;
    const { question, isReady } = child;
    drop(child);
    if (!isReady) failedStarts += 1;
    if (!isReady && failedStarts >= MOST_FAILED_STARTS && children.size === 0) {
      failAll(
        new GeomillError(
          'SERVICE_DOWN',
          `the router does not start: its process ended ${failedStarts} times`,
        ),
      );
      return;
    }
    if (question?.isSettled === false) {
      if (question.attempts >= MOST_ATTEMPTS) {
        question.settle({
          error: new GeomillError(
            'SERVICE_ERROR',
            `the router ended ${MOST_ATTEMPTS} times over this question`,
          ),
        });
      } else waiting.unshift(question);
    }
    work();
  }

  function drop(child: Child): void {
    release(child);
    children.delete(child);
    child.process.kill('SIGKILL');
  }

  function release(child: Child): void {
    clearTimeout(child.timer);
    child.timer = undefined;
    child.question = undefined;
  }

  function failAll(error: GeomillError): void {
    for (const question of waiting.splice(0)) question.settle({ error });
  }

  function work(): void {
    if (isClosed) return;
    for (const child of children) {
      if (waiting.length === 0) break;
      if (child.isReady && !child.question) give(child, waiting.shift() as Question);
    }
    const starting = [...children].filter(({ isReady }) => !isReady).length;
    const allowed = failedStarts >= MOST_FAILED_STARTS ? 1 : most;
    const wanted = Math.min(waiting.length - starting, allowed - children.size);
    for (let count = 0; count < wanted; count += 1) start();
    hold();
  }

  /** Keeps this process alive for the children that somebody waits for, and for no other. */
  function hold(): void {
    for (const { process: child, isReady, question } of children) {
      const isWaitedFor = isReady ? question?.isSettled === false : waiting.length > 0;
      const change = isWaitedFor ? 'ref' : 'unref';
      child[change]();
      child.channel?.[change]();
    }
  }

  function give(child: Child, question: Question): void {
    question.attempts += 1;
    child.question = question;
    child.timer = setTimeout(() => {
      drop(child);
      question.settle({
        error: new GeomillError('TIMEOUT', `the router took longer than ${deadlineMs / 1000} s`),
      });
      work();
    }, deadlineMs).unref();
    const message: ChildQuestion = { action: question.action, request: question.request };
    child.process.send(message, (error) => {
      if (error) lose(child);
    });
  }

  return {
    ask(action, request, signal) {
      return new Promise((resolve, reject) => {
        if (isClosed || signal?.aborted) {
          reject(new GeomillError('ABORTED', 'the question was given up'));
          return;
        }
        const onAbort = () =>
          question.settle({ error: new GeomillError('ABORTED', 'the question was given up') });
        const question: Question = {
          action,
          request,
          attempts: 0,
          isSettled: false,
          settle(outcome) {
            signal?.removeEventListener('abort', onAbort);
            question.isSettled = true;
            const at = waiting.indexOf(question);
            if (at >= 0) waiting.splice(at, 1);
            hold();
            if ('answer' in outcome) resolve(outcome.answer);
            else reject(outcome.error);
          },
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.push(question);
        work();
      });
    },
    async close() {
      isClosed = true;
      failAll(new GeomillError('ABORTED', 'the router was closed'));
      const ending = [...children];
      for (const child of ending) {
        child.question?.settle({ error: new GeomillError('ABORTED', 'the router was closed') });
        drop(child);
      }
      const ended = ending.map(
        (child) =>
          new Promise<void>((resolve) => {
            child.process.ref();
            child.process.once('exit', () => resolve());
          }),
      );
      await Promise.all(ended);
    },
  };
}
