import { join } from 'node:path';
import { needsRouter, type OperationName } from '../contract/catalogue.ts';
import type { GeoService } from '../contract/service.ts';
import { createLocalService } from '../local/local-service.ts';
import { loadDataset } from '../gazetteer/load-dataset.ts';
import type { LoadedDataset } from '../gazetteer/load-dataset.ts';
import { readEndpoint } from '../remote/endpoint.ts';
import type { RemoteEvent, RemoteService, RemoteServiceOptions } from '../remote/options.ts';
import { createRemoteService } from '../remote/remote-service.ts';
import { readKeyFile } from './api-key.ts';
import { readEnvironment } from './environment.ts';
import { formatDuration, formatRate } from './format-figures.ts';
import type { CliIo } from './io.ts';
import { chooseRouter } from './routers.ts';
import { settleHeap } from './settle-heap.ts';

/** Holds what the command line says about who answers; what it leaves out comes from the environment, then from the defaults. */
export interface ServiceOptions {
  service?: string;
  dataset?: string;
  /** False for `--no-cache`. */
  cache?: boolean;
  allowPrivate?: boolean;
  apiKeyFile?: string;
}

/** Says how a remote service may be asked. Units: in the names. */
export interface ServiceLimits {
  ratePerSecond?: number;
  concurrency?: number;
  perDay?: number;
  timeoutMs?: number;
  maxPauseMs?: number;
}

/** Says who answers, before anything is opened. */
export type ServiceChoice =
  | { kind: 'local'; datasetDir: string; env: CliIo['env'] }
  | { kind: 'remote'; options: RemoteServiceOptions & { cacheDir: string | false } };

/** Holds a service that was opened; `remote` where it is one, `shared` what other threads open the same one from. */
export interface OpenService {
  service: GeoService;
  /** Who answers, without secrets. */
  identity: string;
  /**
   * Returns the identity of the service for a run that calls these operations: with the router where one is needed, since another router
   * computes other routes, and a run is not continued with it.
   */
  identityFor: (operations: readonly OperationName[]) => Promise<string>;
  remote?: RemoteService;
  shared?: { loaded: LoadedDataset };
  close: () => Promise<void>;
}

/** Works out who answers. Errors: USAGE when the environment, an address or a key file is wrong. */
export async function chooseService(
  stated: ServiceOptions,
  { env, starterDir }: Pick<CliIo, 'env' | 'starterDir'>,
): Promise<ServiceChoice> {
  const environment = readEnvironment(env);
  const service = stated.service ?? environment.service ?? 'local';
  if (service === 'local') {
    return { kind: 'local', datasetDir: stated.dataset ?? environment.datasetDir ?? starterDir, env };
  }
  const allowPrivate = stated.allowPrivate ?? false;
  readEndpoint(service, allowPrivate);
  const apiKey = stated.apiKeyFile === undefined ? environment.apiKey : await readKeyFile(stated.apiKeyFile);
  const { imageryService } = environment;
  const options = {
    baseUrl: service,
    cacheDir: stated.cache === false ? false : (environment.cacheDir ?? join('output', '.cache')),
    allowPrivate,
    ...(imageryService === undefined ? {} : { imageryBaseUrl: imageryService }),
    ...(apiKey === undefined ? {} : { apiKey }),
  } as const;
  return { kind: 'remote', options };
}

/** Returns the address of a service as it is remembered and shown: without key. */
export function addressOf({ options }: Extract<ServiceChoice, { kind: 'remote' }>): string {
  return readEndpoint(options.baseUrl, options.allowPrivate ?? false).name;
}

/** Opens who answers. Errors: DATASET_BAD, USAGE, IO. */
export async function openService(
  choice: ServiceChoice,
  limits: ServiceLimits = {},
  onNote: (note: string) => void = () => undefined,
): Promise<OpenService> {
  if (choice.kind === 'local') {
    const { datasetDir, env } = choice;
    const loaded = await loadDataset(datasetDir);
    const router = chooseRouter(datasetDir, loaded.manifest, { env }, onNote);
    const { service, identity } = await createLocalService({ loaded, router });
    settleHeap();
    const identityFor = async (operations: readonly OperationName[]) => {
      if (!needsRouter(operations)) return identity;
      const { valhallaUrl } = readEnvironment(env);
      if (valhallaUrl !== undefined) return `${identity}, routes of ${new URL(valhallaUrl).host}`;
      // Whether roads can be read shows when they are first asked.
      await router.roadDistances([{ lat: 0, lon: 0 }], 'auto');
      return `${identity}, routes over ${router.notice ? 'straight lines' : 'roads'}`;
    };
    return { service, identity, identityFor, shared: { loaded }, close: () => router.close() };
  }
  const { ratePerSecond, concurrency, perDay, timeoutMs, maxPauseMs } = limits;
  const remote = createRemoteService({
    ...choice.options,
    ...(ratePerSecond === undefined ? {} : { ratePerSecond }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(perDay === undefined ? {} : { perDay }),
    ...(timeoutMs === undefined ? {} : { deadlineMs: timeoutMs }),
    ...(maxPauseMs === undefined ? {} : { maxPauseMs }),
    onEvent: createNoter(onNote),
  });
  const identity = `remote ${addressOf(choice)}`;
  return {
    service: remote.service,
    identity,
    identityFor: () => Promise.resolve(identity),
    remote,
    close: () => remote.close(),
  };
}

const TOLD_AT_MOST = 5;

/** Builds a listener that tells events in words; of each kind the first few only, since a long run may be throttled every minute. */
export function createNoter(onNote: (note: string) => void): (event: RemoteEvent) => void {
  const told = new Map<RemoteEvent['event'], number>();
  return (event) => {
    const note = noteOf(event);
    if (note === undefined) return;
    const count = (told.get(event.event) ?? 0) + 1;
    told.set(event.event, count);
    if (count < TOLD_AT_MOST) onNote(note);
    else if (count === TOLD_AT_MOST) onNote(`${note}; further notes of this kind are left out`);
  };
}

/** Says in words what a person wants to know of an event; the others are counted, and told at the end. */
function noteOf(event: RemoteEvent): string | undefined {
  switch (event.event) {
    case 'Throttle:Pause':
      return `the service asks for a pause (${event.status}): waiting ${formatDuration(event.pauseMs / 1000)}`;
    case 'Throttle:Ceiling':
      return event.why === 'throttled'
        ? `the service allows fewer requests: going on with ${formatRate(event.ratePerSecond)} a second`
        : undefined;
    case 'Cache:SetAside':
      return `the cache ${event.file} cannot be used (${event.reason}): it was moved to ${event.movedTo}, and a new one begun`;
    case 'Quota:InMemory':
      return 'without a cache the requests of a day are counted for this run alone';
    case 'Request:Retry':
    case 'Service:Stopped':
      return undefined;
  }
}
