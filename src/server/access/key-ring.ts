import { timingSafeEqual } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { createDurableFs } from '../../base/files/durable-fs.ts';
import type { OperationName } from '../../contract/catalogue.ts';
import { hashKey, type KeyEntry, readKeysFile } from './keys-file.ts';

/**
 * The rights and limits of a key; without the key.
 *
 * Shape: `id` names the key in logs, metrics and `GET /v1/usage`; a member that is left out means no limit.
 */
export interface Account {
  id: string;
  operations?: ReadonlySet<OperationName>;
  ratePerSecond?: number;
  perDay?: number;
}

/** The account of all requests of a server that needs no key. */
export const ANONYMOUS: Account = { id: 'anonymous' };

/** The keys of a server, by hash. */
export interface KeyRing {
  /** Returns the account of a key; undefined for a key that is not in the file. */
  accountOf(key: string): Account | undefined;
  /** Replaces all keys, when the file has changed. */
  replace(entries: readonly KeyEntry[]): void;
  accounts(): Account[];
}

/**
 * Creates the keys of a server.
 *
 * Guarantee: the time of a look-up reveals nothing of a key. The map is searched by the SHA-256 of what was sent, which a client cannot steer
 * towards a stored hash, and the hash that is found is compared in constant time.
 */
export function createKeyRing(entries: readonly KeyEntry[]): KeyRing {
  let byHash = indexByHash(entries);
  return {
    accountOf(key) {
      const hash = hashKey(key);
      const found = byHash.get(hash.toString('latin1'));
      return found && timingSafeEqual(found.hash, hash) ? found.account : undefined;
    },
    replace(changed) {
      byHash = indexByHash(changed);
    },
    accounts: () => [...byHash.values()].map(({ account }) => account),
  };
}

function indexByHash(entries: readonly KeyEntry[]) {
  return new Map(
    entries.map((entry) => {
      const hash = Buffer.from(entry.sha256, 'hex');
      return [hash.toString('latin1'), { hash, account: accountFor(entry) }];
    }),
  );
}

function accountFor({ id, operations, rate_per_second: ratePerSecond, per_day: perDay }: KeyEntry): Account {
  return {
    id,
    operations: operations && new Set(operations),
    ratePerSecond,
    perDay,
  };
}

const CHECK_MS = 2_000;

/**
 * Reads the keys file again whenever it changes, so that a revoked key stops working without a restart.
 *
 * Shape: `seen` is the version of the file that was read before, taken before it was read; returns the function that ends it. A file that cannot be read, or
 * is wrong, changes nothing; the log says so once, and it is tried again.
 * Cost: one `stat` every two seconds.
 */
export function watchKeysFile(path: string, keys: KeyRing, log: FastifyBaseLogger, seen: string): () => void {
  let refused = '';
  let isReading = false;
  const check = async () => {
    const version = await keysVersionOf(path);
    if (version === seen) return;
    try {
      keys.replace(await readKeysFile(path));
      seen = version;
      log.info({ event: 'Keys:Changed', keys: keys.accounts().length });
    } catch (error) {
      // Tried again, since the disk may be what failed, and reported once.
      if (version !== refused) log.error({ event: 'Keys:Wrong', message: (error as Error).message });
      refused = version;
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

/** Returns what changes with the content of a keys file. */
export async function keysVersionOf(path: string): Promise<string> {
  const found = await createDurableFs()
    .stat(path)
    .catch(() => undefined);
  return found === undefined ? 'missing' : `${found.id} ${found.bytes} ${found.modifiedNs}`;
}
