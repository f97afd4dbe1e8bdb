import type { Command } from 'commander';
import type { CliIo } from '../io.ts';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { failure } from '../../base/errors/geomill-error.ts';
import { type Job, jobDoesNotFit } from '../../run/job/job.ts';
import { isObjectUrl } from '../../object-store/object-url.ts';
import { checkRun } from '../../run/pipeline/check-run.ts';
import { createDurableFs } from '../../base/files/durable-fs.ts';
import type { Manifest } from '../../run/pipeline/journal/manifest.ts';
import { type PreparedRun, prepareRun, scratchSpool } from '../../run/pipeline/prepare.ts';
import { examineInput, type SampleReport } from '../../run/pipeline/sample/judge-sample.ts';
import { readAliases } from '../../run/pipeline/rerun/alias-file.ts';
import { loadUnitCodes } from '../../engine/gazetteer/units/open-admin-dataset.ts';
import { readManifest } from '../../engine/gazetteer/store/manifest.ts';
import { readEnvironment } from '../../runtime/environment.ts';
import { jobNames, loadJob, localJobFaults } from '../../runtime/load-job.ts';
import { coverageSentence, provincesWithStreets } from '../dataset-text.ts';
import { formatBytes, formatCounted } from '../format-figures.ts';
import { localInput, localRun } from '../object-places.ts';
import { addOptions, option, type OptionsOf } from '../options.ts';
import { SET_OPTION } from '../run-options.ts';
import { printable, printableJsonLine } from '../../base/text/printable.ts';
import { englishText, withText } from '../../base/messages/message.ts';
import { printLine } from '../terminal.ts';

const EXAMPLES = `
Examples:
  $ geomill check geocode
  $ geomill check ./mine.yaml --input addresses.csv
      also checks that the columns named in the job exist, and lists the columns of the results
  $ geomill check output/geocode/addresses
      reads every result of a finished run and compares its hash with the manifest

Exit codes: 0 no fault, 65 the input is bad or results were changed, 66 input missing, 78 job wrong.`;

const OPTIONS = {
  input: option('--input <FILE>', 'file to check the job against'),
  ...SET_OPTION,
  json: option('--json', 'write what was found as one line of JSON, without rows'),
};
type CheckOptions = OptionsOf<typeof OPTIONS>;

/** Adds `geomill check`. */
export function addCommand(program: Command, io: CliIo): void {
  const command = program
    .command('check')
    .description(
      'Reports every error of a job, with its line, and whether the job fits an input; of the folder of a run, every result that was changed. Sends no requests and writes no files.',
    )
    .argument('<JOB|RUN>', 'name of a job, path of a job file, or output folder of a run');
  addOptions(command, OPTIONS)
    .addHelpText('after', EXAMPLES)
    .action((target: string, options: CheckOptions) => check(target, options, io));
}

/** Checks a job, or the results of a run where the argument is a folder. Errors: those of {@link checkJob} and `checkRun`. */
export async function check(target: string, options: CheckOptions, io: CliIo): Promise<void> {
  if (isObjectUrl(target)) {
    refuseJobOptions(target, options);
    const copy = await localRun(target, io, true);
    const manifest = await checkRun(copy).finally(() => rm(copy, { recursive: true, force: true }));
    writeRun(target, manifest, options, io);
    return;
  }
  const isFolder = await stat(target).then(
    (found) => found.isDirectory(),
    () => false,
  );
  // The name of a job means the job, also where a folder is called the same.
  const isRun = isFolder && !(await jobNames(io.jobsDir)).includes(target);
  if (!isRun) return checkJob(target, options, io);
  refuseJobOptions(target, options);
  writeRun(target, await checkRun(target), options, io);
}

function writeRun(folder: string, manifest: Manifest, { json }: CheckOptions, { stdout }: CliIo): void {
  const { job, complete, counts, files } = manifest;
  const figures = { run: folder, job, complete, rows: counts.rowsIn, files: Object.keys(files).length };
  stdout.write(`${json ? printableJsonLine(figures) : printable(describeRun(folder, manifest))}\n`);
}

function refuseJobOptions(target: string, { input, set }: CheckOptions): void {
  if (input !== undefined || set !== undefined) throw failure('USAGE', 'usage.checkOfRun', { target });
}

function describeRun(folder: string, { files, counts, complete }: Manifest): string {
  const list = Object.values(files);
  const bytes = list.reduce((sum, file) => sum + file.bytes, 0);
  const rest = complete ? '' : '; they are the rows of --limit, and the input has more';
  return `${folder} is unchanged: ${formatCounted(list.length, 'file')}, ${formatBytes(bytes)}, every hash matches the manifest, ${formatCounted(counts.rowsIn, 'row')}${rest}.`;
}

