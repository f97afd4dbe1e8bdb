import type { Command } from 'commander';
import type { CliIo } from '../io.ts';
import { addOptions, decimalNumber, option, type OptionsOf, wholeNumber } from '../options.ts';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OPERATION_NAMES, type OperationName } from '../../contract/catalogue.ts';
import { failure, GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import { lockFolder } from '../../base/files/lock.ts';
import {
  createKey,
  type KeyEntry,
  type KeyRights,
  readKeysFile,
  writeKeysFile,
} from '../../server/access/keys-file.ts';
import { nearestName } from '../../base/text/suggestion.ts';
import { printableJsonLine } from '../../base/text/printable.ts';
import { message } from '../../base/messages/message.ts';
import { printLine } from '../terminal.ts';

const MAX_RATE = 100_000;

const ADD_EXAMPLES = `
Examples:
  $ geomill keys add --keys keys.yaml --name 'QGIS, planning' --rate 20
  $ geomill keys add --keys keys.yaml --name 'web shop' --operations autocomplete,place --per-day 50000`;

const FILE = { keys: option('--keys <FILE>', 'keys file', { isRequired: true }) };
const ADD_OPTIONS = {
  ...FILE,
  name: option('--name <TEXT>', 'whom the key is for'),
  operations: option('--operations <LIST>', 'operations that the key allows, comma separated (default: all)'),
  rate: option('--rate <N>', 'requests per second at most', { parse: decimalNumber(0.01, MAX_RATE) }),
  perDay: option('--per-day <N>', 'requests per day (UTC+7) at most', { parse: wholeNumber(1) }),
};
const LIST_OPTIONS = { ...FILE, json: option('--json', 'write JSON') };

/** Adds `geomill keys add`, `geomill keys list` and `geomill keys revoke`. */
export function addCommand(program: Command, io: CliIo): void {
  const keys = program
    .command('keys')
    .description(
      'Adds, lists or revokes the keys that clients of geomill serve need. A running server follows the file.',
    );
  const add = keys
    .command('add')
    .summary('add a key')
    .description('Adds a key and writes it to standard output, once. The file stores its hash only.');
  addOptions(add, ADD_OPTIONS)
    .addHelpText('after', ADD_EXAMPLES)
    .action((options: OptionsOf<typeof ADD_OPTIONS>) => addKey(options, io));
  const list = keys
    .command('list')
    .summary('list the keys')
    .description('Lists the keys of a file, without the keys themselves.');
  addOptions(list, LIST_OPTIONS).action((options: OptionsOf<typeof LIST_OPTIONS>) => listKeys(options, io));
  const revoke = keys
    .command('revoke')
    .summary('revoke a key')
    .description('Removes a key from the file. A running server refuses it within seconds.')
    .argument('<ID>', 'id of the key, as geomill keys list shows it');
  addOptions(revoke, FILE).action((id: string, options: OptionsOf<typeof FILE>) =>
    revokeKey(id, options, io),
  );
}

/**
 * Adds a key to a file, which is created if missing, and writes the key to stdout.
 *
 * Errors: USAGE for an unknown operation or a keys file that is wrong, IO when it cannot be written, LOCKED while another command changes it.
 */
export async function addKey(options: OptionsOf<typeof ADD_OPTIONS>, io: CliIo): Promise<void> {
  const { keys: path, name, rate, perDay } = options;
  const operations = options.operations === undefined ? undefined : readOperations(options.operations);
  const rights: KeyRights = { name, operations, rate_per_second: rate, per_day: perDay };
  const { key, entry } = createKey(rights, Date.now());
  await changeKeys(path, async () => [...(existsSync(path) ? await readKeysFile(path) : []), entry]);
  io.stdout.write(`${key}\n`);
  printLine(io.stderr, `Key ${entry.id} was added to ${path}. This is its only copy: store it now.`);
}

/** Writes the keys of a file to stdout. Errors: USAGE when the file is missing or wrong. */
async function listKeys(options: OptionsOf<typeof LIST_OPTIONS>, io: CliIo): Promise<void> {
  const entries = await readKeysFile(options.keys);
  if (options.json) {
    const rows = entries.map(({ sha256: _, ...row }) => row);
    io.stdout.write(`${printableJsonLine(rows)}\n`);
    return;
  }
  for (const entry of entries) printLine(io.stdout, lineOf(entry));
}

/** Removes a key from a file. Errors: USAGE when the file has no key of that id, LOCKED while another command changes it. */
export async function revokeKey(
  id: string,
  { keys: path }: OptionsOf<typeof FILE>,
  io: CliIo,
): Promise<void> {
  await changeKeys(path, async () => {
    const entries = await readKeysFile(path);
    const left = entries.filter((entry) => entry.id !== id);
    if (left.length < entries.length) return left;
    throw failure('USAGE', 'usage.noKey', { path, id });
  });
  printLine(io.stderr, `Key ${id} was removed from ${path}.`);
}

/** Replaces the keys of a file by what `change` makes of them. Errors: LOCKED while another command does that, which would take this change back. */
async function changeKeys(path: string, change: () => Promise<readonly KeyEntry[]>): Promise<void> {
  const folder = dirname(path);
  const lock = await lockFolder(folder).catch((error: unknown) => {
    if (!isGeomillError(error) || error.code !== 'LOCKED') throw error;
    throw new GeomillError('LOCKED', message('usage.keysLocked', { path, lock: join(folder, '.lock') }), {
      cause: error,
    });
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
      similar === undefined
        ? message('usage.knownOperations', { names: OPERATION_NAMES })
        : message('suggestion.didYouMean', { name: similar });
    throw failure('USAGE', 'usage.noOperationOfKey', { name: word, advice });
  });
}
