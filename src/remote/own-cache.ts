import { isGeomillError } from '../base/errors/geomill-error.ts';
import { message, type Message } from '../base/messages/message.ts';
import { sleep, SYSTEM_CLOCK } from '../base/files/clock.ts';
import { FILE_CALLS } from '../base/files/file-calls.ts';
import { type FolderLock, lockFolder } from '../base/files/lock.ts';
import { type CacheOwner, ownerFolderOf, prepareCacheFolder } from './disk/cache-files.ts';

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
