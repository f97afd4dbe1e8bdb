import { codesIn, type MessageCode } from '../../base/messages/message.ts';
import { access, readFile, stat } from 'node:fs/promises';
import { constants, existsSync, statfsSync } from 'node:fs';
import { loadSharp, SHARP_VERSION } from '../../dataset/imagery/pictures/sharp-package.ts';
import { errnoOf, isGeomillError } from '../../base/errors/geomill-error.ts';
import { loadS3Sdk, S3_PACKAGE } from '../../object-store/packages.ts';
import { loadMcpSdk, MCP_PACKAGE } from '../../mcp/packages.ts';
import { loadQueuePackages, QUEUE_PACKAGES } from '../../queue/connection.ts';
import { loadBinding, PACKAGE_VERSION } from '../../engine/routing/valhalla/binding.ts';
import { packageFile } from '../../runtime/package-files.ts';
import { formatBytes, formatCounted } from '../format-figures.ts';
import type { CliIo } from '../io.ts';
import { hasUnsafeCompiler } from '../unsafe-compiler.ts';
import { dirname, resolve } from 'node:path';
import { type Probe, probeService, readCacheState } from '../../remote/probe-service.ts';
import { quotaDay } from '../../remote/quota.ts';
import { addressOf, type RemoteSettings, type ServiceSettings } from '../../runtime/service-settings.ts';

/** The result of one check. Shape: `remedy` says what to do about a warning or a fault, where the message does not. */
export interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'fault';
  message: string;
  remedy?: string;
}

/** A finding without the name of its check. */
export type Found = Omit<Finding, 'check'>;

/** Returns a check that found nothing wrong. */
export const ok = (message: string): Found => ({ state: 'ok', message });

/** Returns what a check warns of. */
export const warning = (message: string, remedy?: string): Found => ({ state: 'warning', message, remedy });

/** Returns what keeps runs from working. */
export const fault = (message: string, remedy?: string): Found => ({ state: 'fault', message, remedy });

/** Runs a check; a failure of the catalogue becomes a finding with its message. */
export async function findingOf(
  check: string,
  state: 'warning' | 'fault',
  run: () => Promise<Found>,
): Promise<Finding> {
  try {
    return { check, ...(await run()) };
  } catch (error) {
    if (!isGeomillError(error)) throw error;
    return { check, state, message: error.message };
  }
}

/** Checks the version of Node against `engines` of the package. Shape: `version` as in `20.19.0`. */
export async function checkNode(version = process.versions.node): Promise<Finding> {
  const { engines } = JSON.parse(await readFile(packageFile('package.json'), 'utf8')) as {
    engines: { node: string };
  };
  const least = engines.node.replace(/^>=/, '');
  const message = `Node ${version} on ${process.platform} ${process.arch}`;
  if (!isAtLeast(version, least))
    return { check: 'node', ...fault(message, `install Node ${least} or newer`) };
  const found = hasUnsafeCompiler(version)
    ? warning(
        `${message}, whose compiler Maglev crashes now and then (nodejs/node#64841): Geomill runs without it, more slowly at first`,
        'install Node 22, or one newer than 24.18.1',
      )
    : ok(message);
  return { check: 'node', ...found };
}

function isAtLeast(version: string, least: string): boolean {
  const [have, need] = [version, least].map((text) => text.split('.').map(Number));
  for (const [at, number] of (need ?? []).entries()) {
    const found = have?.[at] ?? 0;
    if (found !== number) return found > number;
  }
  return true;
}

/** Checks that the files of the package are there. */
export function checkParts(jobsDir: string, version: string): Finding {
  const parts = { jobs: jobsDir, 'page of the report': packageFile('dist/report') };
  const missing = Object.entries(parts).filter(([, path]) => !existsSync(path));
  const names = missing.map(([name, path]) => `${name} (${path})`).join(', ');
  const found =
    names === ''
      ? ok(`Geomill ${version}, all parts are there`)
      : fault(`Geomill ${version} lacks ${names}`, 'install Geomill again; in a working copy run make build');
  return { check: 'package', ...found };
}

/** A package that is not installed with Geomill: what needs it, and how it is loaded with its native part. */
interface OptionalPackage {
  name: string;
  /** As `npm install` takes it. */
  install: string;
  purpose: string;
  load: () => Promise<unknown>;
}

