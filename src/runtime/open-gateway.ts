import { OPERATION_NAMES, type OperationName } from '../contract/catalogue.ts';
import type { AnyPort, CallContext, GeoService } from '../contract/service.ts';
import { failure, type GeomillError, isGeomillError } from '../base/errors/geomill-error.ts';
import { openImageryFiles } from '../remote/imagery-files.ts';
import type { RemoteEvent } from '../remote/options.ts';
import { openRemote, ownCacheOf } from './open-remote.ts';
import type { OpenedService } from './opened-service.ts';
import type { RemoteSettings, ServiceLimits } from './service-settings.ts';

/** A longer pause that the service asks for goes to the clients, as 429 with `Retry-After`. */
const MAX_PAUSE_MS = 15_000;
/** Less than the time of a request of `geomill serve`, so that the client gets the reason. */
const REQUEST_MS = 25_000;
/** More than a server takes for a route, its waiting included. */
const ROUTE_MS = 125_000;
/** Time until a service that failed for all requests is tried again, unless the failure states one. At least the second of the rate limit. */
const REOPEN_MS = 5_000;

/**
 * Opens a remote service for a process that outlives its failures.
 *
 * Shape: a failure that would end a run (service down, quota spent, key refused) is returned to all calls for some seconds, or until the time that it
 * states; then the service is opened again.
 * Errors: LOCKED while another process sends requests with the key; USAGE for a daily quota without a cache: nothing would remember the quota when the service is opened again.
 */
export async function openGateway(
  settings: RemoteSettings,
  limits: ServiceLimits,
  onEvent: (event: RemoteEvent) => void,
  now: () => number = () => performance.now(),
): Promise<OpenedService> {
  if (limits.perDay !== undefined && settings.cacheDir === false)
    throw failure('USAGE', 'setting.quotaNeedsCache');
  const lock = await ownCacheOf(settings);
  const open = () =>
    openRemote(settings, {
      // Clients get the failure at once, and repeat the request themselves.
      limits: {
        maxPauseMs: MAX_PAUSE_MS,
        timeoutMs: REQUEST_MS,
        routeTimeoutMs: ROUTE_MS,
        isGateway: true,
        reconnectMs: 0,
        // The invalid requests of one client must not stop those of the others.
        maxSameRefusals: Infinity,
        ...limits,
      },
      onEvent,
    });
  const { imageryBaseUrl, apiKey, allowPrivate } = settings;
  const imageryFiles =
    imageryBaseUrl === undefined
      ? undefined
      : openImageryFiles({ imageryBaseUrl, apiKey, allowPrivate, deadlineMs: REQUEST_MS });
  let current = open();
  let closing: Promise<void> = Promise.resolve();
  let broken: { error: GeomillError; untilMs: number } | undefined;

  function fail(error: GeomillError, failed: OpenedService): void {
    if (broken !== undefined || failed !== current) return;
    broken = { error, untilMs: now() + pauseOf(error) };
    closing = failed.close().catch(() => undefined);
  }

  async function openedNow(): Promise<OpenedService> {
    if (broken === undefined) return current;
    if (now() < broken.untilMs) throw broken.error;
    await closing;
    // Another call may have opened it meanwhile.
    if (broken !== undefined) {
      broken = undefined;
      current = open();
    }
    return current;
  }

  const call =
    (name: OperationName) => async (parameters: Record<string, unknown>, context?: CallContext) => {
      const opened = await openedNow();
      try {
        return await (opened.service as unknown as AnyPort)[name](parameters, context);
      } catch (error) {
        if (isGeomillError(error) && error.traits.scope === 'run' && isOfAll(error)) fail(error, opened);
        throw error;
      }
    };
  return {
    ...current,
    service: Object.fromEntries(OPERATION_NAMES.map((name) => [name, call(name)])) as unknown as GeoService,
    imageryFiles,
    close: async () => {
      await imageryFiles?.close();
      await closing;
      await current.close();
      await lock?.release();
    },
  };
}

/** Reports whether a failure of scope `run` holds for the requests of other callers, too. */
function isOfAll(error: GeomillError): boolean {
  return error.code !== 'ABORTED' && !(isGeomillError(error, 'THROTTLED') && error.details.isBusy);
}

function pauseOf({ details }: GeomillError): number {
  const { retryAfterMs, retryAt } = details as { retryAfterMs?: number; retryAt?: string };
  const statedMs = retryAfterMs ?? (retryAt === undefined ? 0 : Date.parse(retryAt) - Date.now());
  return Math.max(REOPEN_MS, Number.isFinite(statedMs) ? statedMs : 0);
}
