import type { Command } from 'commander';
import type { CliIo } from '../io.ts';
import { basename } from 'node:path';
import { isGeomillError } from '../../base/errors/geomill-error.ts';
import type { ObjectOutput } from '../../object-store/object-output.ts';
import { type MergeReport, mergeShards } from '../../run/pipeline/shards/merge-shards.ts';
import { resultNames } from '../../run/pipeline/journal/run-paths.ts';
import { formatCount, formatCounted } from '../format-figures.ts';
import { joinPlace, localRun, openOutput } from '../object-places.ts';
import { addOptions, option, type OptionsOf } from '../options.ts';
import { REPORT_OPTIONS } from '../run-options.ts';
import { printableJsonLine } from '../../base/text/printable.ts';
import { message, withText } from '../../base/messages/message.ts';
import { unansweredText } from '../max-errors.ts';
import { EXIT_TOO_MANY_FAULTS, unmetText } from '../summary.ts';
import { printLine, say } from '../terminal.ts';

const EXAMPLES = `
Example:
  $ geomill merge --output merged output/geocode/addresses-shards/*
      joins the shards that geomill run --shard wrote, in their order

The files have the bytes of a single run over the whole input, and its manifest, so that the run can be continued with --append. Job,
input, dataset and version of the shards are compared, and every file with its hash. The shards are only read; remove them afterwards. The
command may be interrupted and repeated.

Exit codes: 0 merged, 3 less than the job expects, 64 usage, 65 a shard is missing, repeated, unfinished, changed or of something else,
73 the output folder cannot be used, 74 disk, 75 another run is writing to the folder.`;

const OPTIONS = {
  output: option('--output <DIR>', 'folder for the merged run', { isRequired: true }),
  ...REPORT_OPTIONS,
};
type MergeOptions = OptionsOf<typeof OPTIONS>;

/** Adds `geomill merge`. */
export function addCommand(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const command = program
    .command('merge')
    .description('Merges the finished runs of all shards of an input into one run. Sends no requests.')
    .argument('<RUN...>', 'output folders of all shards, in any order');
  addOptions(command, OPTIONS)
    .addHelpText('after', EXAMPLES)
    .action(async (runs: string[], options: MergeOptions) => {
      finish(await merge(runs, options, io));
    });
}

/** Merges shards, writes the report and returns the exit code. Errors: those of `mergeShards`. */
export async function merge(runs: readonly string[], options: MergeOptions, io: CliIo): Promise<number> {
  const { output, quiet = false } = options;
  const onNote = (note: string) => (quiet ? undefined : printLine(io.stderr, note));
  const opened = await openOutput(output, {}, { ...io, quiet });
  try {
    const folders: string[] = [];
    for (const run of runs) folders.push(await localRun(run, { ...io, quiet }));
    const merged = await mergeShards({ folders, outputDir: opened.folder, onNote });
    return await reportMerge(merged, options, opened, io);
  } finally {
    await opened.close();
  }
}

/** Writes the report, and the run where it belongs, then the summary. */
async function reportMerge(
  merged: MergeReport,
  options: MergeOptions,
  { folder, publish }: ObjectOutput,
  io: CliIo,
): Promise<number> {
  const { output, json = false, quiet = false } = options;
  const { counts, expectations = [] } = merged.manifest;
  const unmet = [...unmetText(expectations), ...unansweredText(counts)];
  const exitCode = unmet.length > 0 ? EXIT_TOO_MANY_FAULTS : 0;
  const written = await writeReport(merged, { ...options, output: folder }, io);
  await publish();
  const reportPath = written && joinPlace(output, basename(written));
  if (json) io.stdout.write(`${printableJsonLine(mergeJson(merged, { output, reportPath, exitCode }))}\n`);
  else if (!quiet) printLine(io.stdout, mergeText(merged, output, reportPath));
  for (const sentence of unmet) say(io, sentence);
  return exitCode;
}

/** Writes the report; where that fails, the merged run is complete all the same. */
async function writeReport(
  { outcome }: MergeReport,
  { output, report = true }: MergeOptions,
  io: CliIo,
): Promise<string | undefined> {
  const isNew = outcome === 'finished';
  try {
    if (!report) {
      const { removeReport } = await import('../../report/write-report.ts');
      if (isNew) await removeReport(output);
      return undefined;
    }
    const { writeRunReport } = await import('../../report/write-report.ts');
    return (await writeRunReport(output, io.version, { isKept: !isNew })).path;
  } catch (error) {
    const cause = isGeomillError(error) ? error.reason : (error as Error).message;
    say(io, message('run.mergedWithoutReport', { cause }));
    return undefined;
  }
}

function filesOf({ manifest }: MergeReport, output: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(resultNames(manifest.files)).map(([name, file]) => [name, joinPlace(output, file)]),
  );
}

function mergeText(merged: MergeReport, output: string, reportPath: string | undefined): string {
  const { outcome, shards, manifest } = merged;
  const { counts } = manifest;
  const did = outcome === 'finished' ? 'merged' : 'already merged, nothing to do';
  const rejected = counts.rejected > 0 ? `, ${formatCount(counts.rejected)} of them rejected` : '';
  return [
    `${manifest.job}: ${formatCounted(shards, 'shard')} ${did}, ${formatCounted(counts.rowsIn, 'row')}${rejected}`,
    ...Object.values(filesOf(merged, output)).map((file) => `  ${file}`),
    ...(reportPath === undefined ? [] : [`  ${reportPath}`]),
  ].join('\n');
}

function mergeJson(
  merged: MergeReport,
  { output, reportPath, exitCode }: { output: string; reportPath: string | undefined; exitCode: number },
) {
  const { outcome, shards, manifest } = merged;
  const { counts, findings } = manifest;
  return {
    job: manifest.job,
    output,
    outcome,
    shards,
    rows: counts.rowsIn,
    results: counts.results,
    rejected: counts.rejected,
    stages: counts.stages,
    files: filesOf(merged, output),
    ...(reportPath !== undefined && { report: reportPath }),
    findings: findings.map(withText),
    exit_code: exitCode,
  };
}
