import { hash } from 'node:crypto';
import { dirname } from 'node:path';
import type { FoundLayout } from '../../../formats/inspect.ts';
import { createBlockHasher, verifyBlocks, type BlockSums } from '../../../base/files/block-sums.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import { partPathOf } from '../../../base/files/replace-file.ts';
import { englishText, message } from '../../../base/messages/message.ts';

/** A rewritten copy of an input: the layout of its content, and the checksums of its bytes. */
export interface Spool {
  layout: FoundLayout;
  sums: BlockSums;
}

/** A copy to make: where, of what, and how. */
export interface SpoolRequest {
  path: string;
  /** Identity of the source and of how it is read; a copy with another one is not used. */
  source: string;
  make: (write: (bytes: Uint8Array) => Promise<void>) => Promise<FoundLayout>;
  /** Called before the copy gets its name; what it throws prevents that. */
  beforeRename: () => Promise<void>;
  onNote: (note: string) => void;
}

/** The note beside a spool. */
interface SpoolNote extends Spool {
  source: string;
}

/**
 * Makes the spool of an input, or reuses the one that an interrupted run made of the same bytes.
 *
 * Guarantee: a spool under its final name is whole, and is used only if its bytes and those of its note are the ones that were written;
 * a damaged one is made again from the input.
 */
export async function spoolTo(fs: DurableFs, request: SpoolRequest): Promise<Spool> {
  const { path, source, make, beforeRename, onNote } = request;
  const known = await readNote(fs, path);
  if (known === 'damaged') onNote(englishText(message('journal.noteDamaged', { path: notePath(path) })));
  else if (known?.source === source && (await fs.exists(path))) {
    if (await isIntact(fs, path, known.sums)) return known;
    onNote(englishText(message('journal.copyDamaged', { path })));
  }
  const part = partPathOf(path);
  const file = await fs.openWrite(part);
  const hasher = createBlockHasher();
  let layout: FoundLayout;
  try {
    await file.truncate(0);
    let at = 0;
    layout = await make(async (bytes) => {
      hasher.update(bytes);
      await file.write(bytes, at);
      at += bytes.length;
    });
    await file.sync();
  } finally {
    await file.close();
  }
  await beforeRename();
  const note = { source, layout, sums: hasher.sums() };
  await fs.remove(notePath(path));
  await fs.rename(part, path);
  await writeNote(fs, path, note);
  await fs.syncFolder(dirname(path));
  return note;
}

/** Removes a spool, its note, and an unfinished one. */
export async function removeSpool(fs: DurableFs, path: string): Promise<void> {
  for (const name of [notePath(path), path, partPathOf(path)]) await fs.remove(name);
}

const notePath = (path: string) => `${path}.json`;

async function isIntact(fs: DurableFs, path: string, sums: BlockSums): Promise<boolean> {
  const file = await fs.openRead(path);
  return verifyBlocks(file, sums).finally(() => file.close());
}

/** Reads a note. Shape: the sha256 of its JSON, a blank, and its JSON. */
async function readNote(fs: DurableFs, path: string): Promise<SpoolNote | 'damaged' | undefined> {
  const text = await fs.readText(notePath(path));
  if (text === undefined) return undefined;
  const json = text.slice(65);
  return text.slice(0, 65) === `${hash('sha256', json)} ` ? (JSON.parse(json) as SpoolNote) : 'damaged';
}

async function writeNote(fs: DurableFs, path: string, note: SpoolNote): Promise<void> {
  const file = await fs.openWrite(notePath(path));
  const json = JSON.stringify(note);
  await file.truncate(0);
  await file.write(Buffer.from(`${hash('sha256', json)} ${json}`), 0);
  await file.sync();
  await file.close();
}
