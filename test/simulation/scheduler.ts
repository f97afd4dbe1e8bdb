import type { Clock } from '../../src/base/files/clock.ts';

interface Event {
  atMs: number;
  order: number;
  /** Undefined when it was prevented. */
  run: (() => void) | undefined;
}

/** Simulated time. */
export interface Scheduler {
  nowMs(): number;
  /** Runs an event after a time. Shape: returns the function that prevents it. */
  in(ms: number, run: () => void): () => void;
  /** Runs events until there are none, or one of them has made `isOver` true; returns their number. */
  run(isOver: () => boolean): Promise<number>;
}

/**
 * Creates simulated time at 0.
 *
 * Guarantee: events run in the order of their time, then of their creation; all microtasks of one run before the next.
 */
export function createScheduler(): Scheduler {
  const heap: Event[] = [];
  let nowMs = 0;
  let created = 0;

  return {
    nowMs: () => nowMs,
    in(ms, run) {
      const event: Event = { atMs: nowMs + ms, order: created++, run };
      push(heap, event);
      return () => {
        event.run = undefined;
      };
    },
    run: (isOver) =>
      new Promise((resolve) => {
        let events = 0;
        const step = () => {
          let event = isOver() ? undefined : pop(heap);
          while (event && !event.run) event = pop(heap);
          if (!event?.run) return isOver() ? resolve(events) : setImmediate(stepOrEnd);
          nowMs = event.atMs;
          events += 1;
          event.run();
          // Node takes the next tick when all microtasks have run: the one that asks for it, and those that it stands behind or causes.
          queueMicrotask(nextStep);
        };
        const nextStep = () => process.nextTick(step);
        // What waits for the end of a turn may still create events.
        const stepOrEnd = () => (heap.length > 0 ? step() : resolve(events));
        setImmediate(step);
      }),
  };
}

const isBefore = (a: Event, b: Event) => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);

function push(heap: Event[], event: Event): void {
  let at = heap.push(event) - 1;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (!isBefore(event, heap[above] as Event)) break;
    heap[at] = heap[above] as Event;
    at = above;
  }
  heap[at] = event;
}

function pop(heap: Event[]): Event | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (!first || !last || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && isBefore(heap[below + 1] as Event, heap[below] as Event)) below += 1;
    if (!isBefore(heap[below] as Event, last)) break;
    heap[at] = heap[below] as Event;
    at = below;
  }
  heap[at] = last;
  return first;
}

/** A simulated process: it may be killed, and be frozen for a time. */
export interface SimProcess extends Clock {
  readonly name: string;
  readonly isAlive: boolean;
  /** When it was frozen; infinite while it runs. Units: ms of the simulation. */
  readonly frozenAtMs: number;
  kill(): void;
  freeze(): void;
  /** Continues; what was due meanwhile happens now. */
  thaw(): void;
  /** Does what a message to the process causes, unless it is dead; later if it is frozen. */
  deliver(run: () => void): void;
}

/** Starts a process. Shape: its clock begins anywhere, and runs at `rate` to that of the simulation. */
export function startProcess(
  scheduler: Scheduler,
  name: string,
  { offsetMs, rate }: { offsetMs: number; rate: number },
): SimProcess {
  let isAlive = true;
  let frozenAtMs = Infinity;
  let due: (() => void)[] = [];

  function deliver(run: () => void): void {
    if (!isAlive) return;
    if (frozenAtMs < Infinity) due.push(run);
    else run();
  }
  return {
    name,
    get isAlive() {
      return isAlive;
    },
    get frozenAtMs() {
      return frozenAtMs;
    },
    kill() {
      isAlive = false;
      due = [];
    },
    freeze() {
      if (isAlive) frozenAtMs = Math.min(frozenAtMs, scheduler.nowMs());
    },
    thaw() {
      if (frozenAtMs === Infinity) return;
      frozenAtMs = Infinity;
      // One event each, as the microtasks of one run before the next.
      for (const run of due.splice(0)) scheduler.in(0, () => deliver(run));
    },
    deliver,
    nowMs: () => offsetMs + scheduler.nowMs() * rate,
    wallMs: () => offsetMs + scheduler.nowMs() * rate,
    after(ms, callback) {
      let isCancelled = false;
      const cancel = scheduler.in(ms / rate, () =>
        // It may have been due while the process was frozen.
        deliver(() => {
          if (!isCancelled) callback();
        }),
      );
      return () => {
        isCancelled = true;
        cancel();
      };
    },
  };
}
