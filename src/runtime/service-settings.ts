import { join } from 'node:path';
import { readEndpoint } from '../remote/endpoint.ts';
import type { RemoteServiceOptions } from '../remote/options.ts';
import { readKeyFile } from './api-key.ts';
import { readEnvironment, type Environment, type Variables } from './environment.ts';
import { starterDataset } from './package-files.ts';

/** The options of a command line that choose a service; each one left out comes from the environment, then from the defaults. */
export interface ServiceOptions {
  service?: string;
  dataset?: string;
  /** False for `--no-cache`. */
  cache?: boolean;
  allowPrivate?: boolean;
  apiKeyFile?: string;
}

/** A service over a dataset on disk. */
export interface LocalSettings {
  kind: 'local';
  /** Folder of the dataset; the starter dataset of the package when left out. */
  datasetDir?: string;
  /** Address of a Valhalla server for routes; the road network of the dataset when left out. */
  valhallaUrl?: string;
  /** Folder that keeps the matrices of routes between runs; without it none are kept. */
  cacheDir?: string | false;
  /** Environment of the child processes that compute routes; that of this process when left out. */
  env?: Variables;
}

/** A service over HTTP. Shape: the folder `cacheDir` keeps responses and the daily quota between runs; without it neither is kept. */
export interface RemoteSettings {
  kind: 'remote';
  /** Address of the service, ending in its version: `https://host/v1`. */
  baseUrl: string;
  imageryBaseUrl?: string;
  apiKey?: string;
  cacheDir?: string | false;
  /** Allows private and link-local addresses. */
  allowPrivate?: boolean;
  /** Node was told not to check certificates, which Geomill cannot change; it is noted in the manifest. */
  hasUncheckedTls?: boolean;
}

/** The choice of a service and all that is needed to open it. */
export type ServiceSettings = LocalSettings | RemoteSettings;

/** Limits for the requests to a remote service; a local service has none. Units: in the names. */
export interface ServiceLimits extends Pick<
  RemoteServiceOptions,
  | ('ratePerSecond' | 'concurrency' | 'perDay' | 'isGateway')
  | ('maxPauseMs' | 'reconnectMs' | 'maxSameRefusals')
> {
  /** Longest time of one request. */
  timeoutMs?: number;
  /** The same of a route. */
  routeTimeoutMs?: number;
}

/** Returns the folder of a dataset, of a copy where it is at an object store: a port, which the command line fills. */
export type LocalDataset = (
  dataset: string,
  options: { cacheDir: string; onNote?: (note: string) => void },
) => Promise<string>;

/**
 * Returns the settings of a service from the options of a command line and the environment.
 *
 * Shape: `localDataset` returns the folder of a dataset that is elsewhere, of a copy below the cache folder; `onNote` is told of it.
 * Errors: USAGE when the environment, an address or a key file is wrong; those of copying a dataset.
 */
export async function readServiceSettings(
  stated: ServiceOptions,
  { env, starterDir, localDataset }: { env: Variables; starterDir?: string; localDataset?: LocalDataset },
  onNote?: (note: string) => void,
): Promise<ServiceSettings> {
  const environment = readEnvironment(env);
  const service = stated.service ?? environment.service ?? 'local';
  if (service === 'local') {
    const { valhallaUrl } = environment;
    const dataset = stated.dataset ?? environment.datasetDir ?? starterDir ?? starterDataset();
    const cacheDir = stated.cache === false ? false : cacheFolder(environment);
    const around = { cacheDir: cacheFolder(environment), ...(onNote && { onNote }) };
    return {
      kind: 'local',
      datasetDir: (await localDataset?.(dataset, around)) ?? dataset,
      valhallaUrl,
      cacheDir,
      env,
    };
  }
  const allowPrivate = stated.allowPrivate ?? false;
  readEndpoint(service, allowPrivate);
  const apiKey = stated.apiKeyFile === undefined ? environment.apiKey : await readKeyFile(stated.apiKeyFile);
  const { imageryService } = environment;
  return {
    kind: 'remote',
    baseUrl: service,
    cacheDir: stated.cache === false ? false : cacheFolder(environment),
    allowPrivate,
    hasUncheckedTls: env.NODE_TLS_REJECT_UNAUTHORIZED === '0' || undefined,
    imageryBaseUrl: imageryService,
    apiKey,
  };
}

/** Returns the folder of what is kept between commands: cached responses, copies of objects, work folders of runs at `s3://`. */
export function cacheFolder({ cacheDir }: Pick<Environment, 'cacheDir'>): string {
  return cacheDir ?? join('output', '.cache');
}

/** Returns the address of a remote service without its key, as messages and manifests show it. Errors: USAGE when it is no address. */
export function addressOf({ baseUrl, allowPrivate = false }: RemoteSettings): string {
  return readEndpoint(baseUrl, allowPrivate).name;
}
