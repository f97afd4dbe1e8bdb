import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { GeomillError } from '../../../errors/geomill-error.ts';
import type { ValhallaAsker } from './asker.ts';
import type { ChildAnswer, ChildQuestion } from './child-messages.ts';
import type { ValhallaAction } from './requests.ts';
import { valhallaFailure } from './valhalla-errors.ts';

/** Says how many children there may be at once, and how long one question may take. */
export interface ChildPoolOptions {
  tileExtract: string;
  children: number;
  deadlineMs: number;
  /** Environment of the children. */
  env: Readonly<Record<string, string | undefined>>;
}

/** A child that dies takes its question with it; another one is asked, so often in all. */
const MOST_ATTEMPTS = 3;
/** A child that never comes up, so often in a row, will not. */
const MOST_FAILED_STARTS = 3;

interface Question {
  action: ValhallaAction;
  request: string;
  attempts: number;
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
 * asked another one.
 * Errors: beside those of the port, NOT_SUPPORTED where Valhalla cannot be loaded.
 */
export function createChildPool({
  tileExtract,
  children: most,
  deadlineMs,
  env,
}: ChildPoolOptions): ValhallaAsker {
  const children = new Set<Child>();
  const waiting: Question[] = [];
  let failedStarts = 0;
  let isClosed = false;
  let nextId = 1;

  function start(): void {
    // In the source tree a child needs the loader its parent runs with; what is built needs none.
    const program = fileURLToPath(new URL(`./valhalla-child.${isSource() ? 'ts' : 'js'}`, import.meta.url));
    const child: Child = {
      process: fork(program, [tileExtract], {
        execArgv: isSource() ? ['--import', 'tsx'] : [],
        // A second thread would answer nothing: the child is asked one question at a time.
        env: { ...env, UV_THREADPOOL_SIZE: '1' },
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      }),
      isReady: false,
      question: undefined,
      timer: undefined,
    };
    children.add(child);
    child.process.on('message', (message) => receive(child, message as ChildAnswer));
    child.process.on('exit', () => lose(child));
    child.process.on('error', () => lose(child));
    // The pool alone keeps no process alive.
    child.process.unref();
    child.process.channel?.unref();
  }

  function receive(child: Child, message: ChildAnswer): void {
    if ('ready' in message) {
      child.isReady = true;
      failedStarts = 0;
      work();
      return;
    }
    if ('broken' in message) {
      drop(child);
      failAll(new GeomillError('NOT_SUPPORTED', message.broken));
      return;
    }
    const { question } = child;
    release(child);
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
    if (failedStarts >= MOST_FAILED_STARTS) {
      failAll(
        new GeomillError(
          'SERVICE_DOWN',
          `the router does not start: its process ended ${failedStarts} times`,
        ),
      );
      return;
    }
    if (question) {
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
    child.process.unref();
    child.process.channel?.unref();
  }

  function failAll(error: GeomillError): void {
    for (const question of waiting.splice(0)) question.settle({ error });
  }

  function work(): void {
    if (isClosed) return;
    for (const child of children) {
      if (waiting.length === 0) return;
      if (child.isReady && !child.question) give(child, waiting.shift() as Question);
    }
    const starting = [...children].filter(({ isReady }) => !isReady).length;
    const wanted = Math.min(waiting.length - starting, most - children.size);
    for (let count = 0; count < wanted; count += 1) start();
    // Whoever waits for an answer also waits for the child that is to give it.
    for (const child of children) if (!child.isReady && waiting.length > 0) child.process.channel?.ref();
  }

  function give(child: Child, question: Question): void {
    question.attempts += 1;
    child.question = question;
    child.process.ref();
    child.process.channel?.ref();
    child.timer = setTimeout(() => {
      drop(child);
      question.settle({
        error: new GeomillError('TIMEOUT', `the router took longer than ${deadlineMs / 1000} s`),
      });
      work();
    }, deadlineMs);
    const message: ChildQuestion = { id: nextId++, action: question.action, request: question.request };
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
          settle(outcome) {
            signal?.removeEventListener('abort', onAbort);
            const at = waiting.indexOf(question);
            if (at >= 0) waiting.splice(at, 1);
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
      const ended = [...children].map(
        (child) => new Promise<void>((resolve) => child.process.once('exit', () => resolve())),
      );
      for (const child of [...children]) {
        child.question?.settle({ error: new GeomillError('ABORTED', 'the router was closed') });
        drop(child);
      }
      await Promise.all(ended);
    },
  };
}

function isSource(): boolean {
  return import.meta.url.endsWith('.ts');
}
