import { englishText, message, type Message } from '../base/messages/message.ts';
import { listFaults } from '../base/errors/list-faults.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { type Language, LANGUAGES } from '../base/messages/languages.ts';
import { nearestName } from '../base/text/suggestion.ts';
import { keyFault } from './api-key.ts';

/** The settings of the environment; each is optional. */
export interface Environment {
  /** `local`, or the address of a service. */
  service?: string;
  imageryService?: string;
  apiKey?: string;
  datasetDir?: string;
  cacheDir?: string;
  /** The address of a Valhalla server for local routes. */
  valhallaUrl?: string;
  workers?: number;
  /** Factor of all time budgets. */
  patience?: number;
  /** Address of the queue of `run`, `worker` and `queue`. */
  queue?: string;
  queueUsername?: string;
  queuePassword?: string;
}

/** The variables that Geomill reads, with their descriptions. */
export const ENVIRONMENT_VARIABLES = {
  GEOMILL_SERVICE: 'local, or the address of a remote service: https://host/v1',
  GEOMILL_API_KEY: 'key of the remote service',
  GEOMILL_IMAGERY_SERVICE: 'address of the street imagery service',
  GEOMILL_DATASET: 'folder of the dataset of the local service',
  GEOMILL_VALHALLA_URL: 'address of a Valhalla server for local routes, instead of the roads of the dataset',
  GEOMILL_CACHE: 'folder of cached responses; default output/.cache',
  GEOMILL_WORKERS: 'worker threads for local runs and servers; default the number of cores',
  GEOMILL_PATIENCE:
    'factor of the time that a row, a chunk or a request may take; default 1, more for a slow machine',
  GEOMILL_QUEUE: 'address of a queue for run, worker and queue: redis://host:port',
  GEOMILL_QUEUE_USERNAME: 'user of the queue',
  GEOMILL_QUEUE_PASSWORD: 'password of the queue',
  GEOMILL_LANGUAGE: 'language of errors and findings: en (default) or vi',
  GEOMILL_DEBUG: '1: show the stack of an error',
} as const;

/** Requests in flight where no limit is set. Here, so that the help of the commands loads no service. */
export const DEFAULT_CONCURRENCY = 8;

/** The largest number of worker threads. */
export const MAX_WORKERS = 256;

/** Variables of an environment. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Returns the environment of this process. */
export function processEnvironment(): Variables {
  return process.env;
}

/**
 * Reads the environment.
 *
 * Errors: USAGE with all errors in one message, which never contains a key.
 */
export function readEnvironment(env: Variables): Environment {
  const faults: Message[] = [];
  const value = (name: keyof typeof ENVIRONMENT_VARIABLES) => env[name]?.trim() || undefined;
  const known = Object.keys(ENVIRONMENT_VARIABLES);
  for (const name of Object.keys(env)) {
    const meant = name.startsWith('GEOMILL_') && !known.includes(name) ? nearestName(name, known) : undefined;
    if (meant !== undefined) faults.push(message('setting.unknownVariable', { name, nearest: meant }));
  }
  const service = value('GEOMILL_SERVICE');
  const imageryService = value('GEOMILL_IMAGERY_SERVICE');
  const apiKey = value('GEOMILL_API_KEY');
  const datasetDir = value('GEOMILL_DATASET');
  const cacheDir = value('GEOMILL_CACHE');
  if (service !== undefined && service !== 'local' && !isAddress(service))
    faults.push(message('setting.serviceAddress'));
  if (imageryService !== undefined && !isAddress(imageryService))
    faults.push(message('setting.imageryAddress'));
  const valhallaUrl = value('GEOMILL_VALHALLA_URL');
  if (valhallaUrl !== undefined && !isAddress(valhallaUrl)) faults.push(message('setting.valhallaAddress'));
  const queue = value('GEOMILL_QUEUE');
  const queueUsername = value('GEOMILL_QUEUE_USERNAME');
  const queuePassword = value('GEOMILL_QUEUE_PASSWORD');
  const workersText = value('GEOMILL_WORKERS');
  const workers = workersText === undefined ? undefined : readWorkers(workersText);
  if (workers === null) faults.push(message('setting.workers', { most: MAX_WORKERS }));
  const patience = readPatience(env);
  if (patience === null)
    faults.push(message('setting.patience', { least: PATIENCE.least, most: PATIENCE.most }));
  if (value('GEOMILL_LANGUAGE') !== undefined && languageOf(env) === undefined)
    faults.push(message('setting.language', { languages: LANGUAGES }));
  const fault = apiKey === undefined ? undefined : keyFault(apiKey);
  if (fault !== undefined) faults.push(message('setting.key', { fault }));
  if (faults.length > 0) {
    const [fault] = faults;
    const reason =
      faults.length === 1
        ? message('setting.environment', { fault: fault! })
        : message('setting.environmentFaults', { list: listFaults(faults, '\n  ') });
    throw new GeomillError('USAGE', reason, { details: { faults: faults.map(englishText) } });
  }
  return {
    service,
    imageryService,
    apiKey,
    datasetDir,
    cacheDir,
    valhallaUrl,
    queue,
    queueUsername,
    queuePassword,
    workers: typeof workers === 'number' ? workers : undefined,
    patience: patience ?? undefined,
  };
}

/** Returns the language of the terminal; undefined where none, or no known one, is asked for. */
export function languageOf(env: Variables): Language | undefined {
  return LANGUAGES.find((language) => language === env.GEOMILL_LANGUAGE?.trim().toLowerCase());
}

/** Bounds of GEOMILL_PATIENCE: with less, starting a thread would exceed the budgets. */
const PATIENCE = { least: 0.05, most: 1000 };

/** Returns the factor of all time budgets. Shape: undefined where it is left out, null where it is wrong. */
export function readPatience(env: Variables): number | null | undefined {
  const text = env.GEOMILL_PATIENCE?.trim() || undefined;
  if (text === undefined) return undefined;
  const patience = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  return patience >= PATIENCE.least && patience <= PATIENCE.most ? patience : null;
}

function readWorkers(text: string): number | null {
  const workers = /^\d+$/.test(text) ? Number(text) : 0;
  return workers >= 1 && workers <= MAX_WORKERS ? workers : null;
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
