import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Library from '../../../src/index.ts';
import type { Measurement } from '../measurement.ts';
import type { Table } from '../table.ts';
import { caseKindsTable, runCases } from './cases.ts';
import { openFaces } from './faces.ts';
import { MEASURES } from './measure.ts';
import { officialAbsent, readOfficialUnits } from './official-units.ts';

/** Measures how addresses are read, converted and judged: cases of reports, and generated texts whose truth comes from the official tables, half of them kept aside. */
export const reading: Measurement = {
  name: 'reading',
  async run({ dist, datasetDir, isQuick, seed }) {
    if (officialAbsent !== undefined) throw new Error(officialAbsent);
    const library = (await import(pathToFileURL(join(dist, 'index.js')).href)) as typeof Library;
    const faces = await openFaces(library, datasetDir, dist);
    const official = await readOfficialUnits();
    const tables: Table[] = [];
    for (const [name, measure] of Object.entries(MEASURES)) {
      process.stderr.write(`  ${name}\n`);
      tables.push(...(await measure(faces, official, seed, isQuick ? 0.1 : 1)).tables);
    }
    process.stderr.write('  cases\n');
    return [...tables, caseKindsTable(await runCases(faces))];
  },
};
