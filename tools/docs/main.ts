import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { GENERATED_FILES } from './generated-files.ts';

for (const { path, make } of GENERATED_FILES) {
  const before = await readFile(path, 'utf8').catch(() => '');
  const after = await make(before);
  if (before === after) continue;
  await writeFile(path, after);
  process.stderr.write(`wrote ${path}\n`);
}

// The responses of the conformance table come from a server over the city of the tests: its test writes them.
const { status } = spawnSync(
  'npx',
  ['--no-install', 'vitest', 'run', 'test/conformance/table.test.ts', '-u'],
  {
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
if (status !== 0) {
  process.stderr.write(
    'docs/CONFORMANCE.md was not written: run npx vitest run test/conformance/table.test.ts\n',
  );
  process.exitCode = 1;
}
