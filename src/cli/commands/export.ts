import type { Command } from 'commander';
import type { CliIo } from '../io.ts';
import { failure } from '../../base/errors/geomill-error.ts';
import { exportRun } from '../../run/pipeline/rerun/export-run.ts';
import { joinPlace, openOutput } from '../object-places.ts';
import { addOptions, option } from '../options.ts';
import { refuseFile } from '../run-command.ts';
import { printLine } from '../terminal.ts';

const EXAMPLES = `
Examples:
  $ geomill export output/geocode/addresses --to xlsx
  $ geomill export output/geocode/addresses --to parquet,csv.gz

The files are written beside the others and added to manifest.json. The results that they are made from are compared with
the manifest first. The command may be interrupted and repeated.

Exit codes: 0 made, 65 the run is not finished or its results were changed, 73 the results do not fit into the format,
75 another run is writing to the folder, 78 the format cannot be made of this run.`;

const OPTIONS = {
  to: option('--to <FORMATS>', 'formats, separated by commas: parquet, xlsx, csv.gz ...', {
    isRequired: true,
  }),
};

/** Adds `geomill export`. */
export function addCommand(program: Command, io: CliIo): void {
  const command = program
    .command('export')
    .description('Makes files in other formats from the results of a finished run. Sends no requests.')
    .argument('<RUN>', 'output folder of a run');
  addOptions(command, OPTIONS)
    .addHelpText('after', EXAMPLES)
    .action((run: string, { to }: { to: string }) => exportTo(run, to, io));
}

/** Makes files in other formats of a finished run. Errors: USAGE without a format, and those of `exportRun`. */
async function exportTo(run: string, to: string, io: CliIo): Promise<void> {
  const formats = [...new Set(to.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  if (formats.length === 0) throw failure('USAGE', 'usage.nameFormats');
  await refuseFile(run);
  const onNote = (note: string) => printLine(io.stderr, note);
  const { folder, publish, close } = await openOutput(run, { isKept: true }, io);
  try {
    const files = await exportRun({ folder, formats, onNote });
    await publish();
    for (const file of Object.values(files)) printLine(io.stdout, joinPlace(run, file));
  } finally {
    await close();
  }
}
