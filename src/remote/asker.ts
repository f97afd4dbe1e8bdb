import { GeomillError, isGeomillError } from '../errors/geomill-error.ts';
import { createCircuit } from './circuit.ts';
import type { Clock } from './clock.ts';
import type { Interest } from './coalesce.ts';
import type { Permit } from './limiter.ts';
import type { RemoteEvent } from './options.ts';
import { classify, type Outcome } from './outcome.ts';
import { createProbeGate } from './probe.ts';
import type { Question } from './question.ts';
import type { Quota } from './quota.ts';
import { backoffMs, createRetryBudget, RETRY, retryAfterMs } from './retry.ts';
import type { Scrubber } from './secrets.ts';
import type { Throttle } from './throttle.ts';
import type { Transport } from './transport.ts';

/** Holds the answer to a question and the bytes to cache. */
export interface Answered {
  value: unknown;
  bytes: Buffer;
}

/** Asks one service questions, with all the patience it is due. */
export interface Asker {
  /**
   * Asks until there is an answer, or a reason why there is none.
   *
   * Errors: those of the question and the service for a row; SERVICE_DOWN, KEY_REFUSED, THROTTLED, QUOTA_SPENT and IO for the whole
   * run; ABORTED when nobody wants the answer any more and it was not yet sent.
   */
  ask(question: Question, interest: Interest): Promise<Answered>;
  readonly requests: number;
  readonly retries: number;
}

/** Configures an asker. `stop` ends the run: what waits is rejected with the error, what is in flight may finish. */
export interface AskerOptions {
  transportOf: (question: Question) => Transport;
  scrub: Scrubber;
  throttle: Throttle;
  quota: Quota;
  clock: Clock;
  random: () => number;
  /** Aborted with the reason why nothing further may be sent. */
  running: AbortSignal;
  stop: (error: GeomillError) => void;
  onEvent: (event: RemoteEvent) => void;
}

type Answer = Extract<Outcome, { kind: 'answer' }>;

/** Says how the attempts for one question ended, in terms of the service. */
type Ending = { answer: Answer; replied: true } | { error: GeomillError; replied: boolean; spoke: boolean };

/** Builds an asker. */
export function createAsker(options: AskerOptions): Asker {
  const { transportOf, scrub, throttle, quota, clock, random, running, stop, onEvent } = options;
  const gate = createProbeGate();
  const budget = createRetryBudget();
  const circuit = createCircuit();
  let requests = 0;
  let retries = 0;

  function fail(error: GeomillError): never {
    stop(error);
    throw running.reason;
  }

  /** Sends one attempt when quota and pace allow it. */
  async function attempt(question: Question, interest: Interest) {
    const day = await quota.take().catch((error: unknown) => fail(error as GeomillError));
    let permit: Permit | undefined;
    try {
      permit = await throttle.acquire(running);
      if (!interest.isWanted()) throw new GeomillError('ABORTED', 'The call was aborted before it was sent.');
    } catch (error) {
      permit?.release();
      quota.giveBack(day);
      throw error;
    }
    let sentAtMs = clock.monotonicMs();
    requests += 1;
    const { method, path } = question.operation;
    const result = await transportOf(question).send({ method, path, query: question.query }, () => {
      sentAtMs = clock.monotonicMs();
      permit.sent();
    });
    permit.release();
    return { outcome: classify(question, result, scrub), sentAtMs };
  }

  /** Notes a refusal that asks for patience, and stops the run where it asks for too much. */
  function obey(status: 429 | 503, sentAtMs: number, retryAfter: string | undefined) {
    const tooLong = throttle.refused({
      status,
      sentAtMs,
      retryAfterMs: retryAfterMs(retryAfter, clock.wallMs()),
    });
    if (tooLong) fail(tooLong);
  }

  async function persist(question: Question, interest: Interest, isProbe: boolean): Promise<Ending> {
    let failures = 0;
    let replied = false;
    for (;;) {
      running.throwIfAborted();
      const { outcome, sentAtMs } = await attempt(question, interest);
      if (outcome.kind === 'throttled') {
        replied = true;
        obey(429, sentAtMs, outcome.retryAfter);
        continue;
      }
      if (outcome.kind === 'keyRefused') return fail(outcome.error);
      if (outcome.kind === 'forbidden') {
        return isProbe ? fail(keyRefusedByProbe()) : { error: outcome.error, replied: true, spoke: true };
      }
      if (circuit.record(outcome.kind === 'retryable')) fail(circuitOpen());
      if (outcome.kind === 'answer') {
        throttle.succeeded(sentAtMs);
        budget.succeeded(failures);
        return { answer: outcome, replied: true };
      }
      if (outcome.kind === 'refused') return { error: outcome.error, replied: true, spoke: outcome.spoke };

      replied ||= !outcome.silent;
      if (outcome.retryAfter !== undefined) obey(503, sentAtMs, outcome.retryAfter);
      failures += 1;
      if (failures >= RETRY.attempts || !budget.take()) {
        return { error: givenUp(outcome.error, failures), replied, spoke: false };
      }
      retries += 1;
      const delayMs = backoffMs(failures, random);
      const { code: reason } = outcome.error;
      onEvent({
        event: 'Request:Retry',
        operation: question.operation.name,
        attempt: failures + 1,
        delayMs,
        reason,
      });
      await clock.sleep(delayMs, running);
    }
  }

  /** Goes ahead of all others and tells them how it went. */
  async function probe(question: Question, interest: Interest): Promise<Ending> {
    let ending: Ending;
    try {
      ending = await persist(question, interest, true);
    } catch (error) {
      if (isGeomillError(error, 'ABORTED')) gate.abandon();
      throw error;
    }
    const spoke = 'answer' in ending || ending.spoke;
    const works = await gate.conclude(spoke ? 'spoke' : ending.replied ? 'strange' : 'silent');
    if (!works && 'error' in ending) fail(serviceDown(ending.error, ending.replied));
    return ending;
  }

  return {
    async ask(question, interest) {
      running.throwIfAborted();
      const role = await gate.enter(running);
      running.throwIfAborted();
      const ending =
        role === 'probe' ? await probe(question, interest) : await persist(question, interest, false);
      if ('error' in ending) throw ending.error;
      return ending.answer;
    },
    get requests() {
      return requests;
    },
    get retries() {
      return retries;
    },
  };
}

function givenUp(error: GeomillError, attempts: number): GeomillError {
  const { code, message, details } = error;
  return new GeomillError(code, `${message} Tried ${attempts} ${attempts === 1 ? 'time' : 'times'}.`, {
    details: { ...details, attempts },
  });
}

function keyRefusedByProbe(): GeomillError {
  return new GeomillError(
    'KEY_REFUSED',
    'The service refused the first request (HTTP 403): the key does not cover it. Check the key and what it may be used for.',
  );
}

function circuitOpen(): GeomillError {
  return new GeomillError(
    'SERVICE_DOWN',
    'Half of the last 200 requests failed, so the service is taken to be down. Run again later; what is done stays done.',
  );
}

function serviceDown(error: GeomillError, replied: boolean): GeomillError {
  const what = replied
    ? 'The service replies, but not in the form of the interface'
    : 'The service cannot be reached';
  return new GeomillError(
    'SERVICE_DOWN',
    `${what}: ${error.message} Check its address, or run again later.`,
    { details: { ...error.details, firstFailure: error.code } },
  );
}
