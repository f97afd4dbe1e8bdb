import { onAbort } from '../base/files/abort.ts';
import { sleep, type Clock } from '../base/files/clock.ts';

/**
 * Failures of requests for which the service may be to blame.
 *
 * Shape: a row is given such a failure only after a later request succeeded, or when there is none to wait for. If the run stops before, the
 * row is not finished, and the next run sends its request again.
 */
export interface DoubtfulFailures {
  /** Records that a request begins; the returned function records its end. */
  begin(): () => void;
  /** Records a success, by the time its request was sent. */
  succeeded(sentAtMs: number): void;
  /** Waits until the failure stands. Errors: the reason why the run stopped, or that of the signal. */
  settle(signal?: AbortSignal): Promise<void>;
}

/** How long no request may be in flight until the waiting failures stand: they were the last of the run, or all that it can send now. */
const IDLE_MS = 100;

/** Builds the failures of a run. `running` is aborted with the reason why the run stops. */
export function createDoubtfulFailures(clock: Clock, running: AbortSignal): DoubtfulFailures {
  const waiting = new Set<{ sinceMs: number; stand: () => void }>();
  let inFlight = 0;
  let begun = 0;

  function settleWhere(stands: (sinceMs: number) => boolean): void {
    for (const each of waiting) if (stands(each.sinceMs)) each.stand();
  }

  async function settleWhenIdle(): Promise<void> {
    const begunBefore = begun;
    await sleep(clock, IDLE_MS, running);
    if (begun === begunBefore && inFlight === 0) settleWhere(() => true);
  }

  function watch(): void {
    // The run stops; `settle` rejects.
    if (inFlight === 0 && waiting.size > 0) settleWhenIdle().catch(() => undefined);
  }

  return {
    begin() {
      inFlight += 1;
      begun += 1;
      return () => {
        inFlight -= 1;
        watch();
      };
    },
    succeeded(sentAtMs) {
      settleWhere((sinceMs) => sentAtMs >= sinceMs);
    },
    settle(signal) {
      return new Promise((resolve, reject) => {
        if (running.aborted) return reject(running.reason as Error);
        if (signal?.aborted) return reject(signal.reason as Error);
        const end = (finish: () => void) => {
          waiting.delete(entry);
          offRun();
          offSignal();
          finish();
        };
        const offRun = onAbort(running, () => end(() => reject(running.reason as Error)));
        const offSignal = onAbort(signal, () => end(() => reject(signal?.reason as Error)));
        const entry = { sinceMs: clock.nowMs(), stand: () => end(resolve) };
        waiting.add(entry);
        watch();
      });
    },
  };
}
