import { readFile, rename, writeFile } from 'node:fs/promises';
import Type from 'typebox';
import { checkerOf } from '../../contract/parameters.ts';
import { errnoOf } from '../../base/errors/geomill-error.ts';
import type { UsageRecord } from './usage.ts';

const FILE_MODE = 0o600;

const Count = Type.Integer({ minimum: 0 });
const StoredUsage = Type.Object({
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

/** Reads the usage before a restart. Shape: undefined when there is none. Errors: of a file that is damaged or cannot be read. */
export async function readUsage(path: string): Promise<UsageRecord | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const record = JSON.parse(text) as UsageRecord;
  if (!checkerOf(StoredUsage).check(record))
    throw new Error(`${path} does not have the form of a usage file`);
  return record;
}

/** Writes the usage. Guarantee: a kill leaves the old file or the new one, complete. */
export async function writeUsage(path: string, record: UsageRecord): Promise<void> {
  const temporary = `${path}.new`;
  await writeFile(temporary, JSON.stringify(record), { mode: FILE_MODE });
  await rename(temporary, path);
}
