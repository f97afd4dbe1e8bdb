import type { Clock } from '../../src/base/files/clock.ts';

/** A clock that stands still until told otherwise. Units: milliseconds. */
export interface FakeClock extends Clock {
  /** Moves both times on, waking who sleeps, in order. */
  advance(ms: number): Promise<void>;
  /** Moves the time of day alone, as an operator or a time server does. */
  jumpWall(ms: number): void;
}

/** Builds a clock at a time of day. */
export function createFakeClock(startWallMs = Date.UTC(2026, 6, 1, 3)): FakeClock {
  let nowMs = 0;
  let wallOffsetMs = startWallMs;
  let sleepers: { untilMs: number; wake: () => void }[] = [];
  // Enough turns for chains of promises to come to rest.
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    nowMs: () => nowMs,
    wallMs: () => nowMs + wallOffsetMs,
    after(ms, callback) {
      const sleeper = { untilMs: nowMs + ms, wake: callback };
      sleepers.push(sleeper);
      return () => {
        sleepers = sleepers.filter((each) => each !== sleeper);
      };
    },
    async advance(ms) {
      const untilMs = nowMs + ms;
      for (;;) {
        await settle();
        const [next] = sleepers
          .filter((each) => each.untilMs <= untilMs)
          .sort((a, b) => a.untilMs - b.untilMs);
        if (!next) break;
        sleepers = sleepers.filter((each) => each !== next);
        nowMs = Math.max(nowMs, next.untilMs);
        next.wake();
      }
      nowMs = untilMs;
    },
    jumpWall(ms) {
      wallOffsetMs += ms;
    },
  };
}
