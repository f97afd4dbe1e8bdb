import type { Command } from 'commander';
import type { CliIo } from '../io.ts';
import { addOptions, gathered, option, type OptionsOf } from '../options.ts';
import { REPORT_OPTIONS } from '../run-options.ts';
import { buildDataset } from '../../dataset/compile/build-dataset.ts';
import { buildRoadTiles } from '../../dataset/roads/build-road-tiles.ts';
import {
  openPictureBuilder,
  type PictureBuilder,
  type PictureFault,
} from '../../dataset/imagery/pictures/build-pictures.ts';
import { type MadePictures, makePictures } from '../../dataset/imagery/pictures/make-pictures.ts';
import { fitChances } from '../../runtime/fit-chances.ts';
import { prepareSources, type SourceFiles } from '../../dataset/prepare-sources.ts';
import { failure, isGeomillError } from '../../base/errors/geomill-error.ts';
import { showBuildProgress } from '../progress.ts';
import { localExtracts } from '../extract-sources.ts';
import { buildText, levelsOf, sizeOf } from '../dataset-text.ts';
import { printable, printableJsonLine } from '../../base/text/printable.ts';
import { withoutHint, writeFailure } from '../report-error.ts';
import { isThere, learnedTable, type Lesson } from '../learned-rows.ts';
import { STATED_FIELDS } from '../../dataset/sources/fields.ts';
import { suggestion } from '../../base/text/suggestion.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative, sep } from 'node:path';
import { addedDecrees, setDecrees } from '../../dataset/decrees/decree-folder.ts';
import {
  LEARNED_FILE,
  MANIFEST_FILE,
  readManifest,
  type DatasetBuild,
  type DatasetManifest,
} from '../../engine/gazetteer/store/manifest.ts';
import type { BuildStep } from '../../dataset/compile/write-dataset.ts';
import type { OsmPhase } from '../../dataset/osm/read-osm.ts';
import { englishText, message } from '../../base/messages/message.ts';
import { printLine } from '../terminal.ts';

const EXAMPLES = `
Examples:
  $ geomill dataset build --out data/hcmc --osm ho-chi-minh.osm.pbf --admin wards.ndjson.gz
      streets, houses and places of OpenStreetMap, assigned to the current wards by their boundaries
  $ geomill dataset build --out data/vietnam --osm https://download.geofabrik.de/asia/vietnam-latest.osm.pbf
      the whole country: downloads the extract, compares it with the md5 beside it, and continues where it was after a failure
  $ geomill dataset build --out data/mine --addresses customers.csv --columns number=SO_NHA,street=TEN_DUONG
      houses of a table; common headers in English and Vietnamese are recognised, others are named
  $ geomill dataset build --out data/mine --streets land-prices.csv --streets bus-stops.csv
      streets by ward, and points of streets; what is known better stays
  $ geomill dataset build --out data/all --osm a.osm.pbf --osm b.osm.pbf --places shops.geojson --legacy old-wards.csv
  $ geomill dataset build --out data/overture --places places.csv
      places of Overture: duckdb < docs/examples/overture-places.sql makes the table of the download, see docs/OWN-DATA.md

  $ geomill dataset build --out data/mine --learn output/geocode/addresses-reviewed
      adds the positions that "geomill review" confirmed to data/mine, built again from its own sources; a surveyed house of that number stays

Fields for --columns: id, name, number, street, ward, wardCode, district, province, postcode, address (a whole line), lat, lon, point;
of places also gersId, otherNames, category, phone, website, openingHours, parent, importance; of boundaries fullName, code, level.

The same sources give the same bytes. DIR keeps the old dataset until the new one is complete, and what it has learned; a folder with
other files is refused. Rows that cannot be used are skipped, and counted by reason.

Exit codes: 0 success, 64 usage, 65 input bad, 66 input missing, 69 server of an extract, 73 DIR cannot be replaced, 74 disk, 78 --from is not a dataset.`;

