import { execFile, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MOST_CPU_MS, RIGHT_METERS, type PeerResult } from './peer-protocol.ts';

/** Names the files that rows and questions were written to. */
export interface PeerFiles {
  rows: string;
  questions: string;
}

/** Heap that MiniSearch may take. */
export const MOST_HEAP_BYTES = 6 * 2 ** 30;
const MOST_HEAP_MB = MOST_HEAP_BYTES / 2 ** 20;

/** Asks SQLite through the sqlite3 module of python3. Shape: a reason in words where that is not there. */
export function askSqlite({ rows, questions }: PeerFiles): Promise<PeerResult | string> {
  const script = fileURLToPath(new URL('sqlite-peer.py', import.meta.url));
  return new Promise((resolve) => {
    const given = [script, rows, questions, String(MOST_CPU_MS)];
    execFile('python3', given, { maxBuffer: 1 << 24 }, (error, stdout, stderr) => {
      if (error === null) resolve(JSON.parse(stdout) as PeerResult);
      else if (error.code === 'ENOENT') resolve('there is no python3');
      else resolve(stderr.trim().split('\n').at(-1) ?? error.message);
    });
  });
}

/** Asks MiniSearch in a process of its own. Shape: a reason in words where that ends, as it does when the heap is too small. */
export function askMiniSearch({ rows, questions }: PeerFiles): Promise<PeerResult | string> {
  const given = JSON.stringify({ rows, questions, mostCpuMs: MOST_CPU_MS, rightMeters: RIGHT_METERS });
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL('minisearch-peer.js', import.meta.url)), [given], {
      execArgv: [`--max-old-space-size=${MOST_HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('message', (result) => resolve(result as PeerResult));
    child.on('error', ({ message }) => resolve(message));
    child.on('exit', (code, signal) => {
      // Nothing happens where the result came first.
      resolve(`its process ended with ${signal ?? code}; the heap was limited to ${MOST_HEAP_MB} MB`);
    });
  });
}
