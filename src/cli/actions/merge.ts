import { basename } from 'node:path';
import type { ObjectOutput } from '../../object-store/object-output.ts';
import { mergeShards, type MergeReport } from '../../run/pipeline/shards/merge-shards.ts';
import { resultNames } from '../../run/pipeline/run-paths.ts';
import { formatCount, formatCounted } from '../format-figures.ts';
import type { CliIo } from '../io.ts';
import { joinPlace, localRun, openOutput } from '../object-places.ts';
import { printable, printableJsonLine } from '../printable.ts';
import { unansweredText } from '../max-errors.ts';
import { EXIT_TOO_MANY_FAULTS, unmetText } from '../unmet-text.ts';

/** The options of `geomill merge`. */
export interface MergeOptions {
  output: string;
  /** False leaves the report out. */
  report?: boolean;
  json?: boolean;
  quiet?: boolean;
}

/** Merges shards, writes the report and returns the exit code. Errors: those of `mergeShards`. */
export async function merge(runs: readonly string[], options: MergeOptions, io: CliIo): Promise<number> {
  const { output, quiet = false } = options;
  const onNote = (note: string) => (quiet ? undefined : io.stderr.write(`${printable(note)}\n`));
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
  else if (!quiet) io.stdout.write(`${printable(mergeText(merged, output, reportPath))}\n`);
  for (const sentence of unmet) io.stderr.write(`geomill: ${sentence}\n`);
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
    return await writeRunReport(output, io.version, { isKept: !isNew });
  } catch (error) {
    const { message } = error as Error;
    io.stderr.write(
      `${printable(`geomill: the report was not written: ${message}. The results are complete`)}\n`,
    );
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
    findings,
    exit_code: exitCode,
  };
}