const OPTIONS = {
  out: option('--out <DIR>', 'folder of the dataset', { isRequired: true }),
  osm: option(
    '--osm <FILE|URL>',
    'OpenStreetMap extract, .osm.pbf or .osm, or its address, from which it is downloaded; may be repeated, like all source options',
    gathered,
  ),
  admin: option('--admin <FILE>', 'boundaries: GeoJSON or one feature per line, plain or .gz', gathered),
  places: option('--places <FILE>', 'places: CSV, NDJSON, GeoJSON, xlsx or Parquet, plain or .gz', gathered),
  addresses: option(
    '--addresses <FILE>',
    'addresses: CSV, NDJSON, GeoJSON, xlsx or Parquet, plain or .gz',
    gathered,
  ),
  streets: option(
    '--streets <FILE>',
    'streets with a point, with several, or only with a ward, and numbers near which a point is (bus stops): the same formats',
    gathered,
  ),
  learn: option(
    '--learn <RUN|FILE>',
    'positions that a person confirmed: of a run with a review, an alias file, or an edited review; the dataset keeps them until --unlearn',
    gathered,
  ),
  unlearn: option(
    '--unlearn <RUN|FILE|all>',
    'remove the positions of a source of --learn, or all',
    gathered,
  ),
  /** It has left. */
  legacy: option('--legacy <FILE>', 'former wards with their successors or other names: CSV', gathered),
  imagery: option(
    '--imagery <FILE>',
    'street pictures: STAC items one per line, an ItemCollection, or responses of a Panoramax API',
    gathered,
  ),
  pictures: option(
    '--pictures <DIR>',
    'original pictures of --imagery, named <id>.jpg or as the item has it: makes thumb, sd, hd and tiles of each',
  ),
  from: option(
    '--from <starter|none|DIR>',
    'dataset that the sources are added to: its units, and the streets, houses and places that no source has; none: the units of the starter dataset alone (default: the starter dataset)',
  ),
  columns: option(
    '--columns <field=HEADER,...>',
    'name columns whose headers are not recognised; may be repeated',
    gathered,
  ),
  credit: option(
    '--credit <TEXT>',
    'attribution of places, addresses or boundaries, shown with results; may be repeated',
    gathered,
  ),
  fitChances: option(
    '--fit-chances',
    'fit the chances of distances (distance_chances of jobs) on the numbered addresses of the sources; the dataset is built twice',
  ),
  roads: option('--no-roads', 'build no road network: routes are then straight lines'),
  json: REPORT_OPTIONS.json,
  quiet: REPORT_OPTIONS.quiet,
};
type BuildOptions = OptionsOf<typeof OPTIONS>;

/** Adds `geomill dataset build`. */
export function addDatasetBuildCommand(dataset: Command, io: CliIo): void {
  const command = dataset
    .command('build')
    .summary('build a dataset from files')
    .description(
      'Builds a dataset from OpenStreetMap, boundaries, places, addresses, former units and street pictures, on top of the administrative units of the starter dataset.',
    );
  addOptions(command, OPTIONS)
    .addHelpText('after', EXAMPLES)
    .action(async (options: BuildOptions) => {
      if (await isLesson(options)) await rebuild(options.out, options, io);
      else await build(options, io);
    });
}

/** Reports whether a dataset only learns: it is then built again from its own sources. */
async function isLesson(options: BuildOptions): Promise<boolean> {
  const { learn, unlearn, osm, admin, places, addresses, streets, legacy, imagery, from } = options;
  const stated = [osm, admin, places, addresses, streets, legacy, imagery, from];
  if ((learn ?? unlearn) === undefined || stated.some((source) => source !== undefined)) return false;
  return isThere(join(options.out, MANIFEST_FILE));
}

/** The most pictures that could not be made to name one by one. */
const NOTED_PICTURES = 20;

/** Builds a dataset from files and writes the summary. Errors: USAGE, INPUT_BAD, INPUT_MISSING, OUTPUT_BAD, IO, DATASET_BAD. */
export async function build(options: BuildOptions, io: CliIo): Promise<void> {
  try {
    await withoutHint(() => buildFrom(options, io));
  } catch (error) {
    if (options.json) writeFailure(io, error, { out: options.out });
    throw error;
  }
}

