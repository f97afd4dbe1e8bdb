import type { Command } from 'commander';
import { buildDataset } from '../../dataset/compile/build-dataset.ts';
import { buildRoadTiles } from '../../dataset/roads/build-road-tiles.ts';
import { GeomillError, isGeomillError } from '../../errors/geomill-error.ts';
import type { CliIo } from '../../runtime/io.ts';
import { gather } from '../number-options.ts';
import { printable } from '../printable.ts';
import { exitCodeOf } from '../report-error.ts';
import { readingText, STEP_WORDS } from './build-words.ts';
import { showBuildProgress } from './dataset-progress.ts';
import { prepareSources, type SourceFiles } from '../../dataset/prepare-sources.ts';
import { buildText, levelsOf, sizeOf } from './dataset-text.ts';
import { readColumns } from './read-columns.ts';

interface BuildOptions extends SourceFiles {
  out: string;
  from?: string;
  columns?: string[];
  credit?: string[];
  /** False for `--no-roads`. */
  roads?: boolean;
  json?: boolean;
  quiet?: boolean;
}

const EXAMPLES = `
Examples:
  $ geomill dataset build --out data/hcmc --osm ho-chi-minh.osm.pbf --admin wards.ndjson.gz
      streets, houses and places of OpenStreetMap, on the wards in force, found by their boundaries
  $ geomill dataset build --out data/mine --addresses customers.csv --columns number=SO_NHA,street=TEN_DUONG
      houses of a table; usual headers are known, in English and Vietnamese, others are named
  $ geomill dataset build --out data/all --osm a.osm.pbf --osm b.osm.pbf --places shops.geojson --legacy old-wards.csv

Fields for --columns: id, name, number, street, ward, district, province, postcode, address (a whole line), lat, lon, point;
of places also otherNames, category, phone, website, openingHours, parent, importance; of boundaries fullName, code, level.

The same sources give the same bytes. DIR holds the old dataset until the new one is whole; a folder that holds
anything else is refused. Rows that cannot be used are counted by reason and cost only themselves.

Exit codes: 0 all well, 64 usage, 65 input bad, 66 input missing, 73 DIR is not to be replaced, 74 disk, 78 --from is no dataset.`;

/** Adds `geomill dataset build`. */
export function addDatasetBuildCommand(
  dataset: Command,
  io: CliIo,
  run: (command: () => Promise<void>) => Promise<void>,
): void {
  dataset
    .command('build')
    .summary('build a dataset from files')
    .description(
      'Builds a dataset from OpenStreetMap, boundaries, places, addresses and former units, on top of the units that come with Geomill.',
    )
    .requiredOption('--out <DIR>', 'folder of the dataset')
    .option(
      '--osm <FILE>',
      'OpenStreetMap extract, .osm.pbf or .osm; may be repeated, as all of these',
      gather,
    )
    .option('--admin <FILE>', 'boundaries, GeoJSON or a feature a line, .gz or not', gather)
    .option('--places <FILE>', 'places: CSV, NDJSON or GeoJSON, .gz or not', gather)
    .option('--addresses <FILE>', 'addresses, likewise', gather)
    .option('--legacy <FILE>', 'former wards and what they became, or other names of them: CSV', gather)
    .option('--from <DIR>', 'dataset whose units to build on (default: the map that comes with Geomill)')
    .option(
      '--columns <field=HEADER,...>',
      'name columns whose headers are not known; may be repeated',
      gather,
    )
    .option(
      '--credit <TEXT>',
      'whom places, addresses or boundaries are from, as shown with answers; may be repeated',
      gather,
    )
    .option('--no-roads', 'leave out the road network: routes are straight lines then')
    .option('--json', 'write the summary as one line of JSON')
    .option('--quiet', 'tell nothing but errors')
    .addHelpText('after', EXAMPLES)
    .action((options: BuildOptions) => run(() => build(options, io)));
}

async function build(options: BuildOptions, io: CliIo): Promise<void> {
  const startMs = io.nowMs();
  const progress = showBuildProgress(io, options.quiet ?? false);
  try {
    const { out, osm, admin, places, addresses, legacy } = options;
    const files: SourceFiles = { osm, admin, places, addresses, legacy };
    if (Object.values(files).every((list) => list === undefined)) {
      const message =
        'there is nothing to build from: name a source by --osm, --admin, --places, --addresses or --legacy';
      throw new GeomillError('USAGE', message);
    }
    const starterDir = options.from ?? io.starterDir;
    const columns = readColumns(options.columns ?? []);
    const sources = await prepareSources(files, columns, starterDir, (reading) =>
      progress.show(readingText(reading), reading.share),
    );
    const notes: string[] = [];
    const { manifest, skipped } = await buildDataset({
      outDir: out,
      starterDir,
      readers: sources.readers,
      formerWards: sources.formerWards,
      attribution: [...sources.attribution, ...(options.credit ?? []).map((text) => ({ text, license: '' }))],
      ...(osm === undefined || options.roads === false
        ? {}
        : { makeRoads: (path) => makeRoadsWhereItCan(osm, path, notes) }),
      // What is read is shown file by file.
      onProgress: (step) => (step === 'read' ? undefined : progress.show(STEP_WORDS[step])),
    });
    progress.stop();
    if (!options.quiet) for (const note of notes) io.stderr.write(`geomill: ${printable(note)}\n`);
    const seconds = (io.nowMs() - startMs) / 1000;
    if (options.json) {
      const { id, edition, counts, bbox } = manifest;
      const summary = {
        ...{ out, outcome: 'finished', id, edition, counts, bbox, levels: levelsOf(manifest) },
        bytes: sizeOf(manifest),
        seconds: Math.round(seconds * 1000) / 1000,
        sources: sources.done,
        left_out: Object.fromEntries(skipped),
      };
      io.stdout.write(`${JSON.stringify(summary)}\n`);
    } else if (!options.quiet) {
      io.stdout.write(`${printable(buildText(out, manifest, sources.done, skipped, seconds))}\n`);
    }
  } catch (error) {
    progress.stop();
    if (options.json) {
      const { code, message } = isGeomillError(error)
        ? error
        : { code: 'UNEXPECTED', message: String(error) };
      const line = { out: options.out, outcome: 'failed', code, message, exit_code: exitCodeOf(error) };
      io.stdout.write(`${JSON.stringify(line)}\n`);
    }
    throw error;
  }
}

/** Makes road tiles, or notes why there are none: everything else of a dataset is of use without them. */
async function makeRoadsWhereItCan(osm: readonly string[], path: string, notes: string[]): Promise<boolean> {
  try {
    await buildRoadTiles(osm, path, `${path}.scratch`);
    return true;
  } catch (error) {
    if (!isGeomillError(error, 'NOT_SUPPORTED')) throw error;
    notes.push(`the dataset is built without roads. ${error.message}`);
    return false;
  }
}
