import type { Command } from 'commander';
import type { CliIo } from '../io.ts';
import { addOptions, option, type OptionsOf } from '../options.ts';
import { failure } from '../../base/errors/geomill-error.ts';
import { findRuns, type RunStatus } from '../../run/pipeline/run-status.ts';
import { formatCounted, statusesText } from '../format-figures.ts';
import { reasonsJson } from '../summary.ts';
import { printable, printableJsonLine } from '../../base/text/printable.ts';

const EXAMPLES = `
Examples:
  $ geomill status
      every run below output/: finished, running, or stopped and how far it came
  $ geomill status output/geocode/addresses --json

A stopped run is continued by the command that began it. Only reads: a run that is going on is not disturbed.

Exit codes: 0 success, 66 there is no run.`;

const OPTIONS = { json: option('--json', 'write a line of JSON for each run') };

/** Adds `geomill status`. */
export function addCommand(program: Command, io: CliIo): void {
  const command = program
    .command('status')
    .description('Lists the runs in a folder: finished, running, stopped, damaged; with rows and statuses.')
    .argument('[DIR]', 'output folder of a run, or a folder with several', 'output');
  addOptions(command, OPTIONS)
    .addHelpText('after', EXAMPLES)
    .action((folder: string, options: OptionsOf<typeof OPTIONS>) => status(folder, options, io));
}

const MEANINGS: Readonly<Record<RunStatus['state'], string>> = {
  finished: 'finished',
  limited: 'finished up to --limit; the same command with a higher limit, or without, continues',
  running: 'running',
  stopped: 'stopped; the same command continues',
  damaged: 'damaged: its manifest.json was changed; --restart begins anew',
};

/** Writes the state of each run in a folder. Errors: INPUT_MISSING when there is none. */
export async function status(
  folder: string,
  { json }: OptionsOf<typeof OPTIONS>,
  { stdout }: CliIo,
): Promise<void> {
  const runs = await findRuns(folder);
  if (runs.length === 0) throw failure('INPUT_MISSING', 'usage.noRun', { folder });
  for (const run of runs)
    stdout.write(`${json ? printableJsonLine(statusJson(run)) : printable(describe(run))}\n`);
}

/** Returns the state of a run as a JSON value, its reasons with their texts. */
function statusJson({ counts, ...run }: RunStatus) {
  const { errorReasons, notes, messages: _, ...others } = counts;
  return { ...run, counts: { ...others, ...reasonsJson({ ...counts, errorReasons, notes }) } };
}

function describe({ folder, state, counts, share, holder }: RunStatus): string {
  const part = share === undefined || share === 1 ? '' : ` (${Math.floor(share * 100)} %)`;
  const rows = state === 'damaged' ? '' : `, ${formatCounted(counts.rowsIn, 'row')}${part}`;
  const who = holder === undefined ? '' : `, by ${holder}`;
  const rejected = counts.rejected > 0 ? [`  rejected    ${formatCounted(counts.rejected, 'row')}`] : [];
  const stages = Object.entries(counts.stages).map(
    ([stage, statuses]) => `  ${stage.padEnd(11)} ${statusesText(statuses)}`,
  );
  return [`${folder}: ${MEANINGS[state]}${rows}${who}`, ...stages, ...rejected].join('\n');
}
