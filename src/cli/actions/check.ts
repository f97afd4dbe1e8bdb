import { GeomillError } from '../../errors/geomill-error.ts';
import { jobDoesNotFit, type Job } from '../../job/job.ts';
import { prepareRun, type PreparedRun } from '../../pipeline/prepare.ts';
import { loadJob } from '../../runtime/load-job.ts';
import { basename } from 'node:path';
import type { CliIo } from '../io.ts';
import { printable } from '../printable.ts';

/** Checks a job, and with an input whether the two fit. Errors: JOB_WRONG with every fault, INPUT_MISSING, INPUT_BAD. */
export async function check(
  jobName: string,
  { input, set = [] }: { input?: string; set?: string[] },
  { jobsDir, stdout }: CliIo,
): Promise<void> {
  const job = await loadJob(jobName, { jobsDir, sets: set });
  const lines = [`${job.file} is valid.`, ...describeJob(job)];
  if (input !== undefined) {
    const prepared = await prepare(job, input);
    lines.push('', `It fits ${input}.`, ...describePrepared(prepared));
  }
  stdout.write(`${printable(lines.join('\n'))}\n`);
}

async function prepare(job: Job, input: string): Promise<PreparedRun> {
  if (input === '-')
    throw new GeomillError('USAGE', 'check needs a file: standard input can be read only once');
  const prepared = await prepareRun(job, { name: basename(input), path: input });
  if (prepared.faults.length > 0) throw jobDoesNotFit(job, prepared.faults);
  return prepared;
}

function describeJob(job: Job): string[] {
  const stages = job.stages.map(({ prefix, definition, options }) => {
    const stated = Object.entries(options).map(([option, value]) => `${option}: ${JSON.stringify(value)}`);
    const kind = prefix === definition.name ? '' : ` (${definition.name})`;
    return `  stage    ${prefix}${kind}${stated.length > 0 ? ` { ${stated.join(', ')} }` : ''}`;
  });
  return [`  name     ${job.name}`, ...stages, `  outputs  ${job.outputs.join(', ')}`];
}

function describePrepared({ source, columns, findings }: PreparedRun): string[] {
  const gzip = source.compression === 'gzip' ? ', gzip' : '';
  return [
    `  format   ${source.format}${gzip}, ${source.encoding}`,
    ...findings.map((finding) => `  detected ${finding}`),
    `  columns  ${columns.map(({ name }) => name).join(', ')}`,
  ];
}
