import type { Outcome, Simulate } from './outcome.ts';

const REPORTED_SEEDS = 10_000;

/** What a search over seeds found. Units: `cpuMs` of this process. */
export interface Search {
  /** The first seed whose invariants did not hold. */
  found?: Outcome;
  tried: number;
  /** Seeds that reached each rare state. */
  reached: ReadonlyMap<string, number>;
  cpuMs: number;
}

/** Simulates seeds one after the other, until an invariant does not hold. */
export async function findSeed(
  run: Simulate,
  from: number,
  seeds: number,
  onProgress: (text: string) => void = () => undefined,
): Promise<Search> {
  const before = process.cpuUsage();
  const reached = new Map<string, number>();
  const cpuMs = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  for (let seed = from; seed < from + seeds; seed += 1) {
    const outcome = await run(seed);
    for (const state of outcome.reached) reached.set(state, (reached.get(state) ?? 0) + 1);
    const tried = seed - from + 1;
    if (outcome.violation !== undefined) return { found: outcome, tried, reached, cpuMs: cpuMs() };
    if (tried % REPORTED_SEEDS === 0)
      onProgress(`${tried} seeds, ${(cpuMs() / tried).toFixed(2)} ms of CPU a seed`);
  }
  return { tried: seeds, reached, cpuMs: cpuMs() };
}

/**
 * Leaves out faults of a seed as long as an invariant still does not hold.
 *
 * Shape: the outcome with the fewest faults that were found, each of which is needed; undefined if the seed keeps all invariants.
 */
export async function shrinkSeed(run: Simulate, seed: number): Promise<Outcome | undefined> {
  let smallest = await run(seed);
  if (smallest.violation === undefined) return undefined;
  const left = new Set(smallest.faults.keys());
  for (const nth of [...left].reverse()) {
    left.delete(nth);
    const outcome = await run(seed, false, (each) => left.has(each));
    if (outcome.violation === undefined) left.add(nth);
    else smallest = outcome;
  }
  return smallest;
}
