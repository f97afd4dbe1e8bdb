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

/** Runs a job with the built library, as the command line does; opening the service is not measured. */
async function prepareJob({
  job,
  service: { local, remote },
  input,
  outputDir,
  chunkBytes,
  checkpointMs,
  workers = 1,
}) {
  const { openService, parseJob, runJob } = await load('index.js');
  const stages = job.stages.map(({ kind, options }) => ({ [kind]: options }));
  const parsed = await parseJob(JSON.stringify({ ...job, stages }), { file: 'bench' });
  Object.assign(parsed.limits, { chunkBytes, checkpointMs });
  const { deadlineMs, ...limits } = remote ?? {};
  const opened = remote
    ? await openService({ kind: 'remote', ...remote }, { limits: { ...limits, timeoutMs: deadlineMs } })
    : await openService({ kind: 'local', datasetDir: local });
  return {
    begin: async () => ({
      report: await runJob({ job: parsed, service: opened, input, outputDir, mode: 'restart', workers }),
    }),
    end: () => (remote ? { stats: opened.remote.stats() } : {}),
    done: () => opened.close(),
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
