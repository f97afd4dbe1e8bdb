import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Library from '../../../src/index.ts';
import type { BenchContext, Measurement } from '../measurement.ts';
import { whole, type Table } from '../table.ts';
import { caseKindsTable, runCases } from './cases.ts';
import { csvText, openFaces } from './faces.ts';
import { generateLists } from './lists.ts';
import { MEASURES } from './measure.ts';
import { officialAbsent, readOfficialUnits, type OfficialUnits } from './official-units.ts';

/** Measures how addresses are read, converted and judged: cases of reports, and generated texts whose truth comes from the official tables, half of them kept aside. */
export const reading: Measurement = {
  name: 'reading',
  async run(context) {
    const { dist, datasetDir, isQuick, seed } = context;
    if (officialAbsent !== undefined) throw new Error(officialAbsent);
    const library = (await import(pathToFileURL(join(dist, 'index.js')).href)) as typeof Library;
    const faces = await openFaces(library, datasetDir, dist);
    const official = await readOfficialUnits();
    const tables: Table[] = [];
    for (const [name, measure] of Object.entries(MEASURES)) {
      process.stderr.write(`  ${name}\n`);
      tables.push(...(await measure(faces, official, seed, isQuick ? 0.1 : 1)).tables);
    }
    tables.push(await listsSpeed(context, official));
    process.stderr.write('  cases\n');
    return [...tables, caseKindsTable(await runCases(faces))];
  },
};

/** Measures the job over other rows of the lists, each list in a process of its own. */
async function listsSpeed(context: BenchContext, official: OfficialUnits): Promise<Table> {
  const { folder, datasetDir, isQuick, seed } = context;
  const rows: string[][] = [];
  for (const { name, columns, options, rows: own } of generateLists(
    official,
    seed + 1,
    isQuick ? 2000 : 30_000,
  )) {
    const input = join(folder, 'list.csv');
    const cells = own.map((row) => row.cells);
    await writeFile(input, csvText(columns, cells));
    const job = { name: 'convert', stages: [{ kind: 'convert', options }], outputs: ['csv'] };
    const { cpuMs, error } = await context.measure(name, {
      kind: 'job',
      job,
      service: { local: datasetDir },
      input,
    });
    if (error !== undefined) throw new Error(`${name}: ${error.code} ${error.message}`);
    rows.push([name, whole(own.length), whole((own.length * 1000) / cpuMs)]);
  }
  return { title: 'Speed of the lists, converted by one thread', columns: ['', 'rows', 'rows/CPU s'], rows };
}
