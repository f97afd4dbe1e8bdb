import { join } from 'node:path';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { partPathOf } from '../../base/files/replace-file.ts';
import { DATA_PACKAGE_FILE } from '../../formats/data-package.ts';
import type { RunOutputs } from './outputs.ts';

/** Returns the path of the manifest of a finished run in its output folder. */
export const manifestPath = (folder: string) => join(folder, 'manifest.json');

/** Returns the path of the Data Package of a finished run in its output folder. */
export const dataPackagePath = (folder: string) => join(folder, DATA_PACKAGE_FILE);

/** Returns the path of the journal of an unfinished run in its output folder. */
export const journalPath = (folder: string) => join(folder, '.journal');

/** A file of an output: its final name and path, and the path it is written under until it is whole. */
export interface OutputFile {
  output: string;
  name: string;
  path: string;
  part: string;
}

/**
 * The paths of a run in its output folder.
 *
 * Shape: final names are visible and whole; everything unfinished begins with a dot.
 */
export interface RunPaths {
  folder: string;
  manifest: string;
  journal: string;
  spool: string;
  batches: string;
  received: string;
  /** Files of the row outputs. */
  rows: readonly OutputFile[];
  /** Files of the derived outputs. */
  derived: readonly OutputFile[];
}

/** Returns the paths of a run with these outputs. */
export function runPaths(folder: string, outputs: RunOutputs): RunPaths {
  const fileOf = ({ name, fileName }: { name: string; fileName: string }): OutputFile => ({
    output: name,
    name: fileName,
    path: join(folder, fileName),
    part: partPathOf(join(folder, fileName)),
  });
  return {
    folder,
    manifest: manifestPath(folder),
    journal: journalPath(folder),
    spool: join(folder, '.spool'),
    batches: join(folder, '.batches'),
    received: join(folder, '.received'),
    rows: outputs.rows.map(fileOf),
    derived: outputs.derived.map(fileOf),
  };
}

/** Returns the file of an output by name. Errors: INTERNAL when the run declares no such output. */
export function fileOf({ rows, derived }: RunPaths, output: string): OutputFile {
  const file = [...rows, ...derived].find((each) => each.output === output);
  if (!file)
    throw new GeomillError('INTERNAL', `the run has no output ${output}: bug in Geomill, please report`);
  return file;
}
