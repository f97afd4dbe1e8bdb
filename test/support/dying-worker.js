import { Buffer } from 'node:buffer';
import { createRequire } from 'node:module';
import process from 'node:process';
import { setImmediate } from 'node:timers';
import { workerData } from 'node:worker_threads';

const BUILT_LIBRARY = '../../dist/index.js';
const BUILT_WORKER = '../../dist/bundle/chunk-worker.cjs';

// A test that counts threads shares a number with them.
const { starts } = workerData.loaded;
if (starts) Atomics.add(new Int32Array(starts), 0, 1);

/** A thread that works as the built one, until a row tells it how to end. */
export default async function answerOrDie(message) {
  const text = Buffer.from(message.bytes).toString();
  if (text.includes('please exit')) process.exit(7);
  if (text.includes('please throw')) {
    setImmediate(() => {
      throw new Error('thrown where nobody waits');
    });
    return new Promise(() => undefined);
  }
  if (text.includes('please require')) return createRequire(import.meta.url)(BUILT_LIBRARY);
  const { default: answerChunk } = await import(BUILT_WORKER);
  return answerChunk(message);
}
