// Loads the files of the bundle with the code that V8 compiled for them in an earlier process. Imports next to nothing of Geomill: it is loaded first.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { constants, Script } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import { openPartFile } from '../base/files/replace-file.ts';
import { resetV8Flags } from './v8-flags.ts';

/** Folder of the cached code, inside of the folder of the bundle: whoever can change it can change the code itself. */
export const CACHE_FOLDER = '.code-cache';
const HASH_BYTES = 20;

interface LoadedScript {
  script: Script;
  /** Path of its cache without what {@link cacheFile} adds. */
  path: string;
  /** The flags that it was loaded under. */
  tag: number;
  isStored: boolean;
}

interface BundleModule {
  exports: unknown;
}

/**
 * Loads a file of the bundle, which lies beside this one, and returns its exports.
 *
 * Shape: `isDebugged` loads it without cache, so that stack traces show the lines of the TypeScript source.
 */
export function loadBundle(file: string, { isDebugged = false } = {}): unknown {
  const folder = join(dirname(fileURLToPath(import.meta.url)), 'bundle');
  if (!isDebugged) return createCachedRequire(folder)(file);
  process.setSourceMapsEnabled(true);
  return createRequire(import.meta.url)(join(folder, file));
}

/**
 * Builds a `require` for the CommonJS files of one folder.
 *
 * Shape: each file is compiled from the code cache if there is one for exactly this file, Node, V8, flags and processor; otherwise from its
 * source, and the main thread writes the cache when the process exits. Worker threads start under the flags of a run, which V8 wants a cache of its own for: the
 * main thread writes that too, of its own files, if the process had such threads.
 * Guarantee: a cache that is missing, damaged or of another version changes nothing but the time; one that cannot be written is not written.
 */
export function createCachedRequire(folder: string): (file: string) => unknown {
  const modules = new Map<string, BundleModule>();
  const scripts: LoadedScript[] = [];
  let hasThreads = false;

  function load(path: string): unknown {
    const loaded = modules.get(path);
    if (loaded) return loaded.exports;
    const module: BundleModule = { exports: {} };
    modules.set(path, module);
    const nodeRequire = createRequire(path);
    const bundleRequire = (id: string): unknown =>
      id.startsWith('./') || id.startsWith('../') ? load(join(dirname(path), id)) : nodeRequire(id);
    const run = compile(path).runInThisContext() as (...args: unknown[]) => void;
    run.call(
      module.exports,
      module.exports,
      Object.assign(bundleRequire, nodeRequire),
      module,
      path,
      dirname(path),
    );
    return module.exports;
  }

  function compile(path: string): Script {
    const source = readFileSync(path);
    const name = relative(folder, path).replaceAll(/[/\\]/g, '-');
    // By content: an edit can keep size and time of change. Measured, the 32 files of `geomill ask`, 1.7 MB: 5 ms on a busy machine.
    // Of the flags of now: a run changes some between the first files and the others.
    const tag = cachedDataVersionTag();
    const cachePath = join(folder, CACHE_FOLDER, `${name}-${hashOf(source).toString('hex')}`);
    const cachedData = readCache(cacheFile(cachePath, tag));
    const script = new Script(wrapped(source.toString()), {
      filename: path,
      // `import()` of packages and of programs.
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      cachedData,
    });
    const isStored = cachedData !== undefined && !script.cachedDataRejected;
    if (isMainThread) scripts.push({ script, path: cachePath, tag, isStored });
    return script;
  }

  /** Writes the code that is loaded under the flags of now: V8 rejects what was written under other ones. */
  function store(): void {
    const now = cachedDataVersionTag();
    for (const each of scripts) {
      const file = cacheFile(each.path, now);
      const isMissing = each.tag === now ? !each.isStored : hasThreads && !existsSync(file);
      if (isMissing) writeCache(file, each.script);
      if (each.tag === now) each.isStored = true;
    }
  }

  // At exit the code of the functions that ran is compiled, so it is part of the cache.
  if (isMainThread) {
    process.once('worker', () => (hasThreads = true));
    process.once('exit', () => {
      store();
      hasThreads = false;
      resetV8Flags();
      store();
    });
  }
  return (file) => load(join(folder, file));
}

/** Returns the cache file of a script under some flags. */
function cacheFile(path: string, tag: number): string {
  return `${path}-${process.version}-${process.arch}-${tag.toString(16)}`;
}

// One line, so that line numbers of errors stay right.
const wrapped = (source: string) =>
  `(function (exports, require, module, __filename, __dirname) { ${source.replace(/^#!.*/, '')}\n})`;

/** Returns the code of a cache file; undefined when there is none, or its bytes are not those that were written. */
function readCache(path: string): Buffer | undefined {
  try {
    const bytes = readFileSync(path);
    const code = bytes.subarray(HASH_BYTES);
    return hashOf(code).equals(bytes.subarray(0, HASH_BYTES)) ? code : undefined;
  } catch {
    return undefined;
  }
}

function writeCache(path: string, script: Script): void {
  try {
    const code = script.createCachedData();
    mkdirSync(dirname(path), { recursive: true });
    const file = openPartFile(path, String(process.pid));
    file.write(Buffer.concat([hashOf(code), code]));
    file.finish();
  } catch {
    // A folder that is read-only or full: the next process compiles again.
  }
}

// V8 checks the length of cached code, but in release builds not its bytes.
function hashOf(bytes: Buffer): Buffer {
  return createHash('sha1').update(bytes).digest();
}
