import { open } from 'node:fs/promises';
import { errnoOf, GeomillError } from '../base/errors/geomill-error.ts';

const MAX_KEY_BYTES = 4096;
const READABLE_BY_OTHERS = 0o077;

/** Returns what is wrong with a key, without repeating it; undefined for a valid key. */
export function keyFault(key: string): string | undefined {
  if (key === '') return 'is empty';
  return /^[\x21-\x7e]+$/.test(key)
    ? undefined
    : 'must be one word of printable ASCII characters, but it has a space, a line break or another character';
}

/**
 * Reads a key from a file that only its owner may read.
 *
 * Errors: USAGE when the file is missing, others may read it, or its content is not a key.
 */
export async function readKeyFile(
  path: string,
  platform: NodeJS.Platform = process.platform,
): Promise<string> {
  const usage = (message: string, cause?: unknown) => new GeomillError('USAGE', message, { cause });
  const file = await open(path).catch((error: unknown) => {
    throw usage(`the key file ${path} cannot be read (${errnoOf(error) ?? 'unknown reason'})`, error);
  });
  try {
    const { mode, size } = await file.stat();
    if (platform !== 'win32' && (mode & READABLE_BY_OTHERS) !== 0) {
      throw usage(`the key file ${path} can be read by other users: run chmod 600 ${path}`);
    }
    if (size > MAX_KEY_BYTES) throw usage(`the key file ${path} has ${size} bytes, so it is not a key`);
    const key = (await file.readFile('utf8')).trim();
    const fault = keyFault(key);
    if (fault !== undefined) throw usage(`the key in ${path} ${fault}`);
    return key;
  } finally {
    await file.close();
  }
}
