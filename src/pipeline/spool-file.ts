import { dirname } from 'node:path';
import type { FoundLayout } from '../formats/inspect.ts';
import type { DurableFs } from './durable-fs.ts';

/** The source of a spool, and the layout of its content. */
interface SpoolNote {
  sha256: string;
  layout: FoundLayout;
}

/**
 * Makes the spool of an input, or reuses the one that an interrupted run made of the same bytes.
 *
 * Guarantee: a spool under its final name is whole; the note beside it identifies its source.
 */
export async function spoolTo(
  fs: DurableFs,
  path: string,
  sha256: string,
  make: (write: (bytes: Uint8Array) => Promise<void>) => Promise<FoundLayout>,
): Promise<FoundLayout> {
  const notePath = `${path}.json`;
  const known = readNote(await fs.readText(notePath));
  if (known?.sha256 === sha256 && (await fs.exists(path))) return known.layout;
  const part = `${path}.part`;
  const file = await fs.openWrite(part);
  let layout: FoundLayout;
  try {
    await file.truncate(0);
    let at = 0;
    layout = await make(async (bytes) => {
      await file.write(bytes, at);
      at += bytes.length;
    });
    await file.sync();
  } finally {
    await file.close();
  }
  await fs.remove(notePath);
  await fs.rename(part, path);
  await writeNote(fs, notePath, { sha256, layout });
  await fs.syncFolder(dirname(path));
  return layout;
}

function readNote(text: string | undefined): SpoolNote | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as SpoolNote);
  } catch {
    // A torn note: the spool is made again.
    return undefined;
  }
}

async function writeNote(fs: DurableFs, path: string, note: SpoolNote): Promise<void> {
  const file = await fs.openWrite(path);
  const bytes = Buffer.from(JSON.stringify(note));
  await file.truncate(0);
  await file.write(bytes, 0);
  await file.sync();
  await file.close();
}
