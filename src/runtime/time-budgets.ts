import { processEnvironment, readPatience, type Variables } from './environment.ts';

/**
 * The time that computing may take before it is ended. Units: ms, on the clock of {@link createCountedTime}.
 *
 * Measured: a chunk of addresses takes 20 ms, a request 0.1; a machine that is a hundred times slower stays within these.
 */
const BUDGETS = {
  /** A chunk of a run or of a batch, some hundred rows. */
  chunkMs: 15_000,
  /** A row alone; a row is blamed that exceeds it twice. */
  rowMs: 5000,
  /** The sample of an input that is judged before its first row. */
  sampleMs: 2000,
  /** A request to a server. */
  requestMs: 2000,
  /** The main thread of a command, between two turns of its event loop. */
  mainMs: 30_000,
};

/** The budgets of a process. */
export type TimeBudgets = Readonly<typeof BUDGETS>;

/** Returns the budgets of this process: GEOMILL_PATIENCE multiplies all of them. */
export function timeBudgets(env: Variables = processEnvironment()): TimeBudgets {
  const patience = readPatience(env) ?? 1;
  return Object.fromEntries(
    Object.entries(BUDGETS).map(([name, ms]) => [name, ms * patience]),
  ) as unknown as TimeBudgets;
}

/** The clocks that budgets are measured by: of the wall, and of the CPU time of this process. Units: ms. */
export interface BudgetClocks {
  nowMs: () => number;
  cpuMs: () => number;
}

/** The clocks of this process. */
export const PROCESS_CLOCKS: BudgetClocks = {
  nowMs: () => performance.now(),
  cpuMs: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/**
 * Returns a function that returns the time that counts since its last call, which is to be called every `lookMs`.
 *
 * Guarantee: what a row cannot be blamed for does not count: time in which the machine was suspended or gave this process no CPU time, and
 * in which the watching thread was busy itself. The time of a thread in a loop counts, as far as it gets CPU time.
 */
export function createCountedTime({ nowMs, cpuMs }: BudgetClocks, lookMs: number): () => number {
  let [wall, cpu] = [nowMs(), cpuMs()];
  return () => {
    const [wallThen, cpuThen] = [wall, cpu];
    [wall, cpu] = [nowMs(), cpuMs()];
    return Math.max(0, Math.min(wall - wallThen, cpu - cpuThen, 2 * lookMs));
  };
}
