// Asks the cases of ../shared/data/cases as they were tried, and compares with what is right.
// npx tsx test/bench/reading/main.ts [--json FILE] [--id RF5]: prints each case, right or wrong, and a table by kind. Needs `make build`.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { casesAbsent, casesText, runCases } from './cases.ts';
import { openFaces } from './faces.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    id: { type: 'string', default: '' },
    dist: { type: 'string', default: `${root}dist` },
    dataset: { type: 'string', default: `${root}fixtures/starter` },
  },
});
if (casesAbsent !== undefined) {
  console.error(casesAbsent);
  process.exit(66);
}
const results = await runCases(await openFaces(values.dist, values.dataset), ({ id }) =>
  id.startsWith(values.id),
);
const asked = results.filter(({ isRight }) => isRight !== undefined || values.id === '');
console.log(casesText(asked));
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(asked, undefined, 1)}\n`);
