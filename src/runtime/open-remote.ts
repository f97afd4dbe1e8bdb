import type { FolderLock } from '../base/files/lock.ts';
import { englishText, message } from '../base/messages/message.ts';
import { ownCache, type OwnershipWait } from '../remote/cache-parts.ts';
import { createRemoteService } from '../remote/remote-service.ts';
import { DEFAULT_CONCURRENCY } from './environment.ts';
import type { OpenedService, OpenServiceOptions } from './opened-service.ts';
import { addressOf, type RemoteSettings, type ServiceLimits } from './service-settings.ts';

const UNCHECKED_TLS = message('run.uncheckedTls');

/** How long a command of a few requests waits for the process that sends them now. */
const OWNERSHIP_WAIT_MS = 10_000;

/** Makes this process the owner of a key's cache folder; undefined without one. Errors: as `ownCache`. */
export async function ownCacheOf(
  settings: RemoteSettings,
  wait: OwnershipWait = { waitMs: OWNERSHIP_WAIT_MS },
): Promise<FolderLock | undefined> {
  const { cacheDir = false, apiKey } = settings;
  if (cacheDir === false) return undefined;
  return ownCache(cacheDir, { service: addressOf(settings), apiKey }, wait);
}

/**
 * Opens a service over HTTP for the one process that may send requests with its key.
 *
 * Errors: USAGE for an address or number that cannot be used, IO for a cache folder that cannot, LOCKED while another process owns it.
 */
export async function openOwnedRemote(
  settings: RemoteSettings,
  options: OpenServiceOptions,
): Promise<OpenedService> {
  const lock = await ownCacheOf(settings, options.ownership);
  try {
    const opened = openRemote(settings, options);
    return { ...opened, close: () => opened.close().finally(() => lock?.release()) };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

/** Opens a service over HTTP in the process that owns its cache folder. Errors: USAGE, IO. */
export function openRemote(
  settings: RemoteSettings,
  { limits = {}, onEvent, onRequest }: OpenServiceOptions,
): OpenedService {
  const { hasUncheckedTls = false, ...connection } = settings;
  const findings = hasUncheckedTls && !settings.baseUrl.startsWith('http:') ? [UNCHECKED_TLS] : [];
  for (const finding of findings) onEvent?.({ event: 'Tls:Unchecked', message: englishText(finding) });
  const { timeoutMs: deadlineMs, routeTimeoutMs: routeDeadlineMs, ...others } = limits;
  const remote = createRemoteService({
    ...connection,
    ...defined({ ...others, deadlineMs, routeDeadlineMs, onEvent, onRequest }),
  });
  const identity = `remote ${addressOf(settings)}`;
  return {
    service: remote.service,
    identity,
    identityFor: () => Promise.resolve(identity),
    window: { openRows: openRowsFor(limits), isSaturated: () => remote.isSaturated() },
    findings,
    remote,
    close: () => remote.close(),
  };
}

/** Returns how many rows keep a service busy even where most are answered from the cache, or ask the same. */
function openRowsFor({ concurrency = DEFAULT_CONCURRENCY }: ServiceLimits): number {
  return Math.min(20_000, Math.max(1000, concurrency * 32));
}

/** Returns the members that have a value. */
function defined<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}
