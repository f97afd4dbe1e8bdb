import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../base/errors/geomill-error.ts';
import { createDurableFs } from '../base/files/durable-fs.ts';
import { partPathOf } from '../base/files/replace-file.ts';
import { ioError } from '../base/files/io-error.ts';

/** A copy that no command has used for this long is removed by the next command that makes one. */
const KEEP_MS = 24 * 3600_000;
/** A command that lasts longer says that it still uses its copies. */
const TOUCH_MS = 3600_000;

/**
 * Returns the folder of a copy, made by `fill` if there is none yet.
 *
 * Shape: `name` stands for one version of the content. The folder gets its name when it is complete, so that commands which make the same copy at the same
 * time each write their own, and one remains.
 * Errors: those of `fill`; IO.
 */
export async function openCopy(
  copiesDir: string,
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(copiesDir, name);
  try {
    await makePrivateFolder(copiesDir);
    await removeUnused(copiesDir);
    if (!(await touch(folder))) await make(copiesDir, folder, fill);
  } catch (error) {
    throw errnoOf(error) === undefined || isCatalogued(error)
      ? error
      : ioError('make the copy', folder, error);
  }
  setInterval(() => void touch(folder), TOUCH_MS).unref();
  return folder;
}

function isCatalogued(error: unknown): boolean {
  return error instanceof Error && error.name === 'GeomillError';
}

async function make(
  copiesDir: string,
  folder: string,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  const fs = createDurableFs();
  const part = partPathOf(folder, randomBytes(4).toString('hex'));
  await mkdir(part, { mode: 0o700 });
  try {
    await fill(part);
    await fs.rename(part, folder);
    await fs.syncFolder(copiesDir);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    // Another command was faster.
    if (!['ENOTEMPTY', 'EEXIST'].includes(errnoOf(error) ?? '') || !(await touch(folder))) throw error;
  }
}

/** Makes a folder that only its user can read: rows may be private, and so is the folder of cached responses around it. Errors: IO, OUTPUT_REFUSED. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw ioError('make the folder', folder, error);
  });
}

/** Marks a copy as used now; false where there is none. */
async function touch(folder: string): Promise<boolean> {
  const now = new Date();
  return utimes(folder, now, now).then(
    () => true,
    () => false,
  );
}

async function removeUnused(copiesDir: string): Promise<void> {
  for (const name of await readdir(copiesDir)) {
    const path = join(copiesDir, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > KEEP_MS) await rm(path, { recursive: true, force: true });
  }
}
