import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { acceptedRefusalsIn, type AcceptedRefusals } from './accepted-refusals.ts';
import { exists, prepareCacheFolder } from './cache-folder.ts';
import { openResponseFile, type ResponseFile } from './response-file.ts';
import type { FileCalls } from '../../base/files/file-calls.ts';
import type { SharedLogOptions } from './shared-log.ts';

/** The settings of the files of a cache folder. */
export interface CacheFilesOptions {
  folder: string;
  calls: FileCalls;
  /** Called when a sync fails. */
  onFailure: (error: Error) => void;
  onDamage: (file: string, damagedBytes: number) => void;
  onSetAside: (file: string, movedTo: string) => void;
  /** Called with the cache of an older version, by the first process that begins a new one beside it. */
  onOldCache: (file: string) => void;
  newSuffix: () => string;
}

/** The files of a cache folder. */
export interface CacheFiles {
  responses: ResponseFile;
  /** Returns the settings of a log that the processes of a folder share for one service. */
  logOf: (
    kind: 'quota' | 'rate',
    service: string,
  ) => Pick<SharedLogOptions, 'folder' | 'name' | 'calls' | 'onFailure'>;
  acceptedRefusalsOf: (service: string) => AcceptedRefusals;
}

/** Name of the file of cached responses. */
export const RESPONSES = 'answers-2.log';
/** The responses of versions that kept them in LMDB, which this one does not have. */
const OLD_RESPONSES = 'answers-1.mdb';
const NAME_LENGTH = 16;

/**
 * Opens a cache folder, making it if there is none.
 *
 * Errors: IO; OUTPUT_REFUSED for a folder or file that is not safe to use.
 */
export function openCacheFiles(options: CacheFilesOptions): CacheFiles {
  const { folder, calls, onFailure, onDamage, onSetAside, newSuffix } = options;
  prepareCacheFolder(folder, calls);
  const path = join(folder, RESPONSES);
  const oldPath = join(folder, OLD_RESPONSES);
  if (!exists(path, calls) && exists(oldPath, calls)) options.onOldCache(oldPath);
  const responses = openResponseFile(path, {
    calls,
    onFailure,
    onDamage: (damagedBytes) => onDamage(path, damagedBytes),
    onSetAside: (movedTo) => onSetAside(path, movedTo),
    newSuffix,
  });
  return {
    responses,
    logOf: (kind, service) => ({ folder, name: logNameOf(kind, service), calls, onFailure }),
    acceptedRefusalsOf: (service) => acceptedRefusalsIn(folder, `refusals-1-${nameOf(service)}`, calls),
  };
}

/** Returns what the names of the files of a log begin with. */
export function logNameOf(kind: 'quota' | 'rate', service: string): string {
  return `${kind}-1-${nameOf(service)}`;
}

const nameOf = (service: string) => createHash('sha256').update(service).digest('hex').slice(0, NAME_LENGTH);
