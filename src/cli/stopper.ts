import type { CliIo } from './io.ts';

/** Exit codes of the signals that end a run politely. */
export const SIGNAL_EXIT = { SIGINT: 130, SIGTERM: 143 } as const;

type StopSignal = keyof typeof SIGNAL_EXIT;

/** Listens for signals while a command runs. */
export interface Stopper {
  /** Aborted by the first signal. */
  signal: AbortSignal;
  /** What the process should end with: undefined while no signal came. */
  exitCode(): number | undefined;
  /** When the first signal came; undefined while none did. */
  stoppedAtMs(): number | undefined;
  dispose(): void;
}

/** Says what a {@link Stopper} does. */
export interface StopperOptions {
  /** Tells whether there is anything to bring to an end; where not, the first signal ends the process at once. */
  canDrain: () => boolean;
  onStop: () => void;
  /** Called before the process ends at once. */
  onLeave: () => void;
}

/** Long after any drain: only there so that the process does not end for want of anything to do while a stop is under way. */
const KEEP_ALIVE_MS = 60_000;

/** Turns the first SIGINT or SIGTERM into an abort, and the second into the end of the process. */
export function createStopper(
  { signals, exit, nowMs }: Pick<CliIo, 'signals' | 'exit' | 'nowMs'>,
  { canDrain, onStop, onLeave }: StopperOptions,
): Stopper {
  const controller = new AbortController();
  let received: { signal: StopSignal; atMs: number } | undefined;
  let keepAlive: NodeJS.Timeout | undefined;

  function receive(signal: StopSignal): void {
    if (received || !canDrain()) {
      onLeave();
      exit(SIGNAL_EXIT[signal]);
      return;
    }
    received = { signal, atMs: nowMs() };
    keepAlive = setTimeout(() => undefined, KEEP_ALIVE_MS);
    onStop();
    controller.abort();
  }
  const listeners = (Object.keys(SIGNAL_EXIT) as StopSignal[]).map(
    (signal) => [signal, () => receive(signal)] as const,
  );
  for (const [signal, listener] of listeners) signals.on(signal, listener);

  return {
    signal: controller.signal,
    exitCode: () => received && SIGNAL_EXIT[received.signal],
    stoppedAtMs: () => received?.atMs,
    dispose() {
      clearTimeout(keepAlive);
      for (const [signal, listener] of listeners) signals.off(signal, listener);
    },
  };
}
