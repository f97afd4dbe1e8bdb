import type { Command } from 'commander';
import type { ReportCommandOptions } from '../actions/report.ts';
import type { CliIo } from '../io.ts';

const EXAMPLES = `
Examples:
  $ geomill report output/geocode/addresses
      writes output/geocode/addresses/report.html again: open it in a browser, no network is needed
  $ geomill report output/april --against output/march
      the report, and the terminal, say how many rows more or fewer have each status, band of confidence and level
  $ geomill report output/april --against output/march --json

"geomill run" writes the report of each finished run, compared with the run before, unless --no-report is given. The results are only read.

Exit codes: 0 written, whatever differs; 64 the runs have no stage in common; 65 the results are not those of the manifest; 66 there is no
finished run; 73, 74 the report cannot be written; 75 another run is writing to the folder.`;

/** Adds `geomill report`. */
export function addReportCommand(program: Command, io: CliIo): void {
  program
    .command('report')
    .description(
      'Writes report.html into the folder of a finished run: figures, a table of all rows, a map, delivery tours with sheets to print.',
    )
    .argument('<RUN>', 'folder of a finished run, with its manifest.json')
    .option('--against <OTHER>', 'finished run that it is compared with (default: the run before)')
    .option(
      '--dataset <DIR>',
      'dataset of the run, whose streets are on the map (default: GEOMILL_DATASET, else the starter dataset)',
    )
    .option('--json', 'write path and comparison as one line of JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (folder: string, options: ReportCommandOptions) => {
      const { report } = await import('../actions/report.ts');
      await report(folder, options, io);
    });
}
