// Shows what is read, converted or judged wrongly: cases of reports, and generated texts. Needs `make build` and ../shared/data.
// npx tsx test/bench/reading/main.ts [cases] [lists] [spelling] [questions] [--show 5] [--kind WORDS] [--id RF5] [--json FILE] [--seed N]
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type * as Library from '../../../src/index.ts';
import { tableText } from '../table.ts';
import { casesAbsent, casesText, runCases } from './cases.ts';
import { openFaces } from './faces.ts';
import { MEASURES } from './measure.ts';
import { officialAbsent, readOfficialUnits } from './official-units.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    id: { type: 'string', default: '' },
    kind: { type: 'string', default: '' },
    show: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    dist: { type: 'string', default: join(root, 'dist') },
    dataset: { type: 'string', default: join(root, 'fixtures', 'starter') },
  },
});
const absent = casesAbsent ?? officialAbsent;
if (absent !== undefined) {
  console.error(absent);
  process.exit(66);
}
const isAsked = (name: string): boolean => positionals.length === 0 || positionals.includes(name);
const library = (await import(pathToFileURL(join(values.dist, 'index.js')).href)) as typeof Library;
const faces = await openFaces(library, values.dataset, values.dist);

if (isAsked('cases')) {
  const results = (await runCases(faces, ({ id }) => id.startsWith(values.id))).filter(
    ({ isRight }) => isRight !== undefined || values.id === '',
  );
  console.log(casesText(results));
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(results, undefined, 1)}\n`);
}
const official = await readOfficialUnits();
for (const [name, measure] of Object.entries(MEASURES)) {
  if (!isAsked(name)) continue;
  const { tables, examples } = await measure(faces, official, Number(values.seed), 1);
  const shown = new Map<string, number>();
  for (const { kind, text } of examples) {
    if (!kind.includes(values.kind) || (shown.get(kind) ?? 0) >= Number(values.show)) continue;
    shown.set(kind, (shown.get(kind) ?? 0) + 1);
    console.log(`${kind} | ${text}`);
  }
  for (const table of tables) console.log(tableText(table));
}
