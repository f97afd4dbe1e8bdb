import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { GeomillError } from '../../../base/errors/geomill-error.ts';
import { message, type Message } from '../../../base/messages/message.ts';

const PACKAGE = '@valhallajs/valhallajs';
/** The version whose binaries, configuration and error texts this folder is written for. */
export const PACKAGE_VERSION = '3.6.1';

/** Valhalla in this process. Shape: requests and responses are JSON texts. */
export interface ValhallaActor {
  route(request: string): Promise<string>;
  locate(request: string): Promise<string>;
  matrix(request: string): Promise<string>;
}

/**
 * Loads Valhalla into this process.
 *
 * Errors: NOT_SUPPORTED, with the command that installs what is missing.
 */
export async function loadActor(config: object): Promise<ValhallaActor> {
  const { Actor } = await loadBinding();
  return new Actor(JSON.stringify(config));
}

/** Loads the package and the system libraries that it needs. Errors: as of {@link loadActor}. */
export async function loadBinding(): Promise<{ Actor: new (config: string) => ValhallaActor }> {
  findPackage();
  try {
    return (await import(PACKAGE)) as Awaited<ReturnType<typeof loadBinding>>;
  } catch (cause) {
    throw loadError(cause);
  }
}

/**
 * Returns the path of the program that builds road tiles.
 *
 * Errors: as of loadActor.
 */
export async function findTileBuilder(): Promise<string> {
  const program = join(dirname(findPackage()), process.platform, process.arch, 'valhalla_build_tiles');
  try {
    await access(program, constants.X_OK);
  } catch (cause) {
    throw loadError(cause);
  }
  return program;
}

/** Returns the path of the package's main file. Errors: NOT_SUPPORTED if the package is not installed. */
function findPackage(): string {
  try {
    return createRequire(import.meta.url).resolve(PACKAGE);
  } catch (cause) {
    throw new GeomillError(
      'NOT_SUPPORTED',
      message('routing.packageMissing', { name: PACKAGE, version: PACKAGE_VERSION }),
      { cause },
    );
  }
}

/**
 * Converts a failure to load or start a binary of the package to an error with the command that fixes it.
 *
 * Shape: a thrown error, or the last lines that the system's loader printed.
 */
export function loadError(cause: unknown): GeomillError {
  const words = cause instanceof Error ? cause.message : String(cause);
  return new GeomillError('NOT_SUPPORTED', remedyFor(words), { cause });
}

/** Characters of a message of the system's loader that are read. */
const MOST_CHARACTERS = 2_000;

function remedyFor(words: string): Message {
  // bounded: MOST_CHARACTERS
  const missing = /\b(lib[\w+-]+)\.so\.(\d+): cannot open shared object file/;
  const [, name, version] = missing.exec(words.slice(0, MOST_CHARACTERS)) ?? [];
  if (name !== undefined && version !== undefined) {
    // Debian names a library's package after its name and version.
    return message('routing.libraryMissing', { library: `${name}${version}` });
  }
  const { platform, arch } = process;
  const cause = words.split('\n')[0] ?? '';
  return message('routing.binaryMissing', { name: PACKAGE, platform, architecture: arch, cause });
}
