import { setFlagsFromString } from 'node:v8';
import { Session, type Profiler } from 'node:inspector/promises';

/** Counts what code executes: the same number on every machine and under every load, unlike a time. */
export interface StepCounter {
  /** Runs a call and returns the number of blocks of our source that it executed: bodies of functions, of loops and of branches. */
  stepsOf(call: () => Promise<unknown>): Promise<number>;
  close(): void;
}

const COMPILERS = ['opt', 'sparkplug'];

/** Starts the counter. Cost: everything in this process is some times slower until it is closed. */
export async function startStepCounter(): Promise<StepCounter> {
  // Optimized code does not count the calls of a function, and functions without a call are left out.
  for (const compiler of COMPILERS) setFlagsFromString(`--no-${compiler}`);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    async stepsOf(call) {
      // Taking the counts sets them to zero.
      await session.post('Profiler.takePreciseCoverage');
      await call().catch(() => undefined);
      const { result } = await session.post('Profiler.takePreciseCoverage');
      return result.filter(isOurs).reduce((sum, script) => sum + stepsIn(script), 0);
    },
    close() {
      session.disconnect();
      for (const compiler of COMPILERS) setFlagsFromString(`--${compiler}`);
    },
  };
}

const isOurs = ({ url }: Profiler.ScriptCoverage): boolean => url.includes('/src/');

function stepsIn({ functions }: Profiler.ScriptCoverage): number {
  return functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
}