/** Checks a job with its alias file, and with an input whether the two fit. Errors: JOB_WRONG with every fault, INPUT_MISSING, INPUT_BAD. */
async function checkJob(jobName: string, { input, set = [], json }: CheckOptions, io: CliIo): Promise<void> {
  const { jobsDir, starterDir, stdout, env } = io;
  const { service, datasetDir = starterDir } = readEnvironment(env);
  const job = await loadJob(jobName, { jobsDir, sets: set });
  const codesOf = async () => loadUnitCodes(datasetDir, await readManifest(datasetDir));
  const isLocal = service === undefined || service === 'local';
  const faults = isLocal ? await localJobFaults(job, codesOf) : [];
  if (faults.length > 0) throw jobDoesNotFit(job, faults);
  const aliases = await describeAliases(job);
  const found = input === undefined ? undefined : await prepare(job, await localInput(input, io));
  const isOfAddresses = isLocal && found?.sample.addresses !== undefined;
  const manifest = isOfAddresses ? await readManifest(datasetDir) : undefined;
  const covered = manifest && (await provincesWithStreets(datasetDir, manifest));
  if (json) {
    const ofInput = found && { input, ...inputJson(found), streets_in: covered };
    stdout.write(`${printableJsonLine({ ...jobJson(job), ...ofInput })}\n`);
    return;
  }
  const lines = [`${job.file} is valid.`, ...describeJob(job), ...aliases];
  if (found) {
    const { prepared, sample } = found;
    lines.push('', `It fits ${input}.`, ...describePrepared(prepared), ...describeSample(job, sample));
    const streets = covered && coverageSentence(covered, manifest?.counts.provinces ?? 0);
    if (streets !== undefined) lines.push(`  streets  in ${streets}`);
  }
  printLine(stdout, lines.join('\n'));
}

/** An input that a job fits, and what a sample of its rows says. */
interface FoundInput {
  prepared: PreparedRun;
  sample: SampleReport;
}

function jobJson({ file, name, stages, outputs }: Job) {
  return {
    job: name,
    file,
    stages: Object.fromEntries(
      stages.map(({ prefix, definition, options }) => [prefix, { stage: definition.name, options }]),
    ),
    outputs,
  };
}

function inputJson({ prepared: { source, inputColumns, columns, findings }, sample }: FoundInput) {
  return {
    format: source.format,
    encoding: source.encoding,
    input_columns: inputColumns,
    columns: columns.map(({ name }) => name),
    findings: findings.map(withText),
    sample: sample.lines.map(withText),
    doubts: sample.doubts.map(({ rule, sentence, sets }) => ({ rule, ...withText(sentence), sets })),
  };
}

async function prepare(job: Job, input: string): Promise<FoundInput> {
  if (input === '-') throw failure('USAGE', 'usage.needsFile', { command: 'check' });
  // Rows of a compressed file or a workbook are read from a copy.
  const scratch = await mkdtemp(join(tmpdir(), 'geomill-check-'));
  try {
    const prepared = await prepareRun(job, {
      name: basename(input),
      path: input,
      spool: scratchSpool(scratch),
    });
    if (prepared.faults.length > 0) throw jobDoesNotFit(job, prepared.faults);
    return { prepared, sample: await examineInput(createDurableFs(), job, prepared) };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Describes what a sample of the rows says: a run stops where it has doubts. */
function describeSample({ input }: Job, { lines, doubts, shown }: SampleReport): string[] {
  const described = lines.map((line) => `  sample   ${englishText(line)}`);
  if (doubts.length === 0) return described;
  const sets = doubts.flatMap((doubt) => doubt.sets);
  return [
    ...described,
    ...doubts.map(({ sentence }) => `  doubtful ${englishText(sentence)}`),
    ...shown.map((row) => `           ${row}`),
    ...(sets.length === 0 ? [] : [`           try ${sets.map((text) => `--set '${text}'`).join(' ')}`]),
    ...(input.checked
      ? []
      : ['           a run stops here unless it has --yes, or the job input.checked: true']),
  ];
}

function describeJob(job: Job): string[] {
  const stages = job.stages.map(({ prefix, definition, options }) => {
    const stated = Object.entries(options).map(([option, value]) => `${option}: ${JSON.stringify(value)}`);
    const kind = prefix === definition.name ? '' : ` (${definition.name})`;
    return `  stage    ${prefix}${kind}${stated.length > 0 ? ` { ${stated.join(', ')} }` : ''}`;
  });
  return [`  name     ${job.name}`, ...stages, `  outputs  ${job.outputs.join(', ')}`];
}

/** Reads the alias file of a job. Errors: INPUT_MISSING, INPUT_BAD. */
async function describeAliases({ aliases }: Job): Promise<string[]> {
  if (aliases === undefined) return [];
  const { byText, notes } = await readAliases(createDurableFs(), aliases);
  return [
    `  aliases  ${aliases}, ${formatCounted(byText.size, 'text')}`,
    ...notes.map((note) => `           ${note}`),
  ];
}

function describePrepared({ source, columns, findings }: PreparedRun): string[] {
  const gzip = source.compression === 'gzip' ? ', gzip' : '';
  return [
    `  format   ${source.format}${gzip}, ${source.encoding}`,
    ...findings.map((finding) => `  detected ${englishText(finding)}`),
    `  columns  ${columns.map(({ name }) => name).join(', ')}`,
  ];
}
