import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { LIVE_MUTANTS, type LiveMutant } from './live-mutant-list.ts';

// npx tsx test/simulation/live-mutants.ts [--mutant NAME]: changes the source of this checkout for each mutant, runs its test, and changes it back.
const { values } = parseArgs({ options: { mutant: { type: 'string' } } });
const print = (text: string) => void process.stdout.write(`${text}\n`);
const npx = (...args: string[]) => execFileSync('npx', ['--no-install', ...args], { stdio: 'pipe' });

/** Reports whether the test of a mutant fails, and passes without it. */
function isKilled({ file, text, becomes, test, isBuilt }: LiveMutant): boolean {
  const source = readFileSync(file, 'utf8');
  const run = () => {
    if (isBuilt) npx('tsx', 'tools/build.ts');
    try {
      npx('vitest', 'run', test);
      return true;
    } catch {
      return false;
    }
  };
  if (!run()) throw new Error(`${test} fails without a mutant`);
  writeFileSync(
    file,
    source.replace(text, () => becomes),
  );
  try {
    return !run();
  } finally {
    writeFileSync(file, source);
    if (isBuilt) npx('tsx', 'tools/build.ts');
  }
}

print('| mutant | file | test | killed |\n| --- | --- | --- | --- |');
const chosen = LIVE_MUTANTS.filter(({ name }) => (values.mutant ?? name) === name);
for (const mutant of chosen) {
  const killed = isKilled(mutant);
  if (!killed) process.exitCode = 1;
  print(`| ${mutant.name} | \`${mutant.file}\` | \`${mutant.test}\` | ${killed ? 'yes' : 'SURVIVES'} |`);
}
