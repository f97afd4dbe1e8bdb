import { readFile, writeFile } from 'node:fs/promises';
import { errorsPage } from './errors-page.ts';
import { fillMarked } from './marked.ts';
import { operationsTable } from './operations-table.ts';
import { stagesPage } from './stages-page.ts';

/** Lists the documents that are generated, each with how; a marked one is filled between its marks. */
const DOCUMENTS: readonly { path: string; make: (text: string) => string }[] = [
  { path: 'docs/ERRORS.md', make: errorsPage },
  { path: 'docs/STAGES.md', make: stagesPage },
  { path: 'README.md', make: (text) => fillMarked(text, 'capabilities', operationsTable()) },
];

const isCheck = process.argv.includes('--check');
for (const { path, make } of DOCUMENTS) {
  const before = await readFile(path, 'utf8').catch(() => '');
  const after = make(before);
  if (before === after) continue;
  if (isCheck) {
    process.stderr.write(`${path} is not what the code says: run \`make docs\` and commit it\n`);
    process.exitCode = 1;
  } else {
    await writeFile(path, after);
    process.stderr.write(`wrote ${path}\n`);
  }
}
