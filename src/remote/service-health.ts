import type { GeomillError } from '../base/errors/geomill-error.ts';
import { type Message } from '../base/messages/message.ts';
import { onAbort } from '../base/files/abort.ts';
import { sleep, type Clock } from '../base/files/clock.ts';
import type { AcceptedRefusals } from './disk/cache-files.ts';
import { circuitOpen, sameRefusals } from './request-errors.ts';
import type { Outcome } from './response-outcome.ts';

/**
 * The end of the first request of a run: `spoke` a response or refusal of the interface, `refused` a status that blames the request, without a body
 * of the interface, `strange` any other HTTP response, `silent` no response.
 */
export type ProbeVerdict = 'spoke' | 'refused' | 'strange' | 'silent';

/** What a run knows about the service: whether it works, whether it is to blame for a failure, and when the run must stop. Source: promises 11 and 12. */
export interface ServiceHealth {
  /** Records that a request begins; the returned function records its end. */
  begin(): () => void;
  /**
   * Waits for the first request of an operation, which is sent alone: `probe` for that one, and for those sent once the response to it has begun; `pass` for
   * all after one of any operation ended well.
   */
  enter(signal?: AbortSignal, operation?: string): 'probe' | 'pass' | Promise<'probe' | 'pass'>;
  /** Lets the requests of an operation pass as probes: the first one has begun to be answered. */
  heard(operation: string): void;
  /** Whether a request of any operation got a response of the interface. */
  readonly hasSpoken: boolean;
  /**
   * Records the end of the probe; true if the service works, false if the run must stop.
   *
   * Shape: after a strange response (5xx, no valid JSON) the next waiting request becomes the probe, because a single request can make a service
   * fail, and this resolves after the result of that one. A refused request that is alone costs its row only: the next request becomes the probe when
   * there is one. Once the service has spoken at any operation, no probe of another one stops the run, and none has to be waited for.
   * Errors: the reason why the run stopped meanwhile.
   */
  conclude(verdict: ProbeVerdict, operation?: string): Promise<boolean>;
  /** Makes the next waiting request the probe, if this one was not sent. */
  abandon(operation?: string): void;
  /**
   * Records the outcome of an attempt; returns the failure of the run if the service is to blame.
   *
   * Shape: it is when half of the last 200 attempts failed or were refused, when 20 in a row were refused for a reason that is none of the request,
   * or when too many were refused as invalid with the same words, numbers and identifiers ignored. Before the first success such words never stop
   * a run: rows that are all invalid for the same reason must not stop each run at the same place. Only runs after one that was stopped in this way
   * are stopped before it too: the first after one accepted refusal, each further one after twice as many, up to a maximum, until a request succeeds.
   * Guarantee: the accepted refusals stand for their rows, so that each run gets further, and a loop of runs over a file requests each of its
   * rows with such a refusal once; repeated are only the requests for which a run was stopped: at most the limit, and those in flight.
   * Errors: IO.
   */
  record(outcome: Outcome, sentAtMs: number): GeomillError | undefined;
  /** Reports whether the service may be to blame for a refusal; after a success even for one that says what is wrong with the request. */
  isDoubtful(outcome: Outcome): boolean;
  /** Notes that the service may be to blame for a failure. */
  doubt(error: GeomillError): void;
  /**
   * Waits until a failure stands for its row: a doubtful one does after a later request succeeded, or when there is none to wait for.
   * Errors: the reason why the run stopped, whose row is then not finished and is sent again by the next run; or that of the signal.
   */
  settle(error: unknown, signal?: AbortSignal): Promise<void>;
}

/** The settings of a service health. `running` is aborted with the reason why the run stops. */
export interface ServiceHealthOptions {
  clock: Clock;
  running: AbortSignal;
  maxSameRefusals: number;
  accepted: AcceptedRefusals;
}

/** What is known of an operation before one of its requests got a response of the interface. */
interface Gate {
  state: 'idle' | 'probing' | 'open' | 'shut';
  strange: number;
  /** Probes whose end is not known. */
  probes: number;
  /** Whether the response of a probe has begun. */
  isHeard: boolean;
  waiting: Set<(role: 'probe' | 'pass') => void>;
  undecided: ((works: boolean) => void)[];
}