async function buildFrom(options: BuildOptions, io: CliIo): Promise<void> {
  const startMs = io.nowMs();
  const progress = showBuildProgress(io, options.quiet ?? false);
  const scratch = await mkdtemp(join(tmpdir(), 'geomill-learned-'));
  try {
    const { out, admin, places, addresses, streets, legacy, imagery } = options;
    const { env, nowMs } = io;
    const files: SourceFiles = { osm: options.osm, admin, places, addresses, streets, legacy, imagery };
    if (Object.values({ ...files, learn: options.learn }).every((list) => list === undefined))
      throw failure('USAGE', 'usage.noSource');
    const builder = await openBuilder(options);
    const isStarter = options.from === undefined || options.from === 'starter' || options.from === 'none';
    const starterDir = isStarter ? io.starterDir : (options.from as string);
    const columns = readColumns(options.columns ?? []);
    const recorded = recordOf(options, files, columns);
    const notes: string[] = [];
    const osm = await localExtracts(options.osm, { env, nowMs, progress, notes });
    const learned = await learnedTable(out, options, starterDir, io);
    notes.push(...learned.notes);
    const learnedPath = join(scratch, LEARNED_FILE);
    await writeFile(learnedPath, learned.text);
    const all = { ...files, osm, ...(learned.rows > 0 && { learned: [learnedPath] }) };
    const sources = await prepareSources(all, columns, starterDir, (reading) =>
      progress.show(
        `reading ${basename(reading.file)}${reading.phase === undefined ? '' : `, ${PHASE_WORDS[reading.phase]}`}`,
        reading.share,
      ),
    );
    let chances: DatasetManifest['chances'];
    if (options.fitChances) {
      progress.show('fitting the chances of distances');
      const { readers, formerWards } = await prepareSources(all, columns, starterDir, () => undefined);
      const withoutStarterPlaces = options.from === 'none';
      chances = await fitChances({ starterDir, readers, formerWards, withoutStarterPlaces });
      if (chances === undefined)
        notes.push('--fit-chances: fewer than 100 numbered addresses to fit them on; they stay as they are');
    }
    let made: MadePictures | undefined;
    const { manifest, skipped } = await buildDataset({
      outDir: out,
      starterDir,
      readers: sources.readers,
      withoutStarterPlaces: options.from === 'none',
      build: recorded,
      ...(chances && { chances }),
      ...(learned.rows > 0 && { learned: Buffer.from(learned.text) }),
      formerWards: sources.formerWards,
      pictures: sources.pictures.pictures,
      ...(builder && {
        makePictures: async (pictures, folder) => {
          made = await makePictures(builder, pictures, folder, (done, total) =>
            progress.show(STEP_WORDS.pictures, done / total),
          );
          notes.push(...pictureNotes(made.faults));
          return made.pictures;
        },
      }),
      attribution: [...sources.attribution, ...(options.credit ?? []).map((text) => ({ text, license: '' }))],
      ...(osm === undefined || options.roads === false
        ? {}
        : { makeRoads: (path, signal) => makeRoadsIfPossible(osm, path, notes, signal) }),
      // The progress of reading is shown per file by prepareSources.
      onProgress: (step) => (step === 'read' ? undefined : progress.show(STEP_WORDS[step])),
    });
    for (const source of sources.done) if (source.kind === 'learned') source.file = join(out, LEARNED_FILE);
    progress.stop();
    if (!options.quiet) for (const note of notes) io.stderr.write(`geomill: ${printable(note)}\n`);
    const seconds = (io.nowMs() - startMs) / 1000;
    if (options.json) {
      const { id, edition, counts, bbox } = manifest;
      const summary = {
        ...{ out, outcome: 'finished', id, edition, counts, bbox, levels: levelsOf(manifest) },
        provinces: manifest.provinces?.filter(({ streets, houses, places }) => streets + houses + places > 0),
        bytes: sizeOf(manifest),
        seconds: Math.round(seconds * 1000) / 1000,
        sources: sources.done,
        left_out: Object.fromEntries(
          [...skipped.values()].map(({ reason, count }) => [englishText(reason), count]),
        ),
        ...(made && {
          pictures: {
            made: made.madeCount,
            faults: made.faults.map((fault) => ({ ...fault, reason: englishText(fault.reason) })),
          },
        }),
      };
      io.stdout.write(`${printableJsonLine(summary)}\n`);
    } else if (!options.quiet) {
      printLine(io.stdout, buildText(out, manifest, sources.done, skipped, seconds));
    }
  } finally {
    progress.stop();
    await rm(scratch, { recursive: true });
  }
}

/** Returns how a dataset is built again, for its manifest. */
function recordOf(
  { out, from = 'starter', credit = [], roads = true, pictures, fitChances: isFitted }: BuildOptions,
  files: SourceFiles,
  columns: Readonly<Record<string, string>>,
): DatasetBuild {
  const recorded = (path: string): string =>
    isAddress(path) ? path : relative(out, path).replaceAll(sep, '/');
  return {
    from: from === 'starter' || from === 'none' ? from : recorded(from),
    files: Object.fromEntries(
      Object.entries(files).flatMap(([kind, paths]) =>
        paths === undefined ? [] : [[kind, paths.map(recorded)]],
      ),
    ),
    ...{ columns, credit, roads },
    ...(isFitted && { fitsChances: true as const }),
    ...(pictures !== undefined && { pictures: recorded(pictures) }),
  };
}

const isAddress = (path: string): boolean => /^https?:\/\//i.test(path);

/** Adds `geomill dataset rebuild`. */
export function addDatasetRebuildCommand(dataset: Command, io: CliIo): void {
  const command = dataset
    .command('rebuild')
    .summary('build a dataset again')
    .description(
      'Builds a dataset again from the sources that its manifest records, as "dataset build" did, over the starter dataset of this version.',
    )
    .argument('<DIR>', 'folder of the dataset; it keeps the old one until the new one is complete');
  addOptions(command, REBUILD_OPTIONS)
    .addHelpText('after', REBUILD_EXAMPLES)
    .action((dir: string, options: OptionsOf<typeof REBUILD_OPTIONS>) => rebuild(dir, options, io));
}

