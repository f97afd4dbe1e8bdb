const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back once when a signal is aborted; returns a function that removes the callback.
 *
 * Cost: constant. A signal of its own would search its whole list of listeners at every removal, and a run has one signal and
 * thousands of waiting calls.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (!signal) return () => undefined;
  let callbacks = callbacksOf.get(signal);
  if (!callbacks) {
    const set = (callbacks = new Set<() => void>());
    callbacksOf.set(signal, set);
    const fire = () => {
      const waiting = [...set];
      set.clear();
      for (const call of waiting) call();
    };
    signal.addEventListener('abort', fire, { once: true });
  }
  // A wrapper of its own, so that the same function can wait twice. A set that has grown leaves its old table to the next full collection: not
  // with what the callbacks of that time hold.
  let waiting: (() => void) | undefined = callback;
  const entry = () => waiting?.();
  callbacks.add(entry);
  return () => {
    waiting = undefined;
    callbacks.delete(entry);
  };
}
