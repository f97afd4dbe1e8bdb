import type { Command } from 'commander';
import type { CliIo } from '../io.ts';

const EXAMPLES = `
Examples:
  $ geomill export output/geocode/addresses --to xlsx
  $ geomill export output/geocode/addresses --to parquet,csv.gz

The files are written beside the others and added to manifest.json. The results that they are made from are compared with
the manifest first. The command may be interrupted and repeated.

Exit codes: 0 made, 65 the run is not finished or its results were changed, 73 the results do not fit into the format,
75 another run is writing to the folder, 78 the format cannot be made of this run.`;

/** Adds `geomill export`. */
export function addExportCommand(program: Command, io: CliIo): void {
  program
    .command('export')
    .summary('write the results of a finished run in other formats')
    .description('Makes files in other formats from the results of a finished run. Sends no requests.')
    .argument('<RUN>', 'output folder of a run')
    .requiredOption('--to <FORMATS>', 'formats, separated by commas: parquet, xlsx, csv.gz ...')
    .addHelpText('after', EXAMPLES)
    .action(async (run: string, { to }: { to: string }) => {
      const { exportTo } = await import('../actions/export.ts');
      await exportTo(run, to, io);
    });
}
