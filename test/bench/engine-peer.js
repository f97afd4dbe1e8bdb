// Asks the engine the questions of a file, in threads of one process, and nothing else: what a batch over HTTP is compared with. Plain JavaScript, so
// that no loader is in it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { pathToFileURL, URL } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Questions that a thread takes at once: no thread waits long for the last one. */
const BLOCK = 100;

if (isMainThread) await startThreads();
else await startThread(workerData);

async function startThreads() {
  const [dist, datasetDir, file, threads] = process.argv.slice(2);
  const texts = readFileSync(file, 'utf8').split('\n');
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workers = Array.from(
    { length: Number(threads) },
    () => new Worker(new URL(import.meta.url), { workerData: { dist, datasetDir, texts, next } }),
  );
  const allDone = () =>
    Promise.all(workers.map((worker) => new Promise((resolve) => worker.once('message', resolve))));
  await allDone();
  process.on('message', async () => {
    next[0] = 0;
    const cpuBefore = process.cpuUsage();
    const startMs = performance.now();
    const done = allDone();
    for (const worker of workers) worker.postMessage('begin');
    await done;
    const ms = performance.now() - startMs;
    const { user, system } = process.cpuUsage(cpuBefore);
    process.send({ ms, cpuMs: (user + system) / 1000 });
  });
  process.once('disconnect', () => process.exit());
  process.send('ready');
}

async function startThread({ dist, datasetDir, texts, next }) {
  const { openService } = await import(pathToFileURL(join(dist, 'index.js')).href);
  const { service } = await openService({ kind: 'local', datasetDir });
  parentPort.on('message', async () => {
    for (;;) {
      const from = Atomics.add(next, 0, BLOCK);
      if (from >= texts.length) break;
      for (const text of texts.slice(from, from + BLOCK)) await service.geocodeForward({ text, size: 1 });
    }
    parentPort.postMessage('done');
  });
  parentPort.postMessage('ready');
}
