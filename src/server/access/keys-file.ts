import { message, type MessageValue } from '../../base/messages/message.ts';
import { createHash, randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import Type, { type Static } from 'typebox';
import { stringify } from 'yaml';
import { OPERATION_NAMES } from '../../contract/catalogue.ts';
import { checkerOf } from '../../contract/parameters.ts';
import { createDurableFs, KIND_NAMES } from '../../base/files/durable-fs.ts';
import { replaceFile } from '../../base/files/replace-file.ts';
import { errnoOf, GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import { readYaml } from '../../base/text/read-yaml.ts';

const KEY_BYTES = 16;
const ID_BYTES = 4;
/** Readable by the owner only: the hashes are of no use to others, but the names and limits are nobody else's concern. */
const FILE_MODE = 0o600;

const HEADER = `# Keys of geomill serve. The keys themselves are not in this file, only their hashes.
# Add, list and revoke keys with: geomill keys add|list|revoke
# operations, rate_per_second and per_day may be edited; a running server reads the file again.
`;

const KeyEntry = Type.Object(
  {
    id: Type.String({ pattern: '^[0-9a-f]{8}$', description: 'name of the key in logs and metrics' }),
    name: Type.Optional(Type.String({ description: 'whom the key was given to' })),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'hash of the key' }),
    created: Type.Optional(Type.String({ description: 'ISO 8601' })),
    operations: Type.Optional(
      Type.Array(Type.Enum([...OPERATION_NAMES]), { minItems: 1, description: 'all when left out' }),
    ),
    rate_per_second: Type.Optional(Type.Number({ minimum: 0.01, maximum: 100_000 })),
    per_day: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
);
const KeysDocument = Type.Object({ keys: Type.Array(KeyEntry) }, { additionalProperties: false });

/** A key in the keys file: its hash, rights and limits. */
export type KeyEntry = Static<typeof KeyEntry>;

/** The rights and limits of a new key. */
export type KeyRights = Pick<KeyEntry, 'name' | 'operations' | 'rate_per_second' | 'per_day'>;

/** Returns the SHA-256 hash of a key. A key has 128 random bits, so that a slow hash would protect nothing more. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Creates a key. Shape: `key` is the only copy; `entry` is what the keys file stores. */
export function createKey(rights: KeyRights, createdMs: number): { key: string; entry: KeyEntry } {
  const key = `gm_${randomBytes(KEY_BYTES).toString('base64url')}`;
  const given = Object.fromEntries(Object.entries(rights).filter(([, value]) => value !== undefined));
  const entry = {
    id: randomBytes(ID_BYTES).toString('hex'),
    sha256: hashKey(key).toString('hex'),
    created: new Date(createdMs).toISOString(),
    ...given,
  };
  return { key, entry };
}

/**
 * Reads a keys file.
 *
 * Errors: USAGE when it is missing or wrong, with the line.
 */
export async function readKeysFile(path: string): Promise<KeyEntry[]> {
  return parseKeys(await readText(path), path);
}

async function readText(path: string): Promise<string> {
  const unreadable = (reason: MessageValue, cause?: unknown) =>
    new GeomillError('USAGE', message('key.keysUnreadable', { path, cause: reason }), { cause });
  const fs = createDurableFs();
  try {
    const kind = (await fs.stat(path))?.kind ?? 'file';
    // Of a pipe, reading would wait for its other end.
    if (kind !== 'file') throw unreadable(message('key.notAFile', { kind: KIND_NAMES[kind] }));
    const text = await fs.readText(path);
    if (text === undefined) throw unreadable('ENOENT');
    return text;
  } catch (error) {
    throw isGeomillError(error, 'USAGE')
      ? error
      : unreadable(errnoOf(error) ?? message('setting.unknownReason'), error);
  }
}

/** Parses the text of a keys file. Errors: USAGE with the line. */
export function parseKeys(text: string, path: string): KeyEntry[] {
  const wrong = (fault: MessageValue) => new GeomillError('USAGE', message('key.keysWrong', { path, fault }));
  const { value, faults } = readYaml(text);
  const [fault] = faults;
  if (fault) throw wrong(message('key.line', { line: fault.line, fault: fault.message }));
  const checker = checkerOf(KeysDocument);
  if (!checker.check(value)) throw wrong(checker.faults(value).join('; '));
  const { keys } = value as Static<typeof KeysDocument>;
  for (const member of ['id', 'sha256'] as const) {
    const seen = new Set<string>();
    for (const key of keys) {
      if (seen.has(key[member])) throw wrong(message('key.twoKeys', { member, value: key[member] }));
      seen.add(key[member]);
    }
  }
  return keys;
}

/** Replaces a keys file. Guarantee: a reader sees the old file or the new one, complete. Errors: IO. */
export async function writeKeysFile(path: string, keys: readonly KeyEntry[]): Promise<void> {
  const fs = createDurableFs();
  try {
    await replaceFile(fs, path, HEADER + stringify({ keys }), { mode: FILE_MODE, isShared: true });
    await fs.syncFolder(dirname(path));
  } catch (error) {
    const errno = errnoOf(error);
    throw new GeomillError(
      'IO',
      message('key.keysUnwritable', { path, cause: errno ?? message('setting.unknownReason') }),
      {
        cause: error,
        details: { path, ...(errno === undefined ? {} : { errno }) },
      },
    );
  }
}
