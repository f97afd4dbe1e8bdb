import { extname } from 'node:path';

/**
 * Node aborts the whole process when a thread is terminated while it `require`s an ES module, as may happen at the end of a small file. With
 * this flag such a `require` fails, and the pool imports the module. The built worker is CommonJS; its source is not.
 */
const IMPORT_ONLY = ['--no-experimental-require-module'].filter((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
);

/**
 * Returns the URL of the program of a thread, a module of this folder, as it was built.
 *
 * Shape: the program that runs from its source, as in tests, has the threads of the last build: Node 20 reads no TypeScript in a thread, and a
 * loader for it costs each thread more than a second.
 */
export function threadEntry(name: string): URL {
  const isSource = extname(import.meta.url) === '.ts';
  return new URL(
    isSource ? `../../dist/bundle/${name}.cjs` : `${name}${extname(import.meta.url)}`,
    import.meta.url,
  );
}

/** Returns the Node options of a thread. */
export const threadArguments = (): string[] => IMPORT_ONLY;
