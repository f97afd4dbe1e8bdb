import { failure, type GeomillError } from '../../../base/errors/geomill-error.ts';
import type { ValhallaAction } from './requests.ts';

/** The result of a request: the response of Valhalla, or an error. */
export type Outcome = { response: string } | { error: GeomillError };

/** A request whose caller waits for the outcome. */
export interface PendingRequest {
  readonly action: ValhallaAction;
  readonly request: string;
  /** Number of children that the request was sent to. */
  attempts: number;
  readonly isSettled: boolean;
  /** Delivers the outcome to the caller; later outcomes are ignored. */
  settle(outcome: Outcome): void;
}

/** Requests that wait for a child, oldest first. */
export interface RequestQueue {
  readonly length: number;
  /** Adds a request and returns its response. Errors: ABORTED by the signal; the error it is settled with. */
  add(action: ValhallaAction, request: string, signal?: AbortSignal): Promise<string>;
  /** Removes and returns the oldest request. */
  shift(): PendingRequest | undefined;
  /** Puts a request back at the front. */
  putBack(pending: PendingRequest): void;
  /** Settles all waiting requests with an error. */
  failAll(error: GeomillError): void;
}

/**
 * Creates an empty queue.
 *
 * Shape: `onSettled` is called after a request of this queue is settled, waiting or already sent to a child.
 * Guarantee: a settled request is not in the queue.
 */
export function createRequestQueue(onSettled: () => void): RequestQueue {
  const waiting: PendingRequest[] = [];

  function remove(pending: PendingRequest): void {
    const at = waiting.indexOf(pending);
    if (at >= 0) waiting.splice(at, 1);
  }

  return {
    get length() {
      return waiting.length;
    },
    add(action, request, signal) {
      return new Promise((resolve, reject) => {
        let isSettled = false;
        const onAbort = () => pending.settle({ error: aborted() });
        const pending: PendingRequest = {
          action,
          request,
          attempts: 0,
          get isSettled() {
            return isSettled;
          },
          settle(outcome) {
            if (isSettled) return;
            isSettled = true;
            signal?.removeEventListener('abort', onAbort);
            remove(pending);
            onSettled();
            if ('response' in outcome) resolve(outcome.response);
            else reject(outcome.error);
          },
        };
        if (signal?.aborted) {
          onAbort();
          return;
        }
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.push(pending);
      });
    },
    shift: () => waiting.shift(),
    putBack(pending) {
      if (!pending.isSettled) waiting.unshift(pending);
    },
    failAll(error) {
      for (const pending of [...waiting]) pending.settle({ error });
    },
  };
}

/** Creates the error of a request that its caller has cancelled. */
export function aborted(): GeomillError {
  return failure('ABORTED', 'routing.cancelled');
}

/** Creates the error of a request that took longer than its deadline. */
export function tookTooLong(deadlineMs: number): GeomillError {
  return failure('TIMEOUT', 'routing.tookTooLong', { seconds: deadlineMs / 1000 });
}
