// Runs one task in a process of its own and reports what it cost. Plain JavaScript, so that no loader is in the process that is measured.
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { clearInterval, setInterval } from 'node:timers';
import { pathToFileURL } from 'node:url';

const SAMPLE_MS = 1000;

// Nobody waits for the figures any more.
const onOrphaned = () => process.exit(1);
process.once('disconnect', onOrphaned);

const { dist, task } = JSON.parse(process.argv[2]);
const load = (file) => import(pathToFileURL(join(dist, file)).href);
const { begin, end, done } = await { job: prepareJob, copy: prepareCopy, ask: prepareAsk }[task.kind](task);

const rssBytes = [];
const sampler = setInterval(() => rssBytes.push(process.memoryUsage.rss()), SAMPLE_MS);
const cpuBefore = process.cpuUsage();
const startMs = performance.now();
let result;
try {
  result = await begin();
} catch (error) {
  if (error?.code === undefined) throw error;
  result = { error: { code: error.code, message: error.message } };
}
const ms = performance.now() - startMs;
const cpu = process.cpuUsage(cpuBefore);
clearInterval(sampler);
const stats = end?.() ?? {};
await done?.();
process.send({
  ms,
  cpuMs: (cpu.user + cpu.system) / 1000,
  peakRssBytes: process.resourceUsage().maxRSS * 1024,
  rssBytes,
  ...result,
  ...stats,
});
process.off('disconnect', onOrphaned);
process.disconnect();

/** Runs a job from the built code, as the command line does; opening the service is not measured. */
async function prepareJob({
  job,
  service: { local, remote },
  input,
  outputDir,
  openRows,
  chunkBytes,
  checkpointMs,
  workers = 1,
}) {
  const { runJob } = await load('pipeline/run.js');
  const { STAGES } = await load('stages/registry.js');
  const { createLocalService } = await load('local/local-service.js');
  const { createRemoteService } = await load('remote/remote-service.js');
  const stages = job.stages.map(({ kind, options }) => ({ prefix: kind, definition: STAGES[kind], options }));
  const threads = async (loaded) => {
    const { createChunkThreads } = await load('runtime/chunk-threads.js');
    return { createChunkProcessor: createChunkThreads({ threads: workers, service: { loaded } }) };
  };
  const opened = remote ? createRemoteService(remote) : await createLocalService({ datasetDir: local });
  // As the command line does.
  if (!remote) (await load('runtime/settle-heap.js')).settleHeap();
  const window = remote ? { openRows } : (await load('runtime/local-window.js')).LOCAL_WINDOW;
  return {
    begin: async () => ({
      report: await runJob({
        job: { name: job.name, input: {}, stages, outputs: job.outputs },
        input: { name: 'input', fileName: 'input.csv', path: input },
        outputDir,
        mode: 'restart',
        service: opened.service,
        serviceIdentity: opened.identity ?? remote.baseUrl,
        ...window,
        chunkBytes,
        checkpointMs,
        ...(workers > 1 ? await threads(opened.loaded) : {}),
      }),
    }),
    end: () => (remote ? { stats: opened.stats() } : {}),
    done: () => opened.close?.(),
  };
}

/** Copies a CSV file through csv-parse and csv-stringify, and nothing else. */
async function prepareCopy({ input, output }) {
  const [{ parse }, { stringify }] = await Promise.all([import('csv-parse'), import('csv-stringify')]);
  return {
    begin: () =>
      pipeline(createReadStream(input), parse(), stringify(), createWriteStream(output)).then(() => ({})),
    // What is still to be written would otherwise slow down whatever is measured next.
    done: async () => {
      const file = await open(output);
      await file.sync();
      await file.close();
    },
  };
}

/** Asks the questions of a file, one path a line, on one pool: sends and parses, and nothing else. */
async function prepareAsk({ origin, paths, concurrency }) {
  const { Pool } = await import('undici');
  const pool = new Pool(origin, { connections: concurrency, pipelining: 1 });
  const questions = readFileSync(paths, 'utf8').split('\n');
  let next = 0;
  const ask = async () => {
    while (next < questions.length) {
      const { body } = await pool.request({ method: 'GET', path: questions[next++] });
      JSON.parse(await body.text());
    }
  };
  return {
    begin: () => Promise.all(Array.from({ length: concurrency }, ask)).then(() => ({})),
    done: () => pool.destroy(),
  };
}
