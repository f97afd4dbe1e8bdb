import type { Outcome, simulate } from './simulate.ts';

const REPORTED_SEEDS = 10_000;

/** What a search over seeds found. Units: `cpuMs` of this process. */
export interface Search {
  /** The first seed whose invariants did not hold. */
  found?: Outcome;
  tried: number;
  cpuMs: number;
}

/** Simulates seeds one after the other, until an invariant does not hold. */
export async function findSeed(
  run: typeof simulate,
  from: number,
  seeds: number,
  onProgress: (text: string) => void = () => undefined,
): Promise<Search> {
  const before = process.cpuUsage();
  const cpuMs = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  for (let seed = from; seed < from + seeds; seed += 1) {
    const outcome = await run(seed);
    const tried = seed - from + 1;
    if (outcome.violation !== undefined) return { found: outcome, tried, cpuMs: cpuMs() };
    if (tried % REPORTED_SEEDS === 0)
      onProgress(`${tried} seeds, ${(cpuMs() / tried).toFixed(2)} ms of CPU a seed`);
  }
  return { tried: seeds, cpuMs: cpuMs() };
}
