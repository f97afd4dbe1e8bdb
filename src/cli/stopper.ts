import type { CliIo } from './io.ts';

/** Exit codes of the signals that end a run politely. */
export const SIGNAL_EXIT = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

type StopSignal = keyof typeof SIGNAL_EXIT;

/** The handling of signals while a command runs. */
export interface Stopper {
  /** Aborted at the first signal. */
  signal: AbortSignal;
  /** Resolves at the first signal. */
  stopped(): Promise<void>;
  /** Returns the exit code of the signal; undefined before the first signal. */
  exitCode(): number | undefined;
  /** Returns the time of the first signal; undefined before it. */
  stoppedAtMs(): number | undefined;
  dispose(): void;
}

/** What a {@link Stopper} calls. */
interface StopperOptions {
  /** Reports whether rows are in progress, as always when left out; if not, the first signal ends the process at once. */
  canDrain?: () => boolean;
  onStop?: () => void;
  /** Called with the exit code before the process ends at once. */
  onLeave?: (exitCode: number) => void;
  /** Called at each SIGHUP, which then ends nothing. */
  onHangup?: () => void;
}

/** Longer than any drain: keeps the process alive while a stop is in progress and nothing else is pending. */
const KEEP_ALIVE_MS = 60_000;

/** Turns the first SIGHUP, SIGINT or SIGTERM into an abort, and the second into the end of the process. */
export function createStopper(
  { signals, exit, nowMs }: Pick<CliIo, 'signals' | 'exit' | 'nowMs'>,
  { canDrain = () => true, onStop, onLeave, onHangup }: StopperOptions = {},
): Stopper {
  const controller = new AbortController();
  let received: { signal: StopSignal; atMs: number } | undefined;
  let keepAlive: NodeJS.Timeout | undefined;

  function receive(signal: StopSignal): void {
    if (received || !canDrain()) {
      onLeave?.(SIGNAL_EXIT[signal]);
      exit(SIGNAL_EXIT[signal]);
      return;
    }
    received = { signal, atMs: nowMs() };
    keepAlive = setTimeout(() => undefined, KEEP_ALIVE_MS);
    onStop?.();
    controller.abort();
  }
  const listeners = (Object.keys(SIGNAL_EXIT) as StopSignal[]).map(
    (signal) => [signal, (signal === 'SIGHUP' && onHangup) || (() => receive(signal))] as const,
  );
  for (const [signal, listener] of listeners) signals.on(signal, listener);

  return {
    signal: controller.signal,
    stopped: () => untilAborted(controller.signal),
    exitCode: () => received && SIGNAL_EXIT[received.signal],
    stoppedAtMs: () => received?.atMs,
    dispose() {
      clearTimeout(keepAlive);
      for (const [signal, listener] of listeners) signals.off(signal, listener);
    },
  };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
