import { randomUUID } from 'node:crypto';
import type { GeomillError } from '../base/errors/geomill-error.ts';
import type { Clock } from '../base/files/clock.ts';
import { FILE_CALLS, type FileCalls } from '../base/files/file-calls.ts';
import { createAcceptedRefusals, type AcceptedRefusals } from './disk/accepted-refusals.ts';
import { openCacheFiles, type CacheOwner } from './disk/cache-files.ts';
import type { ResponseFile } from './disk/response-file.ts';
import type { RemoteEvent } from './options.ts';
import { createMemoryLedger, type QuotaLedger } from './disk/quota-ledger.ts';
import { createSlidingGuard, type SlidingGuard } from './sliding-guard.ts';

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
export interface CachePartsOptions {
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
    onOldCache: (file) => onEvent({ event: 'Cache:OldFormat', file }),
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
