/** How calls are served together. */
export interface GroupOptions<T, R> {
  /** Calls back at the moment up to which calls are collected. */
  later: (serveAll: () => void) => void;
  /** Serves calls; returns the results of the first ones, the others are served again. Errors: those of all that have no result yet. */
  serve: (items: readonly T[]) => readonly R[];
}

interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (reason: unknown) => void;
}

/**
 * Returns a function whose calls are served together: what writes to a file costs one system call for all that the same turn of the event
 * loop brings.
 */
export function grouped<T, R>({ later, serve }: GroupOptions<T, R>): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = [];

  function serveAll(): void {
    const all = waiting;
    waiting = [];
    let served = 0;
    try {
      while (served < all.length) {
        const items = all.slice(served).map(({ item }) => item);
        for (const result of serve(items)) all[served++]?.resolve(result);
      }
    } catch (error) {
      for (const each of all.slice(served)) each.reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ item, resolve, reject }) === 1) later(serveAll);
    });
}
