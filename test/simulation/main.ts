import { parseArgs } from 'node:util';
import { loadSimulator } from './load-simulator.ts';
import { MUTANTS, type Mutant } from './mutants.ts';
import { findSeed, shrinkSeed } from './find-seed.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    of: { type: 'string', default: 'queue' },
    trace: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    mutant: { type: 'string' },
  },
});
const of = values.of === 'service' || values.of === 'server' ? values.of : 'queue';
const from = Number(values.from);
const seeds = Number(values.seeds);
const print = (text: string) => void process.stdout.write(`${text}\n`);

/** Runs one seed; prints what happened. */
async function replay(seed: number): Promise<boolean> {
  const mutant = MUTANTS.find(({ name }) => name === values.mutant);
  const simulate = await loadSimulator(mutant, mutant?.simulator ?? of);
  const { trace, violation, runs, events, simulatedMs } = await simulate(seed, values.trace);
  trace.forEach(print);
  print(
    `seed ${seed}: ${violation ?? 'all invariants held'}; ${runs} runs, ${events} events, ${(simulatedMs / 1000).toFixed(1)} simulated seconds`,
  );
  return violation === undefined;
}

/** Runs many seeds; prints the first that fails. */
async function search(): Promise<boolean> {
  const simulate = await loadSimulator(undefined, of);
  // Stacks of failures that nothing prints cost more than the failures.
  Error.stackTraceLimit = 0;
  const { found, tried, reached, cpuMs } = await findSeed(simulate, from, seeds, (text) =>
    process.stderr.write(`${text}\n`),
  );
  if (found) {
    print(`seed ${found.seed}: ${found.violation}`);
    for (const { kind, atMs, forMs } of (await shrinkSeed(simulate, found.seed))?.faults ?? [])
      print(`  needs the fault: ${kind} at ${Math.round(atMs)} ms, for ${Math.round(forMs)} ms`);
    print(`replay: npx tsx test/simulation/main.ts --of ${of} --seed ${found.seed} --trace`);
  } else {
    for (const [state, count] of reached) print(`${String(count).padStart(8)} seeds reached: ${state}`);
    print(`${tried} seeds from ${from}: all invariants held; ${(cpuMs / tried).toFixed(2)} ms of CPU a seed`);
  }
  return found === undefined;
}

/** Searches a seed that detects each mutant of a simulator, or the chosen one; prints the table. */
async function searchMutants(): Promise<boolean> {
  let detected = 0;
  print('| mutant | file | detected by seed | as |\n| --- | --- | --- | --- |');
  const isChosen = ({ name, simulator }: Mutant) =>
    values.mutant === undefined ? (simulator ?? 'queue') === of : name === values.mutant;
  const chosen = MUTANTS.filter(isChosen);
  for (const mutant of chosen) {
    const { found } = await findSeed(await loadSimulator(mutant), from, seeds);
    if (found) detected += 1;
    print(
      `| ${mutant.name} | \`${mutant.file}\` | ${found?.seed ?? '-'} | ${found?.violation ?? 'SURVIVES'} |`,
    );
  }
  print(`\n${detected} of ${chosen.length} mutants detected within ${seeds} seeds`);
  return detected === chosen.length;
}

const { seed } = values;
const isGood = await (seed !== undefined
  ? replay(Number(seed))
  : values.mutants
    ? searchMutants()
    : search());
process.exitCode = isGood ? 0 : 1;
