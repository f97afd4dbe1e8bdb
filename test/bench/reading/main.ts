// Measures how addresses are read, converted and judged, by cases of reports and by generated texts. Needs `make build` and ../shared/data.
// npx tsx test/bench/reading/main.ts [cases] [lists] [spelling] [--id RF5] [--json FILE] [--show 5] [--rows N] [--seed N]: prints what was wrong, and tables.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { tableText } from '../table.ts';
import { casesAbsent, casesText, runCases } from './cases.ts';
import { openFaces } from './faces.ts';
import { convertLists, convertListsByPeer, isAcceptedWrong, listsTable } from './lists-measure.ts';
import { generateLists } from './lists.ts';
import { readOfficialUnits } from './official-units.ts';
import { createPeer } from './peer.ts';
import { convertMisspelt, convertMisspeltByPeer, generateMisspelt, spellingTable } from './spelling.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    id: { type: 'string', default: '' },
    show: { type: 'string', default: '0' },
    rows: { type: 'string', default: '1500' },
    seed: { type: 'string', default: '1' },
    dist: { type: 'string', default: `${root}dist` },
    dataset: { type: 'string', default: `${root}fixtures/starter` },
  },
});
if (casesAbsent !== undefined) {
  console.error(casesAbsent);
  process.exit(66);
}
const isAsked = (name: string): boolean => positionals.length === 0 || positionals.includes(name);
const faces = await openFaces(values.dist, values.dataset);

if (isAsked('cases')) {
  const results = (await runCases(faces, ({ id }) => id.startsWith(values.id))).filter(
    ({ isRight }) => isRight !== undefined || values.id === '',
  );
  console.log(casesText(results));
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(results, undefined, 1)}\n`);
}
if (isAsked('lists')) {
  const official = await readOfficialUnits();
  const lists = generateLists(official, Number(values.seed), Number(values.rows));
  const judged = await convertLists(faces, lists);
  const shown = new Map<string, number>();
  for (const each of judged) {
    const isWrong = isAcceptedWrong(each);
    const kind = `${each.list}: ${isWrong ? `accepted and wrong (${each.fault || 'units'})` : each.isAccepted ? each.fault : ''}`;
    // The half that is kept aside is never looked at.
    if (!each.row.isDevelopment || !each.isAccepted || (!isWrong && each.fault === '')) continue;
    shown.set(kind, (shown.get(kind) ?? 0) + 1);
    if ((shown.get(kind) ?? 0) <= Number(values.show))
      console.log(`${kind} | ${each.row.cells.join(' | ')} | ${each.line}`);
  }
  console.log(tableText(listsTable('Lists, converted', judged)));
  console.log(
    tableText(listsTable('The same by a lookup of names', convertListsByPeer(createPeer(official), lists))),
  );
}
if (isAsked('spelling')) {
  const official = await readOfficialUnits();
  const all = generateMisspelt(official, Number(values.seed));
  const judged = await convertMisspelt(faces, all);
  let shown = 0;
  for (const { of, line, isWrong } of judged)
    if (isWrong && of.isDevelopment && shown++ < Number(values.show)) console.log(`${of.text} | ${line}`);
  console.log(tableText(spellingTable(judged, convertMisspeltByPeer(createPeer(official), all))));
}
