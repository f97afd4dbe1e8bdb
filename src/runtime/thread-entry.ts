import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Node aborts the whole process when a thread is terminated while it `require`s an ES module, as may happen at the end of a small file. With
 * this flag such a `require` fails, and the pool imports the module. The built worker is CommonJS; its source is not.
 */
const IMPORT_ONLY = ['--no-experimental-require-module'].filter((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
);

/** Returns the URL of the program of a thread, a module of this folder: the built one or the source. */
export function threadEntry(name: string): URL {
  return new URL(`${name}${extname(import.meta.url)}`, import.meta.url);
}

/** Returns the Node options of a thread. Node 20 needs a loader for TypeScript. */
export function threadArguments(entry: URL): string[] {
  if (extname(entry.pathname) !== '.ts') return IMPORT_ONLY;
  return [...IMPORT_ONLY, '--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href];
}

/** The message of a thread to the main thread that it is ready. */
export const THREAD_BEGUN = 'begun';