/** The packages that some features need. */
const OPTIONAL_PACKAGES: readonly OptionalPackage[] = [
  {
    name: '@valhallajs/valhallajs',
    install: `@valhallajs/valhallajs@${PACKAGE_VERSION}`,
    purpose: 'routes over roads; without it they are straight lines',
    load: loadBinding,
  },
  {
    name: 'sharp',
    install: `sharp@${SHARP_VERSION}`,
    purpose: 'building street pictures',
    load: loadSharp,
  },
  {
    name: 'bullmq, ioredis',
    install: QUEUE_PACKAGES,
    purpose: 'chunks on other machines (--queue)',
    load: () => loadQueuePackages(),
  },
  {
    name: '@aws-sdk/client-s3',
    install: S3_PACKAGE,
    purpose: 'object storage (s3://)',
    load: () => loadS3Sdk(),
  },
  {
    name: '@modelcontextprotocol/sdk',
    install: MCP_PACKAGE,
    purpose: 'tools for agents (geomill mcp)',
    load: () => loadMcpSdk(),
  },
];

/** What says that a package is not installed. */
const MISSING: readonly MessageCode[] = [
  'fault.packageMissing',
  'pictures.packageMissing',
  'routing.packageMissing',
];

/** Checks that the optional packages can be loaded. Shape: the remedy of those that are missing is one command for all. */
export async function checkPackages(packages = OPTIONAL_PACKAGES): Promise<Finding[]> {
  const errors = await Promise.all(
    packages.map(({ load }) =>
      load().then(
        () => undefined,
        (error: unknown) => ({ error }),
      ),
    ),
  );
  const faults = errors.map((failed) => failed && reasonOf(failed.error));
  const isMissing = (error: unknown): boolean =>
    isGeomillError(error) && MISSING.some((code) => codesIn(error.reason).includes(code));
  const missing = packages.filter((_, at) => isMissing(errors[at]?.error));
  const command = `npm install ${missing.map(({ install }) => install).join(' ')}`;
  return packages.map((each, at): Finding => {
    const reason = faults[at];
    const found =
      reason === undefined
        ? ok(`loaded: ${each.purpose}`)
        : missing.includes(each)
          ? warning(`not installed: ${each.purpose}`, command)
          : warning(reason);
    return { check: `package ${each.name}`, ...found };
  });
}

function reasonOf(error: unknown): string {
  if (isGeomillError(error)) return error.message;
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return `cannot be loaded: ${line}: install it again with npm, on this machine and with this version of Node`;
}

/** Says how progress and messages are shown here. */
export function checkTerminal(
  { stderr, env }: Pick<CliIo, 'stderr' | 'env'>,
  platform = process.platform,
): Finding {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  const message = `${stderr.columns ?? '?'} columns, ${locale || 'no locale'}`;
  const found = !stderr.isTTY
    ? ok('none: progress is written as lines')
    : platform === 'win32' || /utf-?8/i.test(locale)
      ? ok(message)
      : warning(message, 'set LANG=C.UTF-8: Vietnamese names may be shown wrong; files are right');
  return { check: 'terminal', ...found };
}

/** Free space below which a run of some 100,000 rows may not fit, and below which any may fail. Units: bytes. */
const FEW_BYTES = 1 << 30;
const TOO_FEW_BYTES = 50 << 20;

/** The free space of a file system. Units: bytes. */
type FreeSpace = (path: string) => { bytes: number; hasFiles: boolean };

const freeSpaceOf: FreeSpace = (path) => {
  const { bavail, bsize, files, ffree } = statfsSync(path);
  // Some file systems have no fixed number of files, and count 0 of 0.
  return { bytes: bavail * bsize, hasFiles: files === 0 || ffree > 0 };
};

/** Checks that a folder, or the one that it will be made in, can be written to and has space. Guarantee: makes nothing. */
export async function checkFolder(check: string, folder: string, freeSpace = freeSpaceOf): Promise<Finding> {
  return { check, ...(await findSpace(folder, freeSpace)) };
}

async function findSpace(folder: string, freeSpace: FreeSpace): Promise<Found> {
  const path = resolve(folder);
  const there = await nearest(path);
  if (!(await stat(there)).isDirectory()) return fault(`${there} is not a folder`, 'choose another folder');
  const errno = await access(there, constants.W_OK | constants.X_OK).then(() => undefined, errnoOf);
  if (errno !== undefined)
    return fault(
      `${there} cannot be written to (${errno})`,
      'change its permissions, or choose another folder',
    );
  const { bytes, hasFiles } = freeSpace(there);
  const message = `${folder} ${there === path ? 'can be written to' : `will be made in ${there}`}, ${formatBytes(bytes)} free`;
  if (!hasFiles) return fault(`${message}, but the file system takes no more files`, 'remove files');
  if (bytes >= FEW_BYTES) return ok(message);
  return (bytes < TOO_FEW_BYTES ? fault : warning)(message, 'free some space');
}

