import type { Command } from 'commander';
import type { DiffOptions } from '../actions/diff.ts';
import type { CliIo } from '../io.ts';
import { decimalNumber } from '../command-options.ts';

const EXAMPLES = `
Examples:
  $ geomill diff output/march output/april
      counts what changed: rows that moved more than 100 m, that gained or lost their position, another status, level, ward, province
  $ geomill diff output/march output/april --moved 500 --to changes
      also writes changes/changes.csv, changes.excel.csv for spreadsheets, and moved.geojsonl with a line from each old position to the new one
  $ geomill diff output/march output/april --key customer_id --json

Rows are joined by their number if both runs had the same input, else by a column that both results have: --key. Level, ward and province are
compared where both runs have a position. The runs are only read.

Exit codes: 0 compared, whatever changed; 64 the rows cannot be joined; 65 the results are not those of the manifest; 66 there is no finished run;
73, 74 the files cannot be written.`;

/** Adds `geomill diff`. */
export function addDiffCommand(program: Command, io: CliIo): void {
  program
    .command('diff')
    .description('Compares the results of two finished runs row by row. Sends no requests.')
    .argument('<OLD>', 'output folder of a run')
    .argument('<NEW>', 'output folder of a later run')
    .option('--moved <METERS>', 'distance beyond which a row has moved', decimalNumber(0), 100)
    .option('--key <COLUMN>', 'column that names each row, if the inputs are different')
    .option('--to <DIR>', 'folder that the changed rows are written to')
    .option('--json', 'write the summary as one line of JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (before: string, after: string, options: DiffOptions) => {
      const { diff } = await import('../actions/diff.ts');
      await diff(before, after, options, io);
    });
}
