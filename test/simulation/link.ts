import type { Scheduler, SimProcess } from './scheduler.ts';

/** What a broken connection lets through. */
export type Break = 'nothing' | 'requests' | 'replies';

/**
 * The connection of a process to the queue server.
 *
 * Shape: commands arrive in order, once or, where a reply was lost, twice; while the connection is broken they wait.
 */
export interface Link {
  /** Sends a command; resolves with its reply. */
  call<T>(execute: () => T): Promise<T>;
  /** Sends a message from the server; lost when the connection breaks. */
  receive(run: () => void): void;
  breakOff(kind: Break): void;
  restore(): void;
  readonly isUp: boolean;
  /** Returns for how long it has been broken. Units: ms. */
  downMs(): number;
  onRestored(callback: () => void): () => void;
  /** Makes commands slow. Units: ms. */
  slow(latencyMs: number): void;
}

const LATENCY_MS = 3;

/** Connects a process. */
export function createLink(scheduler: Scheduler, process: SimProcess, random: () => number): Link {
  let broken: Break | undefined;
  let brokenAtMs = 0;
  let epoch = 0;
  let latencyMs = LATENCY_MS;
  let lastRequestMs = 0;
  let lastReplyMs = 0;
  const waiting: (() => void)[] = [];
  const callbacks = new Set<() => void>();

  /** Returns how long the next one is on its way: never less than those before it. */
  function delayAfter(lastMs: number): number {
    return Math.max(scheduler.nowMs() + latencyMs * (0.2 + random()), lastMs) - scheduler.nowMs();
  }
  function send<T>(execute: () => T, resolve: (reply: T) => void): void {
    const again = () => send(execute, resolve);
    const later = () => void (broken === undefined ? process.deliver(again) : waiting.push(again));
    if (!process.isAlive) return;
    if (broken !== undefined && broken !== 'requests') return later();
    const sentIn = epoch;
    const delay = delayAfter(lastRequestMs);
    lastRequestMs = scheduler.nowMs() + delay;
    scheduler.in(delay, () => {
      if (broken === undefined ? epoch !== sentIn : broken !== 'requests') return later();
      const reply = execute();
      // Half of the replies need no event of their own.
      if (broken === undefined && lastReplyMs <= scheduler.nowMs() && random() < 0.5)
        return process.deliver(() => resolve(reply));
      const back = delayAfter(lastReplyMs);
      lastReplyMs = scheduler.nowMs() + back;
      scheduler.in(back, () => {
        if (broken === undefined ? epoch === sentIn : broken === 'replies')
          process.deliver(() => resolve(reply));
        else later();
      });
    });
  }
  return {
    call: (execute) => new Promise((resolve) => send(execute, resolve)),
    receive(run) {
      const sentIn = epoch;
      scheduler.in(delayAfter(0), () => {
        if (epoch === sentIn && broken === undefined) process.deliver(run);
      });
    },
    breakOff(kind) {
      if (broken === undefined) brokenAtMs = scheduler.nowMs();
      broken = kind;
      epoch += 1;
    },
    restore() {
      if (broken === undefined) return;
      broken = undefined;
      for (const again of waiting.splice(0)) process.deliver(again);
      process.deliver(() => callbacks.forEach((callback) => callback()));
    },
    get isUp() {
      return broken === undefined;
    },
    downMs: () => (broken === undefined ? 0 : scheduler.nowMs() - brokenAtMs),
    onRestored(callback) {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
    slow(ms) {
      latencyMs = ms || LATENCY_MS;
    },
  };
}
