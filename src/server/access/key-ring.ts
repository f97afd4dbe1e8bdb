import { timingSafeEqual } from 'node:crypto';
import type { Account } from './account.ts';
import { hashKey, type KeyEntry } from './keys-file.ts';

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
    ...(operations === undefined ? {} : { operations: new Set(operations) }),
    ratePerSecond,
    perDay,
  };
}
