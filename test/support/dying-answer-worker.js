import { parentPort, workerData } from 'node:worker_threads';
import process from 'node:process';
import './looping-texts.cjs';

/** Numbers shared with the test: 1 in the first makes threads fail at their start; threads told to wait do so until the second is 1. */
const control = new Int32Array(workerData.loaded.control);
if (Atomics.load(control, 0) === 1) throw new Error('told not to start');

/** A thread that works as the built one, until a text tells it how to end. */
parentPort.on('message', (requests) => {
  for (const { parameters } of requests) {
    if (parameters.text === 'please exit') process.exit(7);
    if (parameters.text === 'please throw') throw new Error('thrown where nobody waits');
    if (parameters.text === 'please wait') Atomics.wait(control, 1, 0);
  }
});
await import('../../dist/bundle/answer-worker.cjs');
