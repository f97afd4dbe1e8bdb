import { onAbort } from '../base/files/abort.ts';

/**
 * The end of the first request of a run: `spoke` a response or refusal of the interface, `refused` a status that blames the request, without a body
 * of the interface, `strange` any other HTTP response, `silent` no response.
 */
export type ProbeVerdict = 'spoke' | 'refused' | 'strange' | 'silent';

/**
 * A gate that sends the first request of a run alone; all others wait for its result.
 *
 * Shape: `enter` resolves to `probe` for the request that is sent first, and to `pass` for all others once the gate is open. After a
 * strange response (5xx, no valid JSON) the next waiting request becomes the probe, because a single request can make a service fail;
 * `conclude` then resolves after the result of that one: true if the service works, false if the run must stop. A refused request that is alone
 * costs its row only: the next request becomes the probe when there is one.
 */
export interface FirstRequestGate {
  enter(signal?: AbortSignal): Promise<'probe' | 'pass'>;
  conclude(verdict: ProbeVerdict): Promise<boolean>;
  /** Makes the next waiting request the probe, if this one was not sent. */
  abandon(): void;
}

const MAX_STRANGE = 3;

/** Builds a closed gate. */
export function createFirstRequestGate(): FirstRequestGate {
  let state: 'idle' | 'probing' | 'open' | 'shut' = 'idle';
  let strange = 0;
  const waiting = new Set<(role: 'probe' | 'pass') => void>();
  const undecided: ((works: boolean) => void)[] = [];

  function decide(works: boolean) {
    state = works ? 'open' : 'shut';
    for (const wake of waiting) wake('pass');
    waiting.clear();
    return tell(works);
  }

  function tell(works: boolean) {
    for (const resolve of undecided.splice(0)) resolve(works);
    return works;
  }

  return {
    async enter(signal) {
      if (state === 'open' || state === 'shut') return 'pass';
      if (state === 'idle') {
        state = 'probing';
        return 'probe';
      }
      return new Promise((resolve, reject) => {
        const wake = (role: 'probe' | 'pass') => {
          off();
          resolve(role);
        };
        const off = onAbort(signal, () => {
          waiting.delete(wake);
          reject(signal?.reason as Error);
        });
        waiting.add(wake);
      });
    },
    async conclude(verdict) {
      if (state === 'open') return true;
      if (verdict === 'spoke') return decide(true);
      const [next] = waiting;
      strange += 1;
      if (verdict === 'silent' || strange >= MAX_STRANGE) return decide(false);
      if (!next) {
        if (verdict === 'strange') return decide(false);
        state = 'idle';
        return tell(true);
      }
      waiting.delete(next);
      const decided = new Promise<boolean>((resolve) => undecided.push(resolve));
      next('probe');
      return decided;
    },
    abandon() {
      if (state !== 'probing') return;
      const [next] = waiting;
      if (!next) {
        state = 'idle';
        return;
      }
      waiting.delete(next);
      next('probe');
    },
  };
}
