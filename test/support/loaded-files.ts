import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SRC = pathToFileURL('src/').href;
const TSX = import.meta.resolve('tsx/esm/api');

/** Starts the threads of the program from their sources too, which `thread-entry.ts` takes from the last build. */
const THREADS_FROM_SOURCE = `
import threads from 'node:worker_threads';
import { syncBuiltinESMExports } from 'node:module';
threads.Worker = class extends threads.Worker {
  constructor(entry, options) {
    const name = /\\/dist\\/bundle\\/([\\w-]+)\\.cjs$/.exec(String(entry))?.[1];
    const source = name && 'import { register } from "${TSX}"; register(); await import("${SRC}runtime/' + name + '.ts")';
    super(source ? new URL('data:text/javascript,' + encodeURIComponent(source)) : entry, options);
  }
};
syncBuiltinESMExports();
`;

/** What V8 reports of a script: the first of its functions is the top level of the module. */
interface ScriptCoverage {
  url: string;
  functions: readonly { functionName: string; ranges: readonly { count: number }[] }[];
}

/** The helper that tsx adds to each file, and the code of fields, which runs as a part of the top level. */
const NOT_OF_THE_FILE = /^(?:__name|<(?:static|instance_members)_initializer>)$/;

/**
 * The files of `src/` that a command loaded, as paths below `src/`.
 *
 * Shape: a file is executed if at least one of its functions was called, in whichever thread; or if it has none, as a table of constants, and an executed file
 * imports one of them.
 */
export interface LoadedFiles {
  loaded: readonly string[];
  executed: ReadonlySet<string>;
}

/** Runs the command line from its source, and returns the files that it loaded. Cost: three seconds. */
export async function loadedFiles(args: readonly string[]): Promise<LoadedFiles> {
  const coverage = await mkdtemp(join(tmpdir(), 'geomill-loaded-'));
  try {
    const preload = `data:text/javascript,${encodeURIComponent(THREADS_FROM_SOURCE)}`;
    await run(process.execPath, ['--import', 'tsx', '--import', preload, 'src/cli/main.ts', ...args], {
      env: { ...process.env, NODE_V8_COVERAGE: coverage },
    });
    const called = new Map<string, { functions: number; calls: number }>();
    for (const file of await readdir(coverage)) {
      const { result } = JSON.parse(await readFile(join(coverage, file), 'utf8')) as {
        result: ScriptCoverage[];
      };
      for (const { url, functions } of result) {
        if (!url.startsWith(SRC)) continue;
        const path = decodeURI(url.slice(SRC.length)).replace(/\?.*$/, '');
        const own = functions.slice(1).filter(({ functionName }) => !NOT_OF_THE_FILE.test(functionName));
        const before = called.get(path) ?? { functions: 0, calls: 0 };
        called.set(path, {
          functions: before.functions + own.length,
          calls: before.calls + own.filter(({ ranges }) => ranges[0]!.count > 0).length,
        });
      }
    }
    return { loaded: [...called.keys()].sort(), executed: await executedOf(called) };
  } finally {
    await rm(coverage, { recursive: true });
  }
}

async function executedOf(
  called: ReadonlyMap<string, { functions: number; calls: number }>,
): Promise<Set<string>> {
  const executed = new Set([...called].flatMap(([path, { calls }]) => (calls > 0 ? [path] : [])));
  // A set goes on with what is added while it is walked.
  for (const path of executed)
    for (const target of await importsOf(path)) if (called.get(target)?.functions === 0) executed.add(target);
  return executed;
}

/** Returns the files that a file imports values of. */
async function importsOf(path: string): Promise<string[]> {
  const text = path.endsWith('.ts') ? await readFile(join(fileURLToPath(SRC), path), 'utf8') : '';
  return [...text.matchAll(/^(?:import|export) (?!type)[^;]*?from '(\.[^']+)'/gm)].map(([, target = '']) =>
    posix.join(posix.dirname(path), target),
  );
}
