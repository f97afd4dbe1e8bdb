import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { GENERATED_FILES } from './generated-files.ts';

const say = (text: string) => process.stderr.write(`${text}\n`);

say(`${GENERATED_FILES.length} files from the code and docs/figures.json`);
for (const { path, make } of GENERATED_FILES) {
  const before = await readFile(path, 'utf8').catch(() => '');
  const after = await make(before);
  say(`  ${path}: ${before === after ? 'as it was' : 'written'}`);
  if (before !== after) await writeFile(path, after);
}

// Pages in a browser, which not every machine has: only when they have changed.
if (process.argv.includes('--pictures')) {
  const { takePictures } = await import('./pictures.ts');
  await takePictures(say);
}

// The responses of the conformance table come from a server over the city of the tests: its test writes them.
say(
  'docs/CONFORMANCE.md and test/conformance/answers.txt: asks a server over the city of the tests, 15 to 30 s',
);
const { status } = spawnSync(
  'npx',
  ['--no-install', 'vitest', 'run', 'test/conformance/table.test.ts', '-u'],
  {
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
if (status !== 0) {
  say('docs/CONFORMANCE.md was not written: run npx vitest run test/conformance/table.test.ts');
  process.exitCode = 1;
}
