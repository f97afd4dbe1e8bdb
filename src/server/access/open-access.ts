import { message } from '../../base/messages/message.ts';
import type { FastifyBaseLogger } from 'fastify';
import { createDurableFs } from '../../base/files/durable-fs.ts';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { createAccess, type Access } from './access.ts';
import { createKeyRing, keysVersionOf, watchKeysFile, type KeyRing } from './key-ring.ts';
import { readKeysFile } from './keys-file.ts';
import { keepUsage, readUsage, usageFileOf } from './usage-file.ts';
import { createUsage, type Usage, type UsageRecord } from './usage.ts';

/** The files and clocks of an access control. Shape: without `keysFile` no request needs a key. Units: as those of {@link createUsage}. */
export interface OpenAccessOptions {
  keysFile: string | undefined;
  now: () => number;
  wallMs: () => number;
  log: FastifyBaseLogger;
}

/** The access control of a server, with its keys and counts. */
export interface OpenedAccess {
  access: Access;
  keys: KeyRing | undefined;
  usage: Usage;
  /** Follows the keys file and stores the usage; returns the function that ends it, and stores the usage a last time. */
  keep: () => Promise<() => Promise<void>>;
}

/**
 * Opens the access control of a server: reads its keys, and what was counted before a restart.
 *
 * Errors: USAGE for a keys file that is missing or wrong, and a usage file that cannot be used.
 */
export async function openAccess({ keysFile, now, wallMs, log }: OpenAccessOptions): Promise<OpenedAccess> {
  // Taken first: a key that is revoked while the file is read is noticed by the next look.
  const version = keysFile === undefined ? '' : await keysVersionOf(keysFile);
  const keys = keysFile === undefined ? undefined : createKeyRing(await readKeysFile(keysFile));
  const before = keysFile === undefined ? undefined : await readUsageOf(keysFile, log);
  const usage = createUsage({ now, wallMs, before, onDayEnd: (record) => logUsage(record, log) });
  return {
    access: createAccess({ keys, usage, now }),
    keys,
    usage,
    async keep() {
      if (!keys || keysFile === undefined) return async () => undefined;
      const stopWatching = watchKeysFile(keysFile, keys, log, version);
      const stopKeeping = keepUsage(usageFileOf(keysFile), usage, log);
      return async () => {
        stopWatching();
        await stopKeeping();
      };
    },
  };
}

/** Writes the usage of each key to the log. */
export function logUsage({ day, keys }: UsageRecord, log: FastifyBaseLogger): void {
  for (const [key, { requests, units, sessions }] of Object.entries(keys)) {
    log.info({ event: 'Usage:Day', day, key, requests, units, sessions });
  }
}

async function readUsageOf(keysFile: string, log: FastifyBaseLogger): Promise<UsageRecord | undefined> {
  const path = usageFileOf(keysFile);
  const onDamage = (aside: string, fault: string) =>
    log.error({
      event: 'Usage:SetAside',
      message: `the usage file ${path} is damaged (${fault}) and is moved to ${aside}: the requests of today are counted from zero`,
    });
  try {
    return await readUsage(createDurableFs(), path, onDamage);
  } catch (error) {
    throw new GeomillError('USAGE', message('key.usageUnusable', { path, cause: (error as Error).message }), {
      cause: error,
    });
  }
}
