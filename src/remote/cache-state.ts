import { existsSync } from 'node:fs';
import { FILE_CALLS } from '../base/files/file-calls.ts';
import { join } from 'node:path';
import { logNameOf, RESPONSES } from './disk/cache-files.ts';
import { prepareCacheFolder } from './disk/cache-folder.ts';
import { openOverwrittenLine } from './disk/overwritten-line.ts';
import { openSharedLog } from './disk/shared-log.ts';
import { openQuotaLedger } from './quota-ledger.ts';

/** What a cache folder holds. Shape: `quota` is absent if no request of the service was counted there. Units: bytes. */
export interface CacheState {
  responseBytes: number;
  quota?: { day: string; requests: number };
}

/**
 * Reads the state of a cache folder, undefined where there is none.
 *
 * Shape: `service` is the name of the service that the quota is of.
 * Errors: IO, OUTPUT_REFUSED for a folder or a file that cannot be used.
 * Guarantee: neither folder nor files are made.
 */
export async function readCacheState(folder: string, service?: string): Promise<CacheState | undefined> {
  if (!existsSync(folder)) return undefined;
  prepareCacheFolder(folder, FILE_CALLS);
  const path = join(folder, RESPONSES);
  const responseBytes = existsSync(path) ? FILE_CALLS.statSync(path).size : 0;
  const quota = service === undefined ? undefined : await readQuota(folder, logNameOf('quota', service));
  return { responseBytes, quota };
}

async function readQuota(folder: string, name: string): Promise<CacheState['quota']> {
  if (!FILE_CALLS.readdirSync(folder).some((each) => each.startsWith(name))) return undefined;
  const files = { openLog: openSharedLog, openLine: openOverwrittenLine };
  const ledger = openQuotaLedger({ folder, name, calls: FILE_CALLS, onFailure: () => undefined }, files);
  const day = ledger.latestDay();
  const requests = ledger.total(day);
  await ledger.close();
  return { day, requests };
}
