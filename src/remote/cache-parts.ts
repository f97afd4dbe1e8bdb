import { randomUUID } from 'node:crypto';
import { type GeomillError, isGeomillError } from '../base/errors/geomill-error.ts';
import { type Clock, sleep, SYSTEM_CLOCK } from '../base/files/clock.ts';
import { FILE_CALLS, type FileCalls } from '../base/files/file-calls.ts';
import { type FolderLock, lockFolder } from '../base/files/lock.ts';
import { message, type Message } from '../base/messages/message.ts';
import {
  type AcceptedRefusals,
  type CacheOwner,
  createAcceptedRefusals,
  openCacheFiles,
  ownerFolderOf,
  prepareCacheFolder,
} from './disk/cache-files.ts';
import { createMemoryLedger, type QuotaLedger } from './disk/quota-ledger.ts';
import type { ResponseFile } from './disk/response-file.ts';
import type { RemoteEvent } from './options.ts';
import { createSlidingGuard, type SlidingGuard } from './sliding-guard.ts';

/** How long a process waits for the one before it. */
export interface OwnershipWait {
  /** Units: milliseconds; Infinity waits for ever. */
  waitMs?: number;
  /** Called once, when it begins to wait. */
  onWait?: (reason: Message) => void;
  signal?: AbortSignal | undefined;
}

const LOOK_EVERY_MS = 200;

/**
 * Makes this process the one that sends requests to an address with a key: rate and daily quota are counted by one process.
 *
 * Errors: LOCKED with the other process and both ways out, after `waitMs`; IO and OUTPUT_REFUSED for a folder that cannot be used; the reason of the signal.
 * Guarantee: the folder is free as soon as its process has ended, however it ended.
 */
export async function ownCache(
  cacheDir: string,
  owner: CacheOwner,
  { waitMs = 0, onWait = () => undefined, signal }: OwnershipWait = {},
): Promise<FolderLock> {
  const folder = ownerFolderOf(cacheDir, owner);
  for (const each of [cacheDir, folder]) prepareCacheFolder(each, FILE_CALLS);
  const { service } = owner;
  const reason = (holder: string) => message('service.keyInUse', { service, holder });
  const untilMs = SYSTEM_CLOCK.nowMs() + waitMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await lockFolder(folder, { message: reason });
    } catch (error) {
      if (!isGeomillError(error, 'LOCKED') || SYSTEM_CLOCK.nowMs() >= untilMs) throw error;
      if (isFirst) onWait(error.reason);
      await sleep(SYSTEM_CLOCK, LOOK_EVERY_MS, signal);
    }
  }
}

/** What outlives a process of a service: responses, the daily quota, and the rate of the last second. */
export interface CacheParts {
  /** Undefined without a cache folder. */
  responses: ResponseFile | undefined;
  ledger: QuotaLedger;
  /** As that of the settings of a quota. */
  openBeside: (place: string) => QuotaLedger;
  guard: SlidingGuard;
  acceptedRefusals: AcceptedRefusals;
  /** Closes the responses; the ledger belongs to the quota. */
  close(): Promise<void>;
}

/** The settings of the parts. Shape: `onFailure` is called when a sync fails. */
interface CachePartsOptions {
  cacheDir: string | false;
  owner: CacheOwner;
  clock: Pick<Clock, 'nowMs'>;
  onEvent: (event: RemoteEvent) => void;
  onFailure: (error: GeomillError) => void;
  calls?: FileCalls;
}

/** Opens the parts of a cache folder that this process owns; without one, they are in memory. Errors: IO, OUTPUT_REFUSED. */
export function openCacheParts(options: CachePartsOptions): CacheParts {
  const { cacheDir, owner, clock, onEvent, onFailure, calls = FILE_CALLS } = options;
  if (cacheDir === false) {
    return {
      responses: undefined,
      ledger: createMemoryLedger(),
      openBeside: createMemoryLedger,
      guard: createSlidingGuard(),
      acceptedRefusals: createAcceptedRefusals(),
      close: () => Promise.resolve(),
    };
  }
  // What fails while the files are opened is thrown.
  let isOpen = false;
  const { responses, ledgerOf, acceptedRefusals, isUsed } = openCacheFiles({
    folder: cacheDir,
    owner,
    calls,
    onFailure: (error) => (isOpen ? onFailure(error as GeomillError) : undefined),
    onDamage: (file, damagedBytes) => onEvent({ event: 'Cache:Damaged', file, damagedBytes }),
    onSetAside: (file, movedTo) => onEvent({ event: 'Cache:SetAside', file, movedTo }),
    newSuffix: randomUUID,
  });
  try {
    const ledger = ledgerOf();
    isOpen = true;
    return {
      responses,
      ledger,
      openBeside: ledgerOf,
      // The process before may have sent its last request just now.
      guard: createSlidingGuard(isUsed ? clock.nowMs() : undefined),
      acceptedRefusals,
      close: () => responses.close(),
    };
  } catch (error) {
    responses.close().catch(() => undefined);
    throw error;
  }
}
