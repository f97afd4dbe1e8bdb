import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OPERATION_NAMES, type OperationName } from '../../contract/catalogue.ts';
import { GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import { lockFolder } from '../../base/files/lock.ts';
import {
  createKey,
  readKeysFile,
  writeKeysFile,
  type KeyEntry,
  type KeyRights,
} from '../../server/access/keys-file.ts';
import { nearestName } from '../../base/text/suggestion.ts';
import type { CliIo } from '../io.ts';
import { printable, printableJsonLine } from '../printable.ts';

/** The options of `geomill keys`. */
export interface KeysOptions {
  keys: string;
}

/** The options of `geomill keys add`. */
export interface AddKeyOptions extends KeysOptions {
  name?: string;
  operations?: string;
  rate?: number;
  perDay?: number;
}

/**
 * Adds a key to a file, which is created if missing, and writes the key to stdout.
 *
 * Errors: USAGE for an unknown operation or a keys file that is wrong, IO when it cannot be written, LOCKED while another command changes it.
 */
export async function addKey(options: AddKeyOptions, io: CliIo): Promise<void> {
  const { keys: path, name, rate, perDay } = options;
  const operations = options.operations === undefined ? undefined : readOperations(options.operations);
  const rights: KeyRights = { name, operations, rate_per_second: rate, per_day: perDay };
  const { key, entry } = createKey(rights, Date.now());
  await changeKeys(path, async () => [...(existsSync(path) ? await readKeysFile(path) : []), entry]);
  io.stdout.write(`${key}\n`);
  io.stderr.write(
    printable(`Key ${entry.id} was added to ${path}. This is its only copy: store it now.`) + '\n',
  );
}

/** Writes the keys of a file to stdout. Errors: USAGE when the file is missing or wrong. */
export async function listKeys(options: KeysOptions & { json?: boolean }, io: CliIo): Promise<void> {
  const entries = await readKeysFile(options.keys);
  if (options.json) {
    const rows = entries.map(({ sha256: _, ...row }) => row);
    io.stdout.write(`${printableJsonLine(rows)}\n`);
    return;
  }
  for (const entry of entries) io.stdout.write(`${printable(lineOf(entry))}\n`);
}

/** Removes a key from a file. Errors: USAGE when the file has no key of that id, LOCKED while another command changes it. */
export async function revokeKey(id: string, { keys: path }: KeysOptions, io: CliIo): Promise<void> {
  await changeKeys(path, async () => {
    const entries = await readKeysFile(path);
    const left = entries.filter((entry) => entry.id !== id);
    if (left.length < entries.length) return left;
    throw new GeomillError(
      'USAGE',
      `${path} has no key ${id}: geomill keys list --keys ${path} shows the ids`,
    );
  });
  io.stderr.write(printable(`Key ${id} was removed from ${path}.`) + '\n');
}

/** Replaces the keys of a file by what `change` makes of them. Errors: LOCKED while another command does that, which would take this change back. */
async function changeKeys(path: string, change: () => Promise<readonly KeyEntry[]>): Promise<void> {
  const folder = dirname(path);
  const lock = await lockFolder(folder).catch((error: unknown) => {
    if (!isGeomillError(error) || error.code !== 'LOCKED') throw error;
    throw new GeomillError(
      'LOCKED',
      `another command writes in the folder of ${path}: run this one again when it has ended. If there is none, remove ${join(folder, '.lock')}`,
      { cause: error },
    );
  });
  try {
    await writeKeysFile(path, await change());
  } finally {
    await lock.release();
  }
}

function lineOf({ id, name, created, operations, rate_per_second: rate, per_day: perDay }: KeyEntry): string {
  const parts = [
    id,
    name,
    created && `created ${created.slice(0, 10)}`,
    operations?.join(',') ?? 'all operations',
    rate !== undefined && `${rate} requests/s`,
    perDay !== undefined && `${perDay} requests/day`,
  ];
  return parts.filter(Boolean).join('  ');
}

function readOperations(text: string): OperationName[] {
  return text.split(',').map((part) => {
    const word = part.trim();
    const name = OPERATION_NAMES.find((known) => known === word);
    if (name !== undefined) return name;
    const similar = nearestName(word, OPERATION_NAMES);
    const advice =
      similar === undefined ? `known are ${OPERATION_NAMES.join(', ')}` : `did you mean ${similar}?`;
    throw new GeomillError('USAGE', `--operations: ${word} is no operation; ${advice}`);
  });
}
