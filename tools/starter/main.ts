// Builds the starter dataset: npx tsx tools/starter/main.ts [--wards FILE --provinces FILE | --map DIR] [--osm FILE]... [--addresses FILE]... [--places FILE] [--out DIR] [--tables DIR]
// The tables for notebooks are written after it, with the outlines of tools/outlines.
// With --map the units and cells of a dataset are kept, and only streets, places and arrays built anew, in half a minute.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { GeomillError, isGeomillError } from '../../src/base/errors/geomill-error.ts';
import { buildStarter, type StarterStep } from './build-starter.ts';
import { COMMITTED_SOURCES, openSources } from './sources.ts';
import { writeUnitTables } from './tables/write-tables.ts';

const { values } = parseArgs({
  options: {
    wards: { type: 'string', default: COMMITTED_SOURCES.wards },
    provinces: { type: 'string', default: COMMITTED_SOURCES.provinces },
    map: { type: 'string' },
    legacy: { type: 'string', multiple: true, default: COMMITTED_SOURCES.legacy },
    divided: { type: 'string', default: COMMITTED_SOURCES.divided },
    law: { type: 'string', default: COMMITTED_SOURCES.law },
    history: { type: 'string', default: COMMITTED_SOURCES.history },
    places: { type: 'string', default: COMMITTED_SOURCES.places },
    osm: { type: 'string', multiple: true, default: COMMITTED_SOURCES.osm },
    addresses: { type: 'string', multiple: true, default: COMMITTED_SOURCES.addresses },
    hamlets: { type: 'string', default: COMMITTED_SOURCES.hamlets },
    seats: { type: 'string', default: COMMITTED_SOURCES.seats },
    out: { type: 'string', default: 'fixtures/starter' },
    tables: { type: 'string', default: 'fixtures/units' },
  },
});

let shown = '';

function showProgress(step: StarterStep, share: number): void {
  const line = share > 0 ? `${step} ${Math.floor(share * 100)} %` : step;
  if (line === shown) return;
  // On a terminal one line that counts, in a log one line a step.
  if (process.stderr.isTTY) process.stderr.write(`\r${line.padEnd(20)}`);
  else if (step !== shown.split(' ')[0]) process.stderr.write(`${step}\n`);
  shown = line;
}

/** Refuses a build without its sources, before the first of its minutes. Errors: INPUT_MISSING. */
function refuseMissing(): void {
  const { map, wards, provinces, out, tables, ...others } = values;
  const sources = [...(map === undefined ? [wards, provinces] : [map]), ...Object.values(others).flat()];
  const missing = sources.filter((path) => !existsSync(path));
  if (missing.length === 0) return;
  const hint = `${out} and ${tables} stay as they are. A decree alone needs none of them: geomill decree add FILE --dataset DIR.`;
  throw new GeomillError('INPUT_MISSING', `There is no ${missing.join(', no ')}. ${hint}`);
}

try {
  refuseMissing();
  const { counts, files, id } = await buildStarter({
    ...(await openSources(values)),
    outDir: values.out,
    onProgress: showProgress,
  });
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
  process.stdout.write(
    `\n${values.out}: ${counts.wards} wards, ${counts.formerWards} former wards, ${counts.streets} streets, ${counts.houses} houses, ${counts.pois} places, ${bytes} bytes, id ${id}\n`,
  );
  const tableBytes = await writeUnitTables(values.out, values.tables);
  process.stdout.write(`${values.tables}: ${tableBytes} bytes\n`);
} catch (error) {
  if (!isGeomillError(error)) throw error;
  process.stderr.write(`\n${error.message}\n`);
  process.exitCode = error.traits.exitCode;
}
