import { message, type Message } from '../base/messages/message.ts';
import { open } from 'node:fs/promises';
import { errnoOf, GeomillError } from '../base/errors/geomill-error.ts';

const MAX_KEY_BYTES = 4096;
const READABLE_BY_OTHERS = 0o077;

/** Returns what is wrong with a key, without repeating it; undefined for a valid key. */
export function keyFault(key: string): Message | undefined {
  if (key === '') return message('key.empty');
  return /^[\x21-\x7e]+$/.test(key) ? undefined : message('key.notAWord');
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
  const usage = (reason: Message, cause?: unknown) => new GeomillError('USAGE', reason, { cause });
  const file = await open(path).catch((error: unknown) => {
    throw usage(
      message('key.unreadable', { path, cause: errnoOf(error) ?? message('setting.unknownReason') }),
      error,
    );
  });
  try {
    const { mode, size } = await file.stat();
    if (platform !== 'win32' && (mode & READABLE_BY_OTHERS) !== 0)
      throw usage(message('key.readByOthers', { path }));
    if (size > MAX_KEY_BYTES) throw usage(message('key.tooLarge', { path, size }));
    const key = (await file.readFile('utf8')).trim();
    const fault = keyFault(key);
    if (fault !== undefined) throw usage(message('key.wrong', { path, fault }));
    return key;
  } finally {
    await file.close();
  }
}
