import { buildDataset } from '../../dataset/compile/build-dataset.ts';
import { buildRoadTiles } from '../../dataset/roads/build-road-tiles.ts';
import { prepareSources, type SourceFiles } from '../../dataset/prepare-sources.ts';
import { GeomillError, isGeomillError } from '../../errors/geomill-error.ts';
import { readingText, STEP_WORDS } from '../build-words.ts';
import { showBuildProgress } from '../dataset-progress.ts';
import { buildText, levelsOf, sizeOf } from '../dataset-text.ts';
import type { CliIo } from '../io.ts';
import { printable } from '../printable.ts';
import { readColumns } from '../read-columns.ts';
import { exitCodeOf } from '../report-error.ts';
import { withoutHint } from '../without-hint.ts';

/** The options of `geomill dataset build`. */
export interface BuildOptions extends SourceFiles {
  out: string;
  from?: string;
  columns?: string[];
  credit?: string[];
  /** False for `--no-roads`. */
  roads?: boolean;
  json?: boolean;
  quiet?: boolean;
}

/** Builds a dataset from files and writes the summary. Errors: USAGE, INPUT_BAD, INPUT_MISSING, OUTPUT_BAD, IO, DATASET_BAD. */
export function build(options: BuildOptions, io: CliIo): Promise<void> {
  return withoutHint(() => buildFrom(options, io));
}

async function buildFrom(options: BuildOptions, io: CliIo): Promise<void> {
  const startMs = io.nowMs();
  const progress = showBuildProgress(io, options.quiet ?? false);
  try {
    const { out, osm, admin, places, addresses, legacy, imagery } = options;
    const files: SourceFiles = { osm, admin, places, addresses, legacy, imagery };
    if (Object.values(files).every((list) => list === undefined)) {
      const message =
        'there is no source: give one with --osm, --admin, --places, --addresses, --legacy or --imagery';
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
      pictures: sources.pictures.pictures,
      attribution: [...sources.attribution, ...(options.credit ?? []).map((text) => ({ text, license: '' }))],
      ...(osm === undefined || options.roads === false
        ? {}
        : { makeRoads: (path) => makeRoadsIfPossible(osm, path, notes) }),
      // The progress of reading is shown per file by prepareSources.
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

/** Builds road tiles, or notes why there are none: a dataset without roads is still useful. */
async function makeRoadsIfPossible(osm: readonly string[], path: string, notes: string[]): Promise<boolean> {
  try {
    await buildRoadTiles(osm, path, `${path}.scratch`);
    return true;
  } catch (error) {
    if (!isGeomillError(error, 'NOT_SUPPORTED')) throw error;
    notes.push(`the dataset is built without roads. ${error.message}`);
    return false;
  }
}
