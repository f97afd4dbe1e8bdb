import { join } from 'node:path';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import type { RunPaths } from './run-paths.ts';

/** The two sets of files that a stopped run is put aside in by turns: while one is written, the other one is whole. */
export const STOPPED_SIDES = ['a', 'b'] as const;

/** One of {@link STOPPED_SIDES}. */
export type StoppedSide = (typeof STOPPED_SIDES)[number];

/** Returns the name of a file of a stopped run that was put aside. */
export const stoppedFile = (side: string, name: string) => `.stopped-${side}.${name}`;

/** Returns the path of the manifest of a stopped run that was put aside. */
export const stoppedManifest = (folder: string) => join(folder, '.stopped.json');

/** Removes a stopped run that was put aside, its manifest last; all but the files of one side where one is kept. */
export async function removeStopped(
  fs: DurableFs,
  { folder, rows }: Pick<RunPaths, 'folder' | 'rows'>,
  kept?: StoppedSide,
): Promise<void> {
  for (const side of STOPPED_SIDES)
    if (side !== kept)
      for (const { name, otherName } of rows)
        for (const each of [name, otherName]) await fs.remove(join(folder, stoppedFile(side, each)));
  if (kept === undefined) await fs.remove(stoppedManifest(folder));
}
