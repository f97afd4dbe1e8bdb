import { randomUUID } from 'node:crypto';
import { FILE_CALLS } from '../base/files/file-calls.ts';
import type { GeomillError } from '../base/errors/geomill-error.ts';
import type { Clock } from '../base/files/clock.ts';
import { createAcceptedRefusals, type AcceptedRefusals } from './disk/accepted-refusals.ts';
import { openCacheFiles } from './disk/cache-files.ts';
import { openOverwrittenLine } from './disk/overwritten-line.ts';
import type { ResponseFile } from './disk/response-file.ts';
import type { FileCalls } from '../base/files/file-calls.ts';
import { openSharedLog } from './disk/shared-log.ts';
import type { NewGuard } from './limiter.ts';
import type { RemoteEvent } from './options.ts';
import { createMemoryLedger, openQuotaLedger, type QuotaLedger } from './quota-ledger.ts';
import { openSharedRate, type SharedRate } from './shared-rate.ts';
import { createSlidingGuard } from './sliding-guard.ts';

/** What the processes of one cache folder share for a service: responses, daily quota and rate. */
export interface SharedParts {
  /** Undefined without a cache folder. */
  responses: ResponseFile | undefined;
  ledger: QuotaLedger;
  /** As that of the settings of a quota. */
  openBeside: (place: string) => QuotaLedger;
  newGuard: NewGuard;
  acceptedRefusals: AcceptedRefusals;
  /** Closes responses and rate; the ledger belongs to the quota. */
  close(): Promise<void>;
}

/** The settings of the shared parts. Shape: `onFailure` is called when a sync fails. */
export interface SharedPartsOptions {
  cacheDir: string | false;
  service: string;
  clock: Clock;
  onEvent: (event: RemoteEvent) => void;
  onFailure: (error: GeomillError) => void;
  calls?: FileCalls;
}

/** Opens the shared parts of a cache folder; without one, they are in memory. Errors: IO, OUTPUT_REFUSED. */
export function openSharedParts(options: SharedPartsOptions): SharedParts {
  const { cacheDir, service, clock, onEvent, onFailure, calls = FILE_CALLS } = options;
  if (cacheDir === false) {
    const close = () => Promise.resolve();
    return {
      responses: undefined,
      ledger: createMemoryLedger(),
      openBeside: createMemoryLedger,
      newGuard: createSlidingGuard,
      acceptedRefusals: createAcceptedRefusals(),
      close,
    };
  }
  const { responses, logOf, acceptedRefusalsOf } = openCacheFiles({
    folder: cacheDir,
    calls,
    onFailure: (error) => onFailure(error as GeomillError),
    onDamage: (file, damagedBytes) => onEvent({ event: 'Cache:Damaged', file, damagedBytes }),
    onSetAside: (file, movedTo) =>
      onEvent({ event: 'Cache:SetAside', file, movedTo, reason: 'it holds no response of Geomill' }),
    onOldCache: (file) => onEvent({ event: 'Cache:OldFormat', file }),
    newSuffix: randomUUID,
  });
  const openLedger = (name: string) =>
    openQuotaLedger(logOf('quota', name), { openLog: openSharedLog, openLine: openOverwrittenLine });
  let ledger: QuotaLedger;
  try {
    ledger = openLedger(service);
  } catch (error) {
    responses.close().catch(() => undefined);
    throw error;
  }
  let rate: SharedRate | undefined;
  return {
    responses,
    ledger,
    openBeside: (place) => openLedger(`${service}${place}`),
    acceptedRefusals: acceptedRefusalsOf(service),
    newGuard(places, windowMs) {
      rate ??= openSharedRate({
        log: logOf('rate', service),
        open: openSharedLog,
        nowMs: () => clock.nowMs(),
      });
      return rate.newGuard(places, windowMs);
    },
    async close() {
      try {
        await rate?.close();
      } finally {
        await responses.close();
      }
    },
  };
}
