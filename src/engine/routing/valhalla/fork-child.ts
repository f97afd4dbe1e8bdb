import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const isSource = import.meta.url.endsWith('.ts');
const PROGRAM = fileURLToPath(new URL(`./valhalla-child.${isSource ? 'ts' : 'js'}`, import.meta.url));
/** Source files need a loader; it is resolved here because the working directory can be any. */
const EXEC_ARGV = isSource
  ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
  : [];

/** Starts a child process with Valhalla over some road tiles. */
export function forkChild(
  tileExtract: string,
  env: Readonly<Record<string, string | undefined>>,
): ChildProcess {
  return fork(PROGRAM, [tileExtract], {
    execArgv: EXEC_ARGV,
    // A child works on one request at a time and needs one thread.
    env: { ...env, UV_THREADPOOL_SIZE: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
