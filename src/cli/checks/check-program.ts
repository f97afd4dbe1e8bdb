import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { SHARP_VERSION, loadSharp } from '../../dataset/imagery/pictures/sharp-package.ts';
import { isGeomillError } from '../../base/errors/geomill-error.ts';
import { loadS3Sdk, S3_PACKAGE } from '../../object-store/packages.ts';
import { loadMcpSdk, MCP_PACKAGE } from '../../mcp/packages.ts';
import { loadQueuePackages, QUEUE_PACKAGES } from '../../queue/connection.ts';
import { loadBinding, PACKAGE_VERSION } from '../../engine/routing/valhalla/binding.ts';
import { packageFile } from '../../runtime/package-files.ts';
import type { CliIo } from '../io.ts';
import type { Finding } from './finding.ts';

/** Checks the version of Node against `engines` of the package. Shape: `version` as in `20.19.0`. */
export async function checkNode(version = process.versions.node): Promise<Finding> {
  const { engines } = JSON.parse(await readFile(packageFile('package.json'), 'utf8')) as {
    engines: { node: string };
  };
  const least = engines.node.replace(/^>=/, '');
  const message = `Node ${version} on ${process.platform} ${process.arch}`;
  if (isAtLeast(version, least)) return { check: 'node', state: 'ok', message };
  return { check: 'node', state: 'fault', message, remedy: `install Node ${least} or newer` };
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
  if (missing.length === 0)
    return { check: 'package', state: 'ok', message: `Geomill ${version}, all parts are there` };
  return {
    check: 'package',
    state: 'fault',
    message: `Geomill ${version} lacks ${missing.map(([name, path]) => `${name} (${path})`).join(', ')}`,
    remedy: 'install Geomill again; in a working copy run make build',
  };
}

/** A package that is not installed with Geomill: what needs it, and how it is loaded with its native part. */
export interface OptionalPackage {
  name: string;
  /** As `npm install` takes it. */
  install: string;
  purpose: string;
  load: () => Promise<unknown>;
}

/** The packages that some features need. */
export const OPTIONAL_PACKAGES: readonly OptionalPackage[] = [
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

/** Checks that the optional packages can be loaded. Shape: the remedy of those that are missing is one command for all. */
export async function checkPackages(packages = OPTIONAL_PACKAGES): Promise<Finding[]> {
  const faults = await Promise.all(packages.map(({ load }) => load().then(() => undefined, reasonOf)));
  const missing = packages.filter((_, at) => faults[at]?.includes('npm install'));
  const command = `npm install ${missing.map(({ install }) => install).join(' ')}`;
  return packages.map((each, at): Finding => {
    const check = `package ${each.name}`;
    const fault = faults[at];
    if (fault === undefined) return { check, state: 'ok', message: `loaded: ${each.purpose}` };
    if (missing.includes(each))
      return { check, state: 'warning', message: `not installed: ${each.purpose}`, remedy: command };
    return { check, state: 'warning', message: fault };
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
  const check = 'terminal';
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  if (!stderr.isTTY) return { check, state: 'ok', message: 'none: progress is written as lines' };
  const message = `${stderr.columns ?? '?'} columns, ${locale || 'no locale'}`;
  if (platform === 'win32' || /utf-?8/i.test(locale)) return { check, state: 'ok', message };
  const remedy = 'set LANG=C.UTF-8: Vietnamese names may be shown wrong; files are right';
  return { check, state: 'warning', message, remedy };
}
