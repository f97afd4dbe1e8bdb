/** After this time without a user the threads are ended, and their memory is free. */
const IDLE_MS = 60_000;

/** A pool of threads that several use at once, opened by the first. */
export interface SharedPool<T> {
  /** Returns the pool; to be released after its use. */
  acquire(): T;
  release(): void;
  close(): Promise<void>;
}

/**
 * Shares one pool in a process that outlives its users.
 *
 * Guarantee: never more threads than those of one pool, however many users there are; none after a minute without a user.
 */
export function createSharedPool<T extends { close(): Promise<void> }>(open: () => T): SharedPool<T> {
  let opened: T | undefined;
  let users = 0;
  let timer: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    const ending = opened;
    opened = undefined;
    await ending?.close();
  }

  return {
    acquire() {
      users += 1;
      clearTimeout(timer);
      return (opened ??= open());
    },
    release() {
      users -= 1;
      if (users > 0) return;
      timer = setTimeout(() => void end(), IDLE_MS);
      timer.unref();
    },
    close() {
      clearTimeout(timer);
      return end();
    },
  };
}
