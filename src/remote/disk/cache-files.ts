import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../../base/errors/geomill-error.ts';
import type { FileCalls } from '../../base/files/file-calls.ts';
import { message } from '../../base/messages/message.ts';
import { cacheError, type CacheFileOptions, cacheRefused } from './cache-file.ts';
import { openOverwrittenLine, readLine, writeLine } from './overwritten-line.ts';
import {
  LEDGER_LINE_LENGTH,
  type LedgerCount,
  openQuotaLedger,
  type QuotaLedger,
  readCount,
} from './quota-ledger.ts';
import { openResponseFile, type ResponseFile } from './response-file.ts';

/** The number of equal refusals that the next run accepts before its first success; undefined: any number. */
export interface AcceptedRefusals {
  /** Errors: IO. */
  read(): number | undefined;
  /** Errors: IO. */
  write(count: number | undefined): void;
}

const LENGTH = 16;

/** Keeps the number in a file, which is made with the first number. Shape: a damaged file holds no number. */
export function acceptedRefusalsIn(path: string, calls: FileCalls): AcceptedRefusals {
  return {
    read() {
      const count = Number(readLine(path, LENGTH, calls) ?? '');
      return count > 0 ? count : undefined;
    },
    write: (count) => writeLine(path, count === undefined ? '' : String(count), LENGTH, calls),
  };
}

/** Keeps the number in memory. */
export function createAcceptedRefusals(): AcceptedRefusals {
  let accepted: number | undefined;
  return { read: () => accepted, write: (count) => (accepted = count) };
}

/** The requests of whom the files are about: an address of a service, and the key that is sent with them. */
export interface CacheOwner {
  service: string;
  apiKey?: string | undefined;
}

/** The settings of the files of a cache folder. */
interface CacheFilesOptions extends CacheFileOptions {
  folder: string;
  owner: CacheOwner;
  onDamage: (file: string, damagedBytes: number) => void;
  onSetAside: (file: string, movedTo: string) => void;
  newSuffix: () => string;
}

/** The files of a cache folder. */
interface CacheFiles {
  responses: ResponseFile;
  /** Opens the ledger of the owner; those with a place beside it have the days before one that a wrong clock opened. Errors: IO. */
  ledgerOf: (place?: string) => QuotaLedger;
  acceptedRefusals: AcceptedRefusals;
  /** Whether earlier processes sent requests of the owner, the last of them maybe just now. */
  isUsed: boolean;
}

/** Name of the file of cached responses, which all owners use. */
export const RESPONSES = 'answers-2.log';
const SERVICE_LENGTH = 16;
/** So few characters name no key: many keys have them. */
const KEY_LENGTH = 4;

/** Returns the folder of one address and key in a cache folder: one process at a time owns it. */
export function ownerFolderOf(folder: string, { service, apiKey }: CacheOwner): string {
  const key = apiKey === undefined || apiKey === '' ? '' : `-${hashOf(`${service} ${apiKey}`, KEY_LENGTH)}`;
  return join(folder, `${hashOf(service, SERVICE_LENGTH)}${key}`);
}

/**
 * Opens a cache folder, making it if there is none.
 *
 * Errors: IO; OUTPUT_REFUSED for a folder or file that is not safe to use.
 */
export function openCacheFiles(options: CacheFilesOptions): CacheFiles {
  const { folder, owner, calls, onFailure, onDamage, onSetAside, newSuffix } = options;
  prepareCacheFolder(folder, calls);
  const ownFolder = ownerFolderOf(folder, owner);
  prepareCacheFolder(ownFolder, calls);
  const path = join(folder, RESPONSES);
  const isUsed = exists(linePathsOf(ownFolder)[0], calls);
  const responses = openResponseFile(path, {
    calls,
    onFailure,
    onDamage: (damagedBytes) => onDamage(path, damagedBytes),
    onSetAside: (movedTo) => onSetAside(path, movedTo),
    newSuffix,
  });
  return {
    responses,
    isUsed,
    ledgerOf(place = '') {
      const [one, two] = linePathsOf(ownFolder, place);
      const first = openOverwrittenLine(one, LEDGER_LINE_LENGTH, { calls, onFailure });
      try {
        const second = openOverwrittenLine(two, LEDGER_LINE_LENGTH, { calls, onFailure });
        return openQuotaLedger([first, second]);
      } catch (error) {
        first.close().catch(() => undefined);
        throw error;
      }
    },
    acceptedRefusals: acceptedRefusalsIn(join(ownFolder, 'refusals'), calls),
  };
}

/**
 * Reads the count of an owner without changing anything; undefined where nothing was counted. A process that is counting may be a change ahead.
 *
 * Errors: IO, where the count is damaged.
 */
export function readLedger(folder: string, owner: CacheOwner, calls: FileCalls): LedgerCount | undefined {
  const [one, two] = linePathsOf(ownerFolderOf(folder, owner));
  const lineAt = (path: string) => ({ path, read: () => readLine(path, LEDGER_LINE_LENGTH, calls) });
  return readCount([lineAt(one), lineAt(two)]);
}

/** Returns the paths of the two lines of a ledger. */
function linePathsOf(ownFolder: string, place = ''): [string, string] {
  const name = place === '' ? 'quota' : `quota-${hashOf(place, SERVICE_LENGTH)}`;
  return [join(ownFolder, `${name}.1`), join(ownFolder, `${name}.2`)];
}

const hashOf = (text: string, length: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

/**
 * Makes the cache folder, readable by its owner only, or checks one that exists.
 *
 * Errors: IO for a system failure; OUTPUT_REFUSED for a folder that other users can read or change, or that another user linked there:
 * it holds responses, and what others can change there would get into results.
 */
export function prepareCacheFolder(
  folder: string,
  calls: FileCalls,
  ownUserId: number | undefined = process.getuid?.(),
): void {
  let entry: Stats;
  let target: Stats;
  try {
    calls.mkdirSync(folder, { recursive: true, mode: 0o700 });
    entry = calls.lstatSync(folder);
    target = calls.statSync(folder);
  } catch (error) {
    throw cacheError(folder, error);
  }
  // Windows has neither modes nor user ids.
  if (ownUserId === undefined) return;
  for (const { uid } of [entry, target]) {
    if (uid !== ownUserId) throw cacheRefused(folder, message('service.otherOwner', { uid }));
  }
  if ((target.mode & 0o077) !== 0) {
    const mode = (target.mode & 0o777).toString(8).padStart(3, '0');
    throw cacheRefused(folder, message('service.openToOthers', { mode, folder }));
  }
}

/** Reports whether a path names anything. Errors: IO. */
function exists(path: string, calls: FileCalls): boolean {
  try {
    calls.lstatSync(path);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw cacheError(path, error);
  }
}
