import { Buffer } from 'node:buffer';
import { createRequire } from 'node:module';
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';

const BUILT_LIBRARY = '../../dist/index.js';

// A test that counts threads shares a number with them.
const { starts } = workerData.loaded;
if (starts) Atomics.add(new Int32Array(starts), 0, 1);

/** A thread that works as the built one, until a row tells it how to end. */
parentPort.on('message', (tasks) => {
  for (const { bytes } of tasks) {
    const text = bytes ? Buffer.from(bytes).toString() : '';
    if (text.includes('please exit')) process.exit(7);
    if (text.includes('please throw')) throw new Error('thrown where nobody waits');
    if (text.includes('please require')) createRequire(import.meta.url)(BUILT_LIBRARY);
  }
});
await import('../../dist/bundle/chunk-worker.cjs');
