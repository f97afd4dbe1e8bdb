import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { GeomillError } from '../../errors/geomill-error.ts';

const PACKAGE = '@valhallajs/valhallajs';
/** The version that Geomill is tested with, as in package.json. */
const VERSION = '3.6.1';

/** Asks Valhalla in this process. Shape: requests and answers are JSON texts. */
export interface ValhallaActor {
  route(request: string): Promise<string>;
  locate(request: string): Promise<string>;
  matrix(request: string): Promise<string>;
}

/**
 * Loads Valhalla into this process.
 *
 * Errors: NOT_SUPPORTED, with what to install, where the optional package or a system library is missing.
 */
export async function loadActor(config: object): Promise<ValhallaActor> {
  let module: { Actor: new (config: string) => ValhallaActor };
  try {
    module = (await import(PACKAGE)) as typeof module;
  } catch (cause) {
    throw notInstalled(cause);
  }
  return new module.Actor(JSON.stringify(config));
}

/**
 * Finds the program that makes road tiles.
 *
 * Errors: as of loadActor.
 */
export async function findTileBuilder(): Promise<string> {
  try {
    const entry = createRequire(import.meta.url).resolve(PACKAGE);
    const program = join(dirname(entry), process.platform, process.arch, 'valhalla_build_tiles');
    await access(program, constants.X_OK);
    return program;
  } catch (cause) {
    throw notInstalled(cause);
  }
}

/** Builds the failure that says what to install: the package, or what the package needs of the system. */
export function notInstalled(cause: unknown): GeomillError {
  if (isMissing(cause)) {
    return new GeomillError(
      'NOT_SUPPORTED',
      `Routes over roads need the optional package ${PACKAGE}. Add it with: npm install ${PACKAGE}@${VERSION}`,
      { cause },
    );
  }
  const why = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
  return new GeomillError(
    'NOT_SUPPORTED',
    `Routes over roads need the optional package ${PACKAGE}, which is for Linux (glibc 2.28 or newer, x64 and arm64) and macOS (arm64), and the system library libbsd0 (Debian: apt-get install libbsd0). It cannot be loaded: ${why}`,
    { cause },
  );
}

/** Reports whether the package itself was not found, as opposed to a file or library that it needs. */
function isMissing(cause: unknown): boolean {
  const { code, message = '' } = cause as { code?: string; message?: string };
  return (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') && message.includes(`'${PACKAGE}'`);
}
