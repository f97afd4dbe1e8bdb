import { CUT_FILE_SYSTEMS, cutPower, whyNoCuts } from './power-cut-suite.ts';

// npx tsx test/resume/power-cut.ts [RUNS] [NAME]: cuts every 50 ms of the first three seconds of each run, on each file system.
const [runs = '6', name] = process.argv.slice(2);
const why = whyNoCuts();
if (why !== undefined) throw new Error(why);
for (const system of CUT_FILE_SYSTEMS) {
  if (name !== undefined && name !== system.name) continue;
  const counts = await cutPower(system, { runs: Number(runs), everyMs: 50, forMs: 3000 });
  process.stdout.write(`${system.name}: ${JSON.stringify(counts, null, 1)}\n`);
}
