import { join } from 'node:path';

/**
 * Names the files of a run in its output folder.
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
  /** Final file names by output name, rejects last. */
  finals: readonly { output: string; name: string; path: string; part: string }[];
}

/** Names the reserved output that holds the rejected rows. */
export const REJECTS = 'rejects';

/** Names the files of a run. Shape: `outputs` are output names with their extensions (`.csv`), in the order of the job. */
export function runPaths(
  folder: string,
  inputName: string,
  outputs: readonly { name: string; extension: string }[],
): RunPaths {
  const files = [
    ...outputs.map(({ name, extension }) => ({ output: name, file: `${inputName}${extension}` })),
    { output: REJECTS, file: 'rejects.ndjson' },
  ];
  return {
    folder,
    manifest: join(folder, 'manifest.json'),
    journal: join(folder, '.journal'),
    spool: join(folder, '.spool'),
    batches: join(folder, '.batches'),
    received: join(folder, '.received'),
    finals: files.map(({ output, file }) => ({
      output,
      name: file,
      path: join(folder, file),
      part: join(folder, `.${file}.part`),
    })),
  };
}
