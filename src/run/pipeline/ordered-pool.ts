import { SYSTEM_CLOCK, type Clock } from '../../base/files/clock.ts';

/** The limits of an {@link OrderedPool}. */
export interface OrderedPoolOptions<T> {
  /** Total cost of the tasks that may run at once; one task may always run, whatever its cost. */
  maxOpenCost: number;
  /** Characters of results that may wait for an earlier task; beyond that no task is started. */
  maxHeldCharacters: number;
  heldCharacters: (result: T) => number;
  /** Returns whether what the running tasks wait for has as much to do as it can use: no task is started then, but one may always run. */
  isSaturated?: () => boolean;
  /** Time for running tasks to end after a failure or {@link OrderedPool.stop}; ms. */
  drainMs: number;
  /** Absent: as {@link SYSTEM_CLOCK}. */
  after?: Clock['after'];
}

/**
 * A pool that runs tasks concurrently and returns their results in the order in which they were pushed.
 *
 * Guarantee: a failed task is detected at once, wherever it is in the order and even while nothing is pushed; earlier results that are
 * ready within the drain time are returned before the failure is thrown.
 */
export interface OrderedPool<T> {
  /** Starts a task when the limits allow it. Shape: false if the pool accepts no more, because a task failed or it was stopped. */
  push(cost: number, task: () => Promise<T>): Promise<boolean>;
  /** Looks again whether a task may start, after `isSaturated` may have changed. */
  look(): void;
  /** Marks the end: nothing more is pushed. */
  end(): void;
  /** Accepts no more tasks and waits for running ones for the drain time; the results then end without a failure. */
  stop(): void;
  /** Fails the pool, as a failed task does. */
  fail(error: unknown): void;
  /** Returns the next result in order, or undefined after the last one. Errors: the first failure. */
  next(): Promise<T | undefined>;
}

interface Slot<T> {
  cost: number;
  state: 'open' | 'done' | 'failed';
  result?: T;
}

/** Creates an {@link OrderedPool}. */
export function createOrderedPool<T>(options: OrderedPoolOptions<T>): OrderedPool<T> {
  const slots: Slot<T>[] = [];
  let openCost = 0;
  let heldCharacters = 0;
  let ended = false;
  let stopped = false;
  let drained = false;
  let failure: { error: unknown } | undefined;
  let waiters: (() => void)[] = [];
  let isDraining = false;
  const { after = SYSTEM_CLOCK.after, isSaturated = () => false } = options;

  const changed = () => new Promise<void>((resolve) => waiters.push(resolve));
  function notify(): void {
    const woken = waiters;
    waiters = [];
    for (const wake of woken) wake();
  }
  function drain(): void {
    if (!isDraining) {
      isDraining = true;
      const onLate = () => {
        drained = true;
        notify();
      };
      after(options.drainMs, onLate, false);
    }
    notify();
  }
  function fail(error: unknown): void {
    failure ??= { error };
    drain();
  }

  async function run(slot: Slot<T>, task: () => Promise<T>): Promise<void> {
    try {
      slot.result = await task();
      slot.state = 'done';
      heldCharacters += options.heldCharacters(slot.result);
    } catch (error) {
      slot.state = 'failed';
      fail(error);
    }
    openCost -= slot.cost;
    notify();
  }

  return {
    async push(cost, task) {
      const isFull = () => openCost > 0 && (openCost + cost > options.maxOpenCost || isSaturated());
      while (!failure && !stopped && (isFull() || heldCharacters > options.maxHeldCharacters))
        await changed();
      if (failure || stopped) return false;
      const slot: Slot<T> = { cost, state: 'open' };
      slots.push(slot);
      openCost += cost;
      void run(slot, task);
      notify();
      return true;
    },
    look: notify,
    end() {
      ended = true;
      notify();
    },
    stop() {
      stopped = true;
      drain();
    },
    fail,
    async next() {
      for (;;) {
        const head = slots[0];
        if (head?.state === 'done') {
          slots.shift();
          const result = head.result as T;
          heldCharacters -= options.heldCharacters(result);
          notify();
          return result;
        }
        const isStuck = head === undefined || head.state === 'failed' || drained;
        if (failure && isStuck) throw failure.error;
        if ((stopped && isStuck) || (ended && head === undefined)) return undefined;
        await changed();
      }
    },
  };
}
