import type { Command } from 'commander';
import type { CliIo } from '../io.ts';

const EXAMPLES = `
Examples:
  $ geomill report output/geocode/addresses
      writes output/geocode/addresses/report.html again: open it in a browser, no network is needed

"geomill run" writes the report of each finished run, unless --no-report is given. The results are only read.`;

/** Adds `geomill report`. */
export function addReportCommand(program: Command, io: CliIo): void {
  program
    .command('report')
    .description(
      'Writes report.html into the folder of a finished run: figures, a table of all rows, a map, delivery tours with sheets to print.',
    )
    .argument('<RUN>', 'folder of a finished run, with its manifest.json')
    .option(
      '--dataset <DIR>',
      'dataset of the run, whose streets are on the map (default: GEOMILL_DATASET, else the starter dataset)',
    )
    .option('--json', 'write the path as one line of JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (folder: string, options: { json?: boolean; dataset?: string }) => {
      const { report } = await import('../actions/report.ts');
      await report(folder, options, io);
    });
}
