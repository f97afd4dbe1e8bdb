import { join } from 'node:path';
import { failure } from '../../../base/errors/geomill-error.ts';
import { partPathOf } from '../../../base/files/replace-file.ts';
import { DATA_PACKAGE_FILE } from '../../../formats/data-package.ts';
import type { RunOutputs } from '../outputs/outputs.ts';

/** Returns the path of the manifest of a finished run in its output folder. */
export const manifestPath = (folder: string) => join(folder, 'manifest.json');

/** Returns the path of the Data Package of a finished run in its output folder. */
export const dataPackagePath = (folder: string) => join(folder, DATA_PACKAGE_FILE);

/** Returns the path of the journal of an unfinished run in its output folder. */
export const journalPath = (folder: string) => join(folder, '.journal');

/** A file of an output: its final name and path, and the path it is written under until it is whole, which is the same for a hidden file. */
export interface OutputFile {
  output: string;
  name: string;
  path: string;
  part: string;
}

/** The file of a row output. Shape: `otherName` is its name in a run whose job lists the output where this one does not, or the reverse. */
export interface RowFile extends OutputFile {
  otherName: string;
}

/** Returns the name of the file of a row output that the job does not list. */
export const hiddenName = (name: string) => `.${name}`;

/** Reports whether a finished file is a record of the run that other outputs are made from, and no result. */
export const isHidden = ({ name }: { name: string }) => name.startsWith('.');

/** Returns the names of the results of a run, by output. */
export function resultNames(files: Readonly<Record<string, { name: string }>>): Record<string, string> {
  const results = Object.entries(files).filter(([, file]) => !isHidden(file));
  return Object.fromEntries(results.map(([output, { name }]) => [output, name]));
}

/**
 * The paths of a run in its output folder.
 *
 * Shape: results have visible names and are whole; everything unfinished begins with a dot, and so do the rows that only other outputs are made from.
 */
export interface RunPaths {
  folder: string;
  manifest: string;
  /** Manifest of the run whose results these ones replace, or are made from. */
  earlier: string;
  journal: string;
  spool: string;
  batches: string;
  received: string;
  /** Files of the row outputs. */
  rows: readonly RowFile[];
  /** Files of the derived outputs. */
  derived: readonly OutputFile[];
}

/** Returns the paths of a run with these outputs. Shape: the earlier run is that in the folder if no other one is given. */
export function runPaths(
  folder: string,
  outputs: RunOutputs,
  earlier: string = manifestPath(folder),
): RunPaths {
  return {
    folder,
    manifest: manifestPath(folder),
    earlier,
    journal: journalPath(folder),
    spool: join(folder, '.spool'),
    batches: join(folder, '.batches'),
    received: join(folder, '.received'),
    rows: outputs.rows.map(({ name, fileName, isHidden }) => {
      const hidden = hiddenName(fileName);
      const own = outputFile(folder, name, isHidden ? hidden : fileName);
      return { ...own, otherName: isHidden ? fileName : hidden };
    }),
    derived: outputs.derived.map(({ name, fileName }) => outputFile(folder, name, fileName)),
  };
}

/** Returns the file of an output by its final name. */
function outputFile(folder: string, output: string, name: string): OutputFile {
  const path = join(folder, name);
  return { output, name, path, part: partPathOf(path) };
}

/** Returns the paths of a run that was given other outputs: its row files, hidden or not, and its derived files as its manifest names them. */
export function pathsOfRun(
  paths: RunPaths,
  { files }: { files: Readonly<Record<string, { name: string; from?: string | undefined }>> },
): RunPaths {
  const { folder } = paths;
  const derived = Object.entries(files).filter(([, { from }]) => from !== undefined);
  return {
    ...paths,
    rows: paths.rows.map((file) => {
      const { output, name, otherName } = file;
      if (files[output]?.name !== otherName) return file;
      return { ...outputFile(folder, output, otherName), otherName: name };
    }),
    derived: derived.map(([output, { name }]) => outputFile(folder, output, name)),
  };
}

/** Returns the file of an output by name. Errors: INTERNAL when the run declares no such output. */
export function fileOf({ rows, derived }: RunPaths, output: string): OutputFile {
  const file = [...rows, ...derived].find((each) => each.output === output);
  if (!file) throw failure('INTERNAL', 'journal.noOutput', { output });
  return file;
}
