import { dirname } from 'node:path';
import Type from 'typebox';
import type { FastifyBaseLogger } from 'fastify';
import { checkerOf } from '../../contract/parameters.ts';
import { type DurableFs, createDurableFs } from '../../base/files/durable-fs.ts';
import { replaceFile } from '../../base/files/replace-file.ts';
import type { UsageRecord, Usage } from './usage.ts';

const FILE_MODE = 0o600;

const Count = Type.Integer({ minimum: 0 });
const StoredRecord = Type.Object({
  day: Type.String(),
  keys: Type.Record(
    Type.String(),
    Type.Object({
      requests: Count,
      units: Count,
      sessions: Count,
      operations: Type.Record(Type.String(), Count),
    }),
  ),
});

/** Returns the path of the usage of the keys in a file. */
export function usageFileOf(keysFile: string): string {
  return `${keysFile}.usage.json`;
}

/**
 * Reads the usage before a restart; undefined if there is none, or none that can be read.
 *
 * Shape: a damaged file is moved to `<name>.damaged`, so that it stops one start at most from counting on, and no start from serving; `onDamage` is
 * called first, with where it will be and why, so that no kill leaves it unsaid.
 * Errors: IO, OUTPUT_REFUSED when there is one that cannot be read.
 */
export async function readUsage(
  fs: DurableFs,
  path: string,
  onDamage: (aside: string, fault: string) => void,
): Promise<UsageRecord | undefined> {
  const text = await fs.readText(path);
  if (text === undefined) return undefined;
  const { record, fault } = parseUsage(text);
  if (record) {
    // A killed server may have named it without that: a power cut would bring an older one back. The next write reports a disk that fails.
    await fs.syncFolder(dirname(path)).catch(() => undefined);
    return record;
  }
  const aside = `${path}.damaged`;
  onDamage(aside, fault);
  await fs.rename(path, aside);
  await fs.syncFolder(dirname(path));
  return undefined;
}

function parseUsage(
  text: string,
): { record: UsageRecord; fault?: never } | { record?: never; fault: string } {
  try {
    const record: unknown = JSON.parse(text);
    if (checkerOf(StoredRecord).check(record)) return { record: record as UsageRecord };
    return { fault: 'it does not have the form of a usage file' };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}

/** Writes the usage. Guarantee: a kill or a power cut leaves the old file or the new one, complete. Errors: IO, OUTPUT_REFUSED. */
export async function writeUsage(fs: DurableFs, path: string, record: UsageRecord): Promise<void> {
  await replaceFile(fs, path, JSON.stringify(record), { mode: FILE_MODE });
  await fs.syncFolder(dirname(path));
}

const WRITE_MS = 1_000;

/**
 * Writes the usage to its file, every second in which it changed.
 *
 * Shape: returns the function that writes it a last time and ends it.
 * Guarantee: a kill forgets the counts of at most the last second, so that a key may exceed its daily quota by what it sends in one second.
 */
export function keepUsage(path: string, usage: Usage, log: FastifyBaseLogger): () => Promise<void> {
  const fs = createDurableFs();
  let writing: Promise<void> = Promise.resolve();
  const write = () =>
    (writing = writing.then(async () => {
      if (!usage.takeDirty()) return;
      await writeUsage(fs, path, usage.record()).catch((error: unknown) => {
        // Written again, also if no further request comes.
        usage.markDirty();
        log.error({ event: 'Usage:NotWritten', message: (error as Error).message });
      });
    }));
  const timer = setInterval(() => void write(), WRITE_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await write();
  };
}
