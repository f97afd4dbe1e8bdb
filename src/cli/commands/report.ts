import type { Command } from 'commander';
import { englishText, message } from '../../base/messages/message.ts';
import { CHANGES, type ComparedFacts } from '../../report/data/compared-rows.ts';
import type { CountChange, EarlierFacts } from '../../report/data/report-facts.ts';
import { readEnvironment } from '../../runtime/environment.ts';
import { formatCount, formatCounted } from '../format-figures.ts';
import type { CliIo } from '../io.ts';
import { localRun } from '../object-places.ts';
import { addOptions, option, type OptionsOf } from '../options.ts';
import { refuseFile } from '../run-command.ts';
import { printable, printableJsonLine } from '../../base/text/printable.ts';

const EXAMPLES = `
Examples:
  $ geomill report output/geocode/addresses
      writes output/geocode/addresses/report.html again: open it in a browser, no network is needed
  $ geomill report output/april --against output/march
      the report has both answers of each row that changed, a filter for each kind of change, and lines of the rows that moved;
      the terminal says how many rows more or fewer are good for each use, and have each status and level
  $ geomill report output/april --against output/march --json
  $ geomill report output/geocode/addresses --without phone,name
      writes report-shared.html, which has neither these columns nor words of the rows in its reasons

"geomill run" writes the report of each finished run, compared with the run before, unless --no-report is given. The results are only read.

Exit codes: 0 written, whatever differs; 64 the runs have no stage in common; 65 the results are not those of the manifest; 66 there is no
finished run; 73, 74 the report cannot be written; 75 another run is writing to the folder.`;

const OPTIONS = {
  against: option('--against <OTHER>', 'finished run that it is compared with (default: the run before)'),
  dataset: option(
    '--dataset <DIR>',
    'dataset of the run, whose streets are on the map (default: GEOMILL_DATASET, else the starter dataset)',
  ),
  without: option(
    '--without <COLUMNS>',
    'columns that are left out, as in phone,name: the report is report-shared.html then, for others',
  ),
  json: option('--json', 'write path and comparison as one line of JSON'),
};
type ReportCommandOptions = OptionsOf<typeof OPTIONS>;

/** Adds `geomill report`. */
export function addCommand(program: Command, io: CliIo): void {
  const command = program
    .command('report')
    .description(
      'Writes report.html into the folder of a finished run: figures, a table of all rows, a map, delivery tours with sheets to print.',
    )
    .argument('<RUN>', 'folder of a finished run, with its manifest.json');
  addOptions(command, OPTIONS)
    .addHelpText('after', EXAMPLES)
    .action((folder: string, options: ReportCommandOptions) => report(folder, options, io));
}

/** Writes the report of a finished run, and says how it differs from another one. Errors: those of `writeRunReport`. */
async function report(
  folder: string,
  { json, dataset, against, without }: ReportCommandOptions,
  io: CliIo,
): Promise<void> {
  for (const run of [folder, ...(against === undefined ? [] : [against])]) await refuseFile(run);
  const datasetDir = dataset ?? readEnvironment(io.env).datasetDir;
  const { writeRunReport } = await import('../../report/write-report.ts');
  const { path, earlier } = await writeRunReport(folder, io.version, {
    ...(datasetDir !== undefined && { datasetDir }),
    ...(without !== undefined && { without: without.split(',').map((name) => name.trim()) }),
    ...(against !== undefined && { against: { folder: await localRun(against, io), name: against } }),
  });
  const text = json
    ? printableJsonLine({ report: path, ...(earlier && { against: jsonOf(earlier, against) }) })
    : printable([path, ...(earlier && against !== undefined ? describe(earlier, against) : [])].join('\n'));
  io.stdout.write(`${text}\n`);
}

function jsonOf({ isSameInput, isComplete, rows, changes, compared }: EarlierFacts, run: string | undefined) {
  const { counts, same, gone } = compared ?? {};
  return {
    ...{ run: run ?? null, same_input: isSameInput, complete: isComplete, rows, changes },
    ...(compared && { changed_rows: { ...counts, same, gone } }),
  };
}

function describe({ isSameInput, rows, changes, compared }: EarlierFacts, run: string): string[] {
  const input = isSameInput ? 'the same input' : 'another input';
  const head = `compared with ${run}: ${formatCounted(rows.before, 'row')} of ${input}`;
  return [
    changes.length === 0 ? `${head}, all counts are the same` : head,
    ...changes.map(lineOf),
    ...(compared ? [`  row by row: ${changedRows(compared)}`] : []),
  ];
}

/** The words of the report, in English as all of the terminal. */
function changedRows({ counts, same, gone }: ComparedFacts): string {
  const names = CHANGES.filter((change) => counts[change] > 0);
  const parts = names.map((change) => englishText(message('report.changed', { change, n: counts[change] })));
  const rest = englishText(message('report.changed', { change: 'same', n: same }));
  return [...parts, rest, ...(gone > 0 ? [`${formatCount(gone)} gone`] : [])].join(', ');
}

function lineOf({ stage, kind, name, before, after }: CountChange): string {
  const what = [stage, kind, name].filter((text) => text !== '').join(' ');
  const more = `${after > before ? '+' : '-'}${formatCount(Math.abs(after - before))}`;
  return `  ${what.padEnd(30)} ${more.padStart(9)}  from ${formatCount(before)} to ${formatCount(after)}`;
}
