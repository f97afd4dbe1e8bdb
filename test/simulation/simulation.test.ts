import { beforeAll, describe, expect, it } from 'vitest';
import { drawSchedule, FAULTS } from './faults.ts';
import { findSeed, shrinkSeed } from './find-seed.ts';
import { loadSimulator } from './load-simulator.ts';
import { MUTANTS } from './mutants.ts';
import type { Simulate } from './outcome.ts';
import { drawServiceSchedule, SERVICE_FAULTS } from './service/schedule.ts';
import { drawServerFaults, SERVER_FAULTS } from './service/server-schedule.ts';
import { seededRandom } from '../support/memory-disk.ts';

const SEEDS = 200;
/** Seconds on an idle machine; CI may share its cores. */
const TIMEOUT_MS = 300_000;

const SIMULATORS = [
  { of: 'queue', drawn: (seed: number) => drawSchedule(seededRandom(seed)).faults, kinds: FAULTS },
  {
    of: 'service',
    drawn: (seed: number) => drawServiceSchedule(seededRandom(seed)).faults,
    kinds: SERVICE_FAULTS,
  },
  {
    of: 'server',
    drawn: (seed: number) => drawServerFaults(seededRandom(seed)),
    kinds: SERVER_FAULTS,
  },
] as const;

describe.each(SIMULATORS)('the simulated $of', ({ of, drawn, kinds }) => {
  let run: Simulate;
  beforeAll(async () => {
    run = await loadSimulator(undefined, of);
  });

  it(
    `keeps all invariants in ${SEEDS} schedules of faults`,
    async () => {
      const { found } = await findSeed(run, 1, SEEDS);
      expect(found && `seed ${found.seed}: ${found.violation}`).toBeUndefined();
    },
    TIMEOUT_MS,
  );

  it('repeats a seed event by event', async () => {
    const first = await run(7, true);
    expect(first.trace.length).toBeGreaterThan(10);
    expect(await run(7, true)).toEqual(first);
  });

  it('draws every kind of fault', () => {
    const faults = Array.from({ length: SEEDS }, (_, seed) => [...drawn(seed + 1)]).flat();
    expect(new Set(faults.map(({ kind }) => kind as string))).toEqual(new Set<string>(kinds));
  });
});

it.each([
  ['service', 200_006_904, 'a request that timed out is in flight no more when it is sent again'],
  ['service', 200_065_601, 'a damaged log of the rate holds no place for ever'],
  ['service', 200_162_209, 'a second name of a log that cannot be removed is a failure of the disk'],
  ['service', 200_103_356, 'a place is not free because its request could not be recorded'],
  ['service', 200_084_151, 'a sync of one process that ends late takes nothing back from another'],
  ['service', 200_031_058, 'a place of the rate that cannot be given back ends the run'],
  ['server', 133, 'counts that could not be written are written when the disk works again'],
  ['server', 898, 'a keys file that could not be read is read again'],
  ['server', 1_046, 'what a killed server named is durable when the next has started'],
  ['server', 14_741, 'a key that is revoked while a server starts is noticed'],
  ['server', 300_187_045, 'of two commands that revoke keys at once none takes the other back'],
] as const)('the simulated %s keeps all invariants in seed %i: %s', async (of, seed, _why) => {
  const run = await loadSimulator(undefined, of);
  expect((await run(seed)).violation).toBeUndefined();
});

it('shrinks a failing schedule to the faults that it needs', async () => {
  const mutant = MUTANTS.find(({ name }) => name === 'a worker computes chunks that were not sent');
  const run = await loadSimulator(mutant);
  const { found } = await findSeed(run, 1, 1_500);
  const smallest = await shrinkSeed(run, found?.seed ?? 0);
  const kinds = smallest?.faults.map(({ kind }) => kind) ?? [];
  expect(kinds.some((kind) => kind === 'chunks swapped' || kind === 'record changed')).toBe(true);
  expect(kinds.length).toBeLessThan(found?.faults.length ?? 0);
  expect(smallest?.violation).toBeDefined();
  expect(await shrinkSeed(await loadSimulator(), 7)).toBeUndefined();
});