/** Returns the path itself if it is there, else the nearest folder above it. */
async function nearest(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) {
    const found = await stat(at).catch(() => undefined);
    if (found || at === dirname(at)) return at;
  }
}

/** A difference of clocks beyond which the day of the quota and pauses are wrong. Units: milliseconds. */
const SKEW_MS = 60_000;

/** Checks the cache folder, and names the requests that were counted today. */
export async function checkCache(folder: string, settings: ServiceSettings): Promise<Finding> {
  return findingOf('cache', 'fault', async () => {
    const service = settings.kind === 'remote' ? addressOf(settings) : undefined;
    const owner =
      settings.kind === 'remote' ? { service: addressOf(settings), apiKey: settings.apiKey } : undefined;
    const state = readCacheState(folder, owner);
    if (!state) return ok(`${folder} is not there yet: no response is cached`);
    const { responseBytes, quota } = state;
    const today = quotaDay(Date.now());
    const requests = quota?.day === today ? quota.requests : 0;
    const count =
      service === undefined
        ? ''
        : `, ${formatCounted(requests, 'request')} of ${service} counted on ${today}`;
    if (quota && quota.day > today)
      return warning(
        `${folder}: requests were counted for ${quota.day}, and this machine has ${today}`,
        'set the clock of this machine: nothing is counted for a day before the latest',
      );
    return ok(`${folder}: ${formatBytes(responseBytes)} of responses${count}`);
  });
}

/** Says whether there is a key, and where it comes from. Guarantee: the key is not in the text. */
export function checkKey(
  settings: ServiceSettings,
  apiKeyFile: string | undefined,
  envKey: boolean,
): Finding {
  const source = apiKeyFile === undefined ? (envKey ? 'GEOMILL_API_KEY' : undefined) : apiKeyFile;
  const check = 'key';
  if (settings.kind === 'local') {
    const message =
      source === undefined
        ? 'none, and the local service needs none'
        : `from ${source}; the local service needs none`;
    return { check, state: 'ok', message };
  }
  if (source !== undefined) return { check, state: 'ok', message: `from ${source} (not shown)` };
  const remedy = 'set GEOMILL_API_KEY, or name a file that only you can read: --api-key-file FILE';
  return { check, state: 'warning', message: 'none; most services refuse requests without one', remedy };
}

/** Sends one request to the service and compares the clocks. */
export async function checkService(settings: RemoteSettings): Promise<Finding[]> {
  const name = addressOf(settings);
  let probe: Probe | undefined;
  const answer = await findingOf('service', 'fault', async () => {
    probe = await probeService(settings);
    return describeAnswer(name, probe);
  });
  const ahead = probe?.clockAheadMs;
  return ahead === undefined ? [answer] : [answer, clockFinding(ahead)];
}

function describeAnswer(name: string, { status, detail, elapsedMs }: Probe): Found {
  const time = `${Math.round(elapsedMs)} ms`;
  if (status === undefined)
    return fault(
      `${name} cannot be reached: ${detail}`,
      'check the address, the network and the proxy; run the command again when the service is back',
    );
  if (status === 401 || status === 403)
    return fault(`${name} refused the key (HTTP ${status})`, 'ask its operator for a key');
  if (status === 429) return warning(`${name} wants fewer requests (HTTP 429)`, 'wait, or lower --rate');
  if (status >= 200 && status < 300) return ok(`${name} replied in ${time}`);
  return fault(
    `${name} replied with HTTP ${status} after ${time}`,
    status >= 500 ? 'run the command again when the service is back' : 'check the address and its version',
  );
}

function clockFinding(aheadMs: number): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const message = `${formatCounted(seconds, 'second')} ${aheadMs > 0 ? 'ahead of' : 'behind'} the service`;
  if (Math.abs(aheadMs) <= SKEW_MS) return { check: 'clock', state: 'ok', message };
  const remedy = 'set the clock of this machine (NTP): the day of the quota and pauses depend on it';
  return { check: 'clock', state: 'warning', message, remedy };
}