const REBUILD_EXAMPLES = `
Example:
  $ geomill dataset rebuild data/mine
      reads the same files and addresses again; extracts that have changed are downloaded again, decrees that were added stay

Exit codes: those of "dataset build"; 64 also for a dataset that records no sources.`;

const REBUILD_OPTIONS = { json: OPTIONS.json, quiet: OPTIONS.quiet };

/** Builds a dataset again from the sources that its manifest records. Errors: those of {@link build}. */
async function rebuild(
  dir: string,
  options: OptionsOf<typeof REBUILD_OPTIONS> & Lesson,
  io: CliIo,
): Promise<void> {
  const { build: recorded } = await withoutHint(() => readManifest(dir));
  if (recorded === undefined) throw failure('USAGE', 'usage.noSourcesRecorded', { folder: dir });
  const { from, files, columns, credit, roads, pictures, fitsChances } = recorded;
  const found = (path: string): string => (isAddress(path) ? path : join(dir, path));
  const decrees = await addedDecrees(dir);
  await build(
    {
      ...Object.fromEntries(Object.entries(files).map(([kind, paths]) => [kind, paths.map(found)])),
      ...{ ...options, out: dir, credit: [...credit], roads, fitChances: fitsChances },
      from: from === 'starter' || from === 'none' ? from : found(from),
      columns: Object.entries(columns).map(([field, header]) => `${field}=${header}`),
      ...(pictures !== undefined && { pictures: found(pictures) }),
    },
    io,
  );
  if (decrees.length > 0) await setDecrees(dir, decrees);
}

/** Opens the builder of pictures, first of all: without the image library nothing is read. */
async function openBuilder({ pictures, imagery }: BuildOptions): Promise<PictureBuilder | undefined> {
  if (pictures === undefined) return undefined;
  if (imagery === undefined) throw failure('USAGE', 'usage.picturesAlone');
  return openPictureBuilder(pictures);
}

/** Returns a line for each picture that could not be made, with its file; the first ones, if there are many. */
function pictureNotes(faults: readonly PictureFault[]): string[] {
  const lines = faults
    .slice(0, NOTED_PICTURES)
    .map(
      ({ id, file, reason }) =>
        `picture ${id} could not be made: ${file === undefined ? '' : `${file}: `}${englishText(reason)}`,
    );
  const left = faults.length - lines.length;
  return left === 0 ? lines : [...lines, `${left} more pictures could not be made; --json lists all`];
}

/** Builds road tiles, or notes why there are none: a dataset without roads is still useful. */
async function makeRoadsIfPossible(
  osm: readonly string[],
  path: string,
  notes: string[],
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await buildRoadTiles(osm, path, `${path}.scratch`, signal);
    return true;
  } catch (error) {
    // Streets, houses and places are kept whatever the routing library makes of the roads; a build that was ended is no such case.
    if (signal.aborted || !isGeomillError(error) || isGeomillError(error, 'ABORTED')) throw error;
    notes.push(
      `the dataset is built without roads: ${error.message}. To build without them on purpose, add --no-roads.`,
    );
    return false;
  }
}

/**
 * Parses the values of `--columns`: `field=HEADER`, separated by commas.
 *
 * Errors: USAGE for an unknown field or a missing header.
 */
function readColumns(texts: readonly string[]): Record<string, string> {
  const columns: Record<string, string> = {};
  for (const part of texts.flatMap((text) => text.split(','))) {
    const [field = '', ...header] = part.split('=');
    const plain = (name: string) => name.toLowerCase().replace(/[-_ ]/g, '');
    const known = STATED_FIELDS.find((name) => plain(name) === plain(field));
    if (header.length === 0 || known === undefined) {
      const fault = header.length === 0 ? message('usage.columnForm') : suggestion(field, STATED_FIELDS);
      throw failure('USAGE', 'usage.column', { part, fault });
    }
    columns[known] = header.join('=').trim();
  }
  return columns;
}

/** The steps of a build, as the progress display shows them. */
const STEP_WORDS: Readonly<Record<BuildStep, string>> = {
  read: 'reading',
  locate: 'assigning places to wards',
  streets: 'joining streets',
  tables: 'sorting the tables',
  arrays: 'building indexes',
  pictures: 'making pictures',
  roads: 'building road tiles',
  write: 'writing',
};

const PHASE_WORDS: Readonly<Record<OsmPhase, string>> = {
  relations: '1 of 4',
  ways: '2 of 4',
  nodes: '3 of 4',
  shapes: '4 of 4',
};
