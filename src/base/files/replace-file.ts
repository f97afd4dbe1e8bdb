import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DurableFs } from './durable-fs.ts';

/**
 * Returns the name of a file or folder until it is complete: `.<name>.part` beside it.
 *
 * Shape: `token` tells those of several processes apart, where more than one may write the file at the same time.
 */
export function partPathOf(path: string, token?: string): string {
  const name = basename(path);
  const hidden = name.startsWith('.') ? name : `.${name}`;
  return join(dirname(path), `${hidden}${token === undefined ? '' : `.${token}`}.part`);
}

/** Settings of a replaced file. */
export interface ReplaceOptions {
  /** Permissions of the new file. An unfinished file of an earlier attempt, or a link that was planted there, is removed. */
  mode?: number;
  /** Whether several processes may replace the file at the same time: each then writes a file of its own. */
  isShared?: boolean;
}

/**
 * Replaces a file: written under another name, synced, and renamed, so that a reader finds all of the old content or all of the new.
 *
 * Shape: the folder is not synced, so that several files cost one sync. Errors: IO, OUTPUT_REFUSED.
 */
export async function replaceFile(
  fs: DurableFs,
  path: string,
  content: string | AsyncIterable<Uint8Array>,
  { mode, isShared = false }: ReplaceOptions = {},
): Promise<void> {
  const part = partPathOf(path, isShared ? randomBytes(4).toString('hex') : undefined);
  if (mode !== undefined) await fs.remove(part);
  try {
    const file = await fs.openWrite(part, mode);
    try {
      await file.truncate(0);
      if (typeof content === 'string') await file.write(Buffer.from(content), 0);
      else {
        let bytes = 0;
        for await (const block of content) {
          await file.write(block, bytes);
          bytes += block.length;
        }
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await fs.rename(part, path);
  } catch (error) {
    // A disk that is full is not filled further, and folders of people keep no rest.
    await fs.remove(part).catch(() => undefined);
    throw error;
  }
}

/** A file that is replaced when it is complete, for code that cannot wait for a promise. Errors: those of the system calls. */
export interface PartFile {
  write(bytes: Uint8Array): void;
  /** Syncs the file and gives it its name. */
  finish(): void;
  /** Removes what was written. */
  discard(): void;
}

/** Begins to replace a file, as {@link replaceFile} does. */
export function openPartFile(path: string): PartFile {
  const part = partPathOf(path);
  rmSync(part, { force: true });
  const file = openSync(part, 'wx');
  return {
    write(bytes) {
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    },
    finish() {
      try {
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      renameSync(part, path);
    },
    discard() {
      closeSync(file);
      rmSync(part, { force: true });
    },
  };
}
