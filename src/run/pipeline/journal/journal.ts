import { failure } from '../../../base/errors/geomill-error.ts';
import { readBytes, type DurableFile, type DurableFs } from '../../../base/files/durable-fs.ts';
import { partPathOf } from '../../../base/files/replace-file.ts';
import { factOf, type Message } from '../../../base/messages/message.ts';
import {
  checkpointLine,
  doubtLine,
  finishLine,
  headerLine,
  readJournal,
  type Checkpoint,
  type JournalContent,
} from './journal-lines.ts';
import type { RunIdentity } from './identity.ts';
import type { Manifest } from './manifest.ts';

/** The journal of a run; each call appends one durable line. */
export interface Journal {
  readonly path: string;
  /** Identity of the open file, as that of a file's state. */
  readonly id: string;
  checkpoint(checkpoint: Checkpoint): Promise<void>;
  finish(manifest: Manifest): Promise<void>;
  close(): Promise<void>;
}

/** Reads the journal of an unfinished run; undefined where there is none with a whole header. */
export async function loadJournal(fs: DurableFs, path: string): Promise<JournalContent | undefined> {
  if (!(await fs.exists(path))) return undefined;
  const file = await fs.openRead(path);
  try {
    return readJournal(await readBytes(file, 0, await file.size()));
  } finally {
    await file.close();
  }
}

/** Continues a journal after its checkpoint `from`, which ends at the given length; the rest is cut off. */
export async function continueJournal(
  fs: DurableFs,
  path: string,
  length: number,
  from?: Checkpoint,
): Promise<Journal> {
  const file = await fs.openWrite(path);
  await file.truncate(length);
  return createJournal(fs, file, path, length, from);
}

/**
 * Begins a journal, replacing an earlier one in one step.
 *
 * Shape: `from` is a first checkpoint, for a run that continues finished files.
 */
export async function beginJournal(
  fs: DurableFs,
  path: string,
  folder: string,
  identity: RunIdentity,
  from?: Checkpoint,
): Promise<Journal> {
  const aside = partPathOf(path);
  const file = await fs.openWrite(aside);
  const bytes = Buffer.from(headerLine(identity) + (from ? checkpointLine(from) : ''));
  await file.truncate(0);
  await file.write(bytes, 0);
  await file.sync();
  await fs.rename(aside, path);
  await fs.syncFolder(folder);
  return createJournal(fs, file, path, bytes.length, from);
}

/** Notes in the journal of a run that what is committed may be wrong. Shape: nothing where there is no journal, or has a note already. */
export async function noteDoubt(fs: DurableFs, path: string, reason: Message): Promise<void> {
  const content = await loadJournal(fs, path);
  if (!content || content.doubt !== undefined) return;
  const file = await fs.openWrite(path);
  try {
    await file.truncate(content.wholeBytes);
    await file.write(Buffer.from(doubtLine(factOf(reason))), content.wholeBytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Removes a journal, after one that was begun and never put in its place. */
export async function removeJournal(fs: DurableFs, path: string): Promise<void> {
  await fs.remove(partPathOf(path));
  await fs.remove(path);
}

function createJournal(
  fs: DurableFs,
  file: DurableFile,
  path: string,
  length: number,
  from: Checkpoint | undefined,
): Journal {
  let at = length;
  let last = from;
  async function append(line: string): Promise<void> {
    const bytes = Buffer.from(line);
    if ((await file.size()) !== at) await refuseDoubt(fs, path);
    await file.write(bytes, at);
    at += bytes.length;
    await file.sync();
  }
  return {
    path,
    id: file.id,
    async checkpoint(checkpoint) {
      await append(checkpointLine(checkpoint, last));
      last = checkpoint;
    },
    finish: (manifest) => append(finishLine(manifest)),
    close: () => file.close(),
  };
}

/** A run that was stopped for longer than its lock lasts may note a doubt about the rows that this one goes on from. Errors: RESULTS_DOUBTFUL. */
async function refuseDoubt(fs: DurableFs, path: string): Promise<void> {
  const reason = (await loadJournal(fs, path))?.doubt;
  if (reason === undefined) return;
  throw failure('RESULTS_DOUBTFUL', 'journal.earlierRunDoubtful', { reason });
}
