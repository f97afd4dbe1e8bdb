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
import { formatBytes } from '../format-figures.ts';
import type { CliIo } from '../io.ts';
import { hasUnsafeCompiler } from '../unsafe-compiler.ts';
import { dirname, resolve } from 'node:path';

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
