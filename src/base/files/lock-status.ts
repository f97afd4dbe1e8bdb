import { describeHolder, ownHolder } from './lock-holder.ts';
import { isAnswered, socketAddress } from './lock-socket.ts';
import { findLock, LEASE_MS } from './lock.ts';

/**
 * Returns who has the lock of an output folder, undefined where nobody does. Changes nothing.
 *
 * Shape: a process of this machine is found by its socket; one of another machine or container by a sign of life within the time of a lease.
 */
export async function findLockHolder(
  folder: string,
  {
    platform = process.platform,
    nowMs = Date.now,
  }: { platform?: NodeJS.Platform; nowMs?: () => number } = {},
): Promise<string | undefined> {
  const found = await findLock(folder);
  if (!found) return undefined;
  const { holder, ownerId, changedMs } = found;
  const isAlive =
    holder?.space === (await ownHolder()).space
      ? await isAnswered(socketAddress(holder.token, platform))
      : nowMs() - changedMs < LEASE_MS;
  return isAlive ? describeHolder(holder, ownerId) : undefined;
}
