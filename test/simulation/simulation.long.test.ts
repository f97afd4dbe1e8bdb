import { expect, it } from 'vitest';
import { findSeed } from './find-seed.ts';
import { loadSimulator } from './load-simulator.ts';
import { MUTANTS } from './mutants.ts';
import { RARE_SERVICE_STATES } from './service/schedule.ts';
import { RARE_SERVER_STATES } from './service/server-schedule.ts';
import { RARE_STATES } from './simulate.ts';

const SEEDS_OF_A_MUTANT = 1_500;

it.each([
  ['queue', 10_000, RARE_STATES],
  ['service', 5_000, RARE_SERVICE_STATES],
  ['server', 5_000, RARE_SERVER_STATES],
] as const)('keeps all invariants of the %s in %i schedules of faults', async (of, seeds, states) => {
  const { found, reached } = await findSeed(await loadSimulator(undefined, of), 1, seeds);
  expect(found && `seed ${found.seed}: ${found.violation}`).toBeUndefined();
  // A state that no seed reaches is one that nothing checks.
  expect(states.filter((state) => !reached.has(state))).toEqual([]);
});

it.each(MUTANTS)('detects the mutant: $name', async (mutant) => {
  const { found } = await findSeed(await loadSimulator(mutant), 1, SEEDS_OF_A_MUTANT);
  expect(found?.violation).toBeDefined();
});
