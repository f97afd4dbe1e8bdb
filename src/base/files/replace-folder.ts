import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errnoOf, GeomillError } from '../errors/geomill-error.ts';
import type { DurableFs } from './durable-fs.ts';
import { partPathOf } from './replace-file.ts';

/** A folder that is written aside and then takes the place of another one. Shape: `aside` is its path until it is complete. */
export interface FolderReplacement {
  readonly aside: string;
  /** Moves the folder to its target. */
  finish(): Promise<void>;
  /** Removes what was written. */
  discard(): Promise<void>;
}

/** What a folder may contain if it is to be replaced. Shape: `of` names it for messages: `a dataset`. */
export interface ReplacedContent {
  of: string;
  knownFiles: (dir: string) => Promise<ReadonlySet<string>>;
}

/**
 * Begins to replace a folder, or to make a new one.
 *
 * Errors: OUTPUT_REFUSED if the folder is a file, or contains a file that is not known, because all its files would be deleted; those of the system calls.
 * Guarantee: the folder has its old files until all new ones are on disk, then the new ones. If the machine stops between the two renames, the next replacement
 * restores the old one first.
 */
export async function replaceFolder(
  fs: DurableFs,
  dir: string,
  content: ReplacedContent,
): Promise<FolderReplacement> {
  const aside = partPathOf(dir);
  const old = join(dirname(dir), `.${basename(dir)}.old`);
  await mkdir(dirname(dir), { recursive: true });
  await fs.rename(old, dir).catch(ignore('ENOENT', 'ENOTEMPTY', 'EEXIST'));
  await refuseForeignFolder(dir, content);
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside);
  return {
    aside,
    async finish() {
      await fs.syncFolder(aside);
      await rm(old, { recursive: true, force: true });
      await fs.rename(dir, old).catch(ignore('ENOENT'));
      await fs.rename(aside, dir);
      await fs.syncFolder(dirname(dir));
      await rm(old, { recursive: true, force: true });
    },
    discard: () => rm(aside, { recursive: true, force: true }),
  };
}

/** Refuses a folder that is given by mistake. Errors: OUTPUT_REFUSED as of {@link replaceFolder}. */
export async function refuseForeignFolder(dir: string, { of, knownFiles }: ReplacedContent): Promise<void> {
  const names = await readdir(dir).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return [];
    if (errnoOf(error) === 'ENOTDIR') throw refusal(`${dir} is a file.`);
    throw error;
  });
  const known = await knownFiles(dir);
  const foreign = names.find((name) => !known.has(name));
  if (foreign === undefined) return;
  throw refusal(
    `The folder ${dir} contains ${foreign}, which is not part of ${of}, and would be replaced as a whole.`,
  );
}

function refusal(what: string): GeomillError {
  return new GeomillError('OUTPUT_REFUSED', `${what} Name an empty or new folder.`);
}

function ignore(...codes: string[]): (error: unknown) => void {
  return (error) => {
    if (!codes.includes(errnoOf(error) ?? '')) throw error;
  };
}
