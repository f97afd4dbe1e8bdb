// A process that runs jobs over files, for the table of costs: a message of each line in, one of each line out.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { loadJob, openService, parseJob, runJob } from '../../dist/index.js';

const service = await openService({ kind: 'local' });
const folder = mkdtempSync(join(tmpdir(), 'geomill-cost-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const jobs = new Map();
let nth = 0;

async function run({ path, job, text }) {
  if (text !== undefined) return void (await parseJob(text, { file: 'job.yaml' }));
  const outputDir = join(folder, `${(nth += 1)}`);
  try {
    if (!jobs.has(job)) jobs.set(job, await loadJob(job));
    await runJob({ job: jobs.get(job), service, input: path, outputDir, mode: 'restart', workers: 1 });
  } finally {
    rmSync(outputDir, { recursive: true, force: true });
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const failure = await run(JSON.parse(line)).then(
    () => null,
    (error) => ({ code: error?.code ?? 'UNEXPECTED', message: String(error?.message ?? error) }),
  );
  process.stdout.write(`${JSON.stringify({ failure })}\n`);
}
process.exit(0);
