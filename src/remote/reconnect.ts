import type { Clock } from './clock.ts';
import type { Transport, TransportResult } from './transport.ts';

/** The pause before the first attempt to reconnect; doubled up to the longest. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;

/** How long a service may refuse connections. Units: milliseconds. */
export interface ReconnectOptions {
  clock: Clock;
  /** From the first refused connection until refusals are passed on. */
  longestMs: number;
  /** Called when requests begin to wait. */
  onWait: () => void;
}

/**
 * Builds a transport that waits while a service restarts: a service that has replied before, and now refuses connections.
 *
 * Shape: one request tries again after growing pauses, all others wait for it. A refused connection costs nothing, since nothing was sent.
 * Guarantee: once the service has refused for the longest time, each refusal is passed on at once, until a connection succeeds.
 */
export function createReconnecting(
  transport: Transport,
  { clock, longestMs, onWait }: ReconnectOptions,
): Transport {
  const ended = new AbortController();
  let hasReplied = false;
  let downSinceMs: number | undefined;
  let probe: Promise<unknown> | undefined;

  const sendOnce: Transport['send'] = async (request, onSent) => {
    const result = await transport.send(request, onSent);
    if (isRefused(result)) downSinceMs ??= clock.monotonicMs();
    else downSinceMs = undefined;
    hasReplied ||= result.kind === 'reply';
    return result;
  };
  const mayWait = () =>
    hasReplied &&
    !ended.signal.aborted &&
    downSinceMs !== undefined &&
    clock.monotonicMs() - downSinceMs < longestMs;

  /** Sends a request until the service accepts a connection. */
  async function sendAsProbe(...arguments_: Parameters<Transport['send']>): Promise<TransportResult> {
    onWait();
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs)) {
      await clock.sleep(pauseMs, ended.signal).catch(() => undefined);
      const result = await sendOnce(...arguments_);
      if (!isRefused(result) || !mayWait()) return result;
    }
  }

  return {
    async send(request, onSent) {
      for (;;) {
        await probe;
        const result = await sendOnce(request, onSent);
        if (!isRefused(result) || !mayWait()) return result;
        if (probe) continue;
        const probing = sendAsProbe(request, onSent);
        probe = probing;
        try {
          return await probing;
        } finally {
          probe = undefined;
        }
      }
    },
    destroy() {
      ended.abort();
      return transport.destroy();
    },
  };
}

function isRefused(result: TransportResult): boolean {
  return result.kind === 'failed' && result.detail === 'ECONNREFUSED';
}
