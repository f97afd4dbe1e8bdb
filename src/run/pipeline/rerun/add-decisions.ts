import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { failure, isGeomillError } from '../../../base/errors/geomill-error.ts';
import { sleep, SYSTEM_CLOCK } from '../../../base/files/clock.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import { lockFolder, type FolderLock } from '../../../base/files/lock.ts';
import { replaceFile } from '../../../base/files/replace-file.ts';
import { message, type Message } from '../../../base/messages/message.ts';
import { aliasesText, aliasKey, isSameDecision, placesOf, readAliases } from './alias-file.ts';
import type { Alias, Aliases } from './aliases.ts';

/** Another command needs the lock for a few system calls only. */
const LOOKS = 100;
const BETWEEN_LOOKS_MS = 100;
/** How often the file may be changed by others between reading and writing it. */
const MOST_TURNS = 20;

/** The arguments of {@link addDecisions} besides the file and the decisions. */
export interface AddOptions<T> {
  /** Replaces decisions of the file that contradict the new ones; they stay when left out. */
  replaces: boolean;
  /** Decisions that their person takes back: they leave the file where it still has them. */
  withdrawn?: readonly Alias[];
  /** Called with the content that the file is to have, before it is written; again where another process has changed the file since it was read. */
  beforeWrite: (aliases: Aliases) => Promise<T>;
  /** Called when another process has the lock. */
  onWait: () => void;
}

/** An alias file with new decisions. Shape: `added` are those that it did not have; `contradictions` has a sentence for each text that had another decision; `prepared` is what `beforeWrite` returned for it. */
export interface AddedDecisions<T> {
  aliases: Aliases;
  added: Alias[];
  contradictions: Message[];
  prepared: T;
}

/**
 * Adds decisions to an alias file, which is made where there is none.
 *
 * Errors: those of {@link readAliases}; LOCKED when another process keeps the lock of the folder for 10 s; IO.
 * Guarantee: the decisions of all processes that add some at the same time are in the file; it is replaced as a whole, and durable when this returns.
 */
export async function addDecisions<T>(
  fs: DurableFs,
  path: string,
  decisions: readonly Alias[],
  options: AddOptions<T>,
): Promise<AddedDecisions<T>> {
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const before = await readIfThere(fs, path);
    const { text, ...merged } = mergeDecisions(path, before, decisions, options);
    const prepared = await options.beforeWrite(merged.aliases);
    if (text === undefined) return { ...merged, prepared };
    const lock = await waitForLock(dirname(path), options.onWait);
    try {
      const now = await readIfThere(fs, path);
      if (now?.sha256 !== before?.sha256) continue;
      await replaceFile(fs, path, text);
      await fs.syncFolder(dirname(path));
      return { ...merged, prepared };
    } finally {
      await lock.release();
    }
  }
  throw failure('LOCKED', 'update.changedByOthers', { path });
}

async function readIfThere(fs: DurableFs, path: string): Promise<Aliases | undefined> {
  return (await fs.exists(path)) ? readAliases(fs, path) : undefined;
}

/** Merges decisions into those of a file. Shape: `text` is the new content; undefined where the file has all of it. */
function mergeDecisions(
  path: string,
  before: Aliases | undefined,
  decisions: readonly Alias[],
  { replaces, withdrawn = [] }: Pick<AddOptions<unknown>, 'replaces' | 'withdrawn'>,
) {
  const byText = new Map(before?.byText);
  const contradictions: Message[] = [];
  const added: Alias[] = [];
  let hasNews = before === undefined;
  for (const own of withdrawn) {
    const known = byText.get(aliasKey(own.text));
    if (known && isSameDecision(known, own)) hasNews = byText.delete(aliasKey(own.text));
  }
  for (const own of decisions) {
    const key = aliasKey(own.text);
    const known = byText.get(key);
    const isSame = known !== undefined && isSameDecision(known, own);
    // The same position may have got its units since.
    if (isSame && (known.feature !== undefined || own.feature === undefined)) continue;
    if (known && !isSame) {
      const line = before?.lineOf.get(key) ?? 0;
      const places = placesOf(known, own);
      contradictions.push(
        message('review.decidedBefore', { path, line, text: JSON.stringify(own.text), places }),
      );
      if (!replaces) continue;
    }
    byText.set(key, own);
    added.push(own);
  }
  hasNews ||= added.length > 0;
  if (before && !hasNews) return { aliases: before, added, contradictions, text: undefined };
  const text = aliasesText(byText.values());
  const sha256 = createHash('sha256').update(text).digest('hex');
  const aliases: Aliases = { byText, sha256, lineOf: new Map(), notes: [] };
  return { aliases, added, contradictions, text };
}

async function waitForLock(folder: string, onWait: () => void): Promise<FolderLock> {
  for (let look = 1; ; look += 1) {
    try {
      return await lockFolder(folder);
    } catch (error) {
      if (!isGeomillError(error, 'LOCKED') || look === LOOKS) throw error;
      if (look === 1) onWait();
      await sleep(SYSTEM_CLOCK, BETWEEN_LOOKS_MS);
    }
  }
}
