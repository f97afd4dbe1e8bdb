import { readFile, writeFile } from 'node:fs/promises';
import { GENERATED_FILES } from './generated-files.ts';

for (const { path, make } of GENERATED_FILES) {
  const before = await readFile(path, 'utf8').catch(() => '');
  const after = make(before);
  if (before === after) continue;
  await writeFile(path, after);
  process.stderr.write(`wrote ${path}\n`);
}
