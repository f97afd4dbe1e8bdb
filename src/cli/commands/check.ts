import { basename } from 'node:path';
import type { Command } from 'commander';
import { GeomillError } from '../../errors/geomill-error.ts';
import { jobDoesNotFit, type Job } from '../../job/job.ts';
import { loadJob } from '../../job/load-job.ts';
import { prepareRun, type PreparedRun } from '../../pipeline/prepare.ts';
import { addSetOption } from '../command-options.ts';
import type { CliIo } from '../../runtime/io.ts';
import { printable } from '../printable.ts';

const EXAMPLES = `
Examples:
  $ geomill check geocode
  $ geomill check ./mine.yaml --input addresses.csv
      tells too whether the columns that the job names are there, and which columns the results will have`;

/** Adds `geomill check`. */
export function addCheckCommand(program: Command, io: CliIo): void {
  const command = program
    .command('check')
    .summary('tell every fault of a job, before anything is asked')
    .description(
      'Tells every fault of a job, with its line, and whether it fits an input. Nothing is asked and nothing written.',
    )
    .argument('<JOB>', 'name of a job, or path of a job file')
    .option('--input <FILE>', 'file the job is meant for');
  addSetOption(command)
    .addHelpText('after', EXAMPLES)
    .action(async (jobName: string, options: { input?: string; set?: string[] }) => {
      const job = await loadJob(jobName, { jobsDir: io.jobsDir, sets: options.set ?? [] });
      const lines = [`${job.file} is right.`, ...describeJob(job)];
      if (options.input !== undefined) {
        const prepared = await prepare(job, options.input);
        lines.push('', `It fits ${options.input}.`, ...describePrepared(prepared));
      }
      io.stdout.write(`${printable(lines.join('\n'))}\n`);
    });
}

async function prepare(job: Job, input: string): Promise<PreparedRun> {
  if (input === '-')
    throw new GeomillError('USAGE', 'check looks at a file: standard input can be read but once');
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
    ...findings.map((finding) => `  found    ${finding}`),
    `  columns  ${columns.map(({ name }) => name).join(', ')}`,
  ];
}
