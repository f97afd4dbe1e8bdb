import { readEnvironment } from '../../runtime/environment.ts';
import type { CountChange, EarlierFacts } from '../../report/data/earlier-facts.ts';
import { writeRunReport } from '../../report/write-report.ts';
import { formatCount, formatCounted } from '../format-figures.ts';
import type { CliIo } from '../io.ts';
import { localRun } from '../object-places.ts';
import { refuseFile } from '../output-folder.ts';
import { printable, printableJsonLine } from '../printable.ts';

/** The options of `geomill report`. */
export interface ReportCommandOptions {
  json?: boolean;
  dataset?: string;
  against?: string;
}

/** Writes the report of a finished run, and says how it differs from another one. Errors: those of {@link writeRunReport}. */
export async function report(
  folder: string,
  { json, dataset, against }: ReportCommandOptions,
  io: CliIo,
): Promise<void> {
  for (const run of [folder, ...(against === undefined ? [] : [against])]) await refuseFile(run);
  const datasetDir = dataset ?? readEnvironment(io.env).datasetDir;
  const { path, earlier } = await writeRunReport(folder, io.version, {
    ...(datasetDir !== undefined && { datasetDir }),
    ...(against !== undefined && { against: { folder: await localRun(against, io), name: against } }),
  });
  const text = json
    ? printableJsonLine({ report: path, ...(earlier && { against: jsonOf(earlier, against) }) })
    : printable([path, ...(earlier && against !== undefined ? describe(earlier, against) : [])].join('\n'));
  io.stdout.write(`${text}\n`);
}

function jsonOf({ isSameInput, isComplete, rows, changes }: EarlierFacts, run: string | undefined) {
  return { run: run ?? null, same_input: isSameInput, complete: isComplete, rows, changes };
}

function describe({ isSameInput, rows, changes }: EarlierFacts, run: string): string[] {
  const input = isSameInput ? 'the same input' : 'another input';
  const head = `compared with ${run}: ${formatCounted(rows.before, 'row')} of ${input}`;
  return [changes.length === 0 ? `${head}, all counts are the same` : head, ...changes.map(lineOf)];
}

function lineOf({ stage, kind, name, before, after }: CountChange): string {
  const what = [stage, kind, name].filter((text) => text !== '').join(' ');
  const more = `${after > before ? '+' : '-'}${formatCount(Math.abs(after - before))}`;
  return `  ${what.padEnd(30)} ${more.padStart(9)}  from ${formatCount(before)} to ${formatCount(after)}`;
}