const MOST_STRANGE = 3;
const WINDOW = 200;
const MOST_REFUSED_IN_A_ROW = 20;
/** The most refusals that a run accepts before its first success, once one was stopped. */
const MOST_ACCEPTED = 1024;
/** How long no request may be in flight until the doubtful failures stand: they were the last of the run, or all that it can send now. */
const IDLE_MS = 100;

/** Builds the health of a service of which nothing is known yet. Errors: IO. */
export function createServiceHealth(options: ServiceHealthOptions): ServiceHealth {
  const { clock, running, maxSameRefusals, accepted } = options;
  const acceptedNow = accepted.read();
  const gates = new Map<string, Gate>();
  let hasSpoken = false;
  const attempts = { isFailed: new Uint8Array(WINDOW), at: 0, failed: 0, refusedInARow: 0 };
  const same = { hasSucceeded: false, isBlamed: false, words: '', count: 0 };
  const doubtful = {
    errors: new WeakSet<object>(),
    waiting: new Set<{ sinceMs: number; stand: () => void }>(),
    inFlight: 0,
    begun: 0,
  };

  function gateOf(operation: string): Gate {
    let gate = gates.get(operation);
    if (!gate) {
      gate = { state: 'idle', strange: 0, probes: 0, isHeard: false, waiting: new Set(), undecided: [] };
      gates.set(operation, gate);
    }
    return gate;
  }

  function decide(gate: Gate, works: boolean): boolean {
    gate.state = works ? 'open' : 'shut';
    for (const wake of gate.waiting) wake('pass');
    gate.waiting.clear();
    return resolveUndecided(gate, works);
  }

  function resolveUndecided(gate: Gate, works: boolean): boolean {
    for (const resolve of gate.undecided.splice(0)) resolve(works);
    return works;
  }

  /** Makes the next waiting request the probe; false if there is none. */
  function passProbe(gate: Gate): boolean {
    gate.isHeard = false;
    const [next] = gate.waiting;
    if (!next) {
      if (gate.probes === 0) gate.state = 'idle';
      return gate.probes > 0;
    }
    gate.waiting.delete(next);
    gate.probes += 1;
    next('probe');
    return true;
  }

  /** Counts an attempt; returns true if it failed and the circuit opens. */
  function opensCircuit(end: AttemptEnd): boolean {
    const failed = end === 'answered' ? 0 : 1;
    attempts.failed += failed - (attempts.isFailed[attempts.at] ?? 0);
    attempts.isFailed[attempts.at] = failed;
    attempts.at = (attempts.at + 1) % WINDOW;
    if (end === 'answered') attempts.refusedInARow = 0;
    if (end === 'refused') attempts.refusedInARow += 1;
    return failed === 1 && (attempts.failed >= WINDOW / 2 || attempts.refusedInARow >= MOST_REFUSED_IN_A_ROW);
  }

  /** Counts a refusal with its reason; returns true if the service is to blame, not the requests. */
  function isOneTooMany(reason: Message): boolean {
    const words = JSON.stringify(reason).replace(/[\da-f-]+/gi, (digits) =>
      /\d/.test(digits) ? '#' : digits,
    );
    same.count = words === same.words ? same.count + 1 : 1;
    same.words = words;
    if (maxSameRefusals === Infinity) return false;
    const isBlamed = same.hasSucceeded
      ? same.count >= maxSameRefusals
      : same.count > (acceptedNow ?? Infinity);
    if (!isBlamed) return false;
    if (!same.isBlamed)
      accepted.write(same.hasSucceeded ? 1 : Math.min(MOST_ACCEPTED, 2 * (acceptedNow ?? 1)));
    same.isBlamed = true;
    return true;
  }

  function recordSuccess(sentAtMs: number): void {
    if (!same.hasSucceeded && acceptedNow !== undefined && !same.isBlamed) accepted.write(undefined);
    same.hasSucceeded = true;
    same.count = 0;
    for (const each of doubtful.waiting) if (sentAtMs >= each.sinceMs) each.stand();
  }

  async function standWhenIdle(): Promise<void> {
    const begunBefore = doubtful.begun;
    await sleep(clock, IDLE_MS, running);
    if (doubtful.begun !== begunBefore || doubtful.inFlight > 0) return;
    for (const each of doubtful.waiting) each.stand();
  }

  function watchIdle(): void {
    // The run stops; `settle` rejects.
    if (doubtful.inFlight === 0 && doubtful.waiting.size > 0) standWhenIdle().catch(() => undefined);
  }

  return {
    begin() {
      doubtful.inFlight += 1;
      doubtful.begun += 1;
      return () => {
        doubtful.inFlight -= 1;
        watchIdle();
      };
    },
    enter(signal, operation = '') {
      if (hasSpoken) return 'pass';
      const gate = gateOf(operation);
      if (gate.state === 'shut') return 'pass';
      if (gate.state === 'idle' || gate.isHeard) {
        gate.state = 'probing';
        gate.probes += 1;
        return 'probe';
      }
      return new Promise((resolve, reject) => {
        const wake = (role: 'probe' | 'pass') => {
          off();
          resolve(role);
        };
        const off = onAbort(signal, () => {
          gate.waiting.delete(wake);
          reject(signal?.reason as Error);
        });
        gate.waiting.add(wake);
      });
    },
    heard(operation) {
      const gate = gateOf(operation);
      if (gate.state !== 'probing' || gate.isHeard) return;
      gate.isHeard = true;
      for (const wake of gate.waiting) {
        gate.probes += 1;
        wake('probe');
      }
      gate.waiting.clear();
    },
    get hasSpoken() {
      return hasSpoken;
    },
    async conclude(verdict, operation = '') {
      const gate = gateOf(operation);
      gate.probes -= 1;
      if (verdict === 'spoke' && !hasSpoken) {
        hasSpoken = true;
        for (const each of gates.values()) decide(each, true);
      }
      if (hasSpoken) return true;
      gate.strange += 1;
      if (verdict === 'silent' || gate.strange >= MOST_STRANGE) return decide(gate, false);
      if (verdict === 'strange' && gate.waiting.size === 0 && gate.probes === 0) return decide(gate, false);
      if (!passProbe(gate)) return resolveUndecided(gate, true);
      return new Promise<boolean>((resolve, reject) => {
        if (running.aborted) return reject(running.reason as Error);
        // A run that stops meanwhile gets no further response.
        const off = onAbort(running, () => reject(running.reason as Error));
        gate.undecided.push((works) => {
          off();
          resolve(works);
        });
      });
    },
    abandon(operation = '') {
      const gate = gateOf(operation);
      gate.probes -= 1;
      if (gate.state === 'probing') passProbe(gate);
    },
    record(outcome, sentAtMs) {
      const end = endOf(outcome);
      if (end && opensCircuit(end)) return circuitOpen('error' in outcome ? outcome.error : undefined);
      if (outcome.kind === 'answer') recordSuccess(sentAtMs);
      if (isComplaint(outcome) && isOneTooMany(outcome.error.reason)) return sameRefusals(outcome.error);
      return undefined;
    },
    isDoubtful: (outcome) => !isComplaint(outcome) || same.hasSucceeded,
    doubt: (error) => void doubtful.errors.add(error),
    async settle(error, signal) {
      if (typeof error !== 'object' || error === null || !doubtful.errors.has(error)) return;
      await new Promise<void>((resolve, reject) => {
        if (running.aborted) return reject(running.reason as Error);
        if (signal?.aborted) return reject(signal.reason as Error);
        const end = (finish: () => void) => {
          doubtful.waiting.delete(entry);
          offRun();
          offSignal();
          finish();
        };
        const offRun = onAbort(running, () => end(() => reject(running.reason as Error)));
        const offSignal = onAbort(signal, () => end(() => reject(signal?.reason as Error)));
        const entry = { sinceMs: clock.nowMs(), stand: () => end(resolve) };
        doubtful.waiting.add(entry);
        watchIdle();
      });
    },
  };
}

/** Reports whether the service says what is wrong with the request. */
function isComplaint(outcome: Outcome): outcome is Extract<Outcome, { kind: 'refused' }> {
  return outcome.kind === 'refused' && outcome.doubt === 'none';
}

/** The end of an attempt: `refused` by the service for a reason that has nothing to do with the request, as payment or a redirect. */
type AttemptEnd = 'answered' | 'failed' | 'refused';

/** Returns what an outcome says about the service; undefined if nothing. */
function endOf(outcome: Outcome): AttemptEnd | undefined {
  switch (outcome.kind) {
    case 'answer':
      return 'answered';
    case 'retryable':
      return 'failed';
    case 'forbidden':
      return 'refused';
    case 'refused':
      return outcome.doubt === 'strong' ? 'refused' : outcome.doubt === 'some' ? 'failed' : 'answered';
    case 'throttled':
    case 'spent':
    case 'keyRefused':
      return undefined;
  }
}
