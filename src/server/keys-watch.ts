import { stat } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { KeyRing } from './access/key-ring.ts';
import { readKeysFile } from './access/keys-file.ts';

const CHECK_MS = 2_000;

/**
 * Reads the keys file again whenever it changes, so that a revoked key stops working without a restart.
 *
 * Shape: returns the function that ends it. A file that cannot be read, or is wrong, changes nothing; the log says so.
 * Cost: one `stat` every two seconds.
 */
export async function watchKeysFile(
  path: string,
  keys: KeyRing,
  log: FastifyBaseLogger,
): Promise<() => void> {
  let seen = await versionOf(path);
  let isReading = false;
  const check = async () => {
    const version = await versionOf(path);
    if (version === seen) return;
    seen = version;
    try {
      keys.replace(await readKeysFile(path));
      log.info({ event: 'Keys:Changed', keys: keys.accounts().length });
    } catch (error) {
      log.error({ event: 'Keys:Wrong', message: (error as Error).message });
    }
  };
  const timer = setInterval(() => {
    if (isReading) return;
    isReading = true;
    void check().finally(() => (isReading = false));
  }, CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function versionOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? 'missing' : `${found.ino} ${found.size} ${found.mtimeMs}`;
}
