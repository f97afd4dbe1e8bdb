import { Option, type Command } from 'commander';
import type { ExportCommandOptions } from '../actions/dataset-export.ts';
import type { CliIo } from '../io.ts';

const EXAMPLES = `
Examples:
  $ geomill dataset export output/units --to parquet
      units, edges, decrees, postal_codes and outlines as Parquet files, for DuckDB, geopandas and QGIS
  $ geomill dataset export output/units-csv --to csv --no-outlines
      the same as CSV without the boundaries, which take some 40 seconds

units: every province, district and ward of all days. edges: what each became on which day, by which decree.
outlines: the boundaries of the provinces and wards in force. datapackage.json describes every column.
docs/UNITS.md shows how to convert wards with them in DuckDB and pandas.

DIR is replaced as a whole when all files are complete. It must be new, empty, or made by this command.

Exit codes: 0 success, 64 usage, 73 DIR contains other files, 74 disk, 78 the dataset is damaged, missing or too old.`;

/** Adds `geomill dataset export`. */
export function addDatasetExportCommand(dataset: Command, io: CliIo): void {
  dataset
    .command('export')
    .summary('write the units of a dataset for other programs')
    .description(
      'Writes the administrative units of a dataset for other programs: all units of all days, what they became, decrees, postal codes and boundaries.',
    )
    .argument('<DIR>', 'folder to write: a new or empty one, or one of an earlier export')
    .addOption(
      new Option('--to <FORMAT>', 'format of the files').choices(['parquet', 'csv']).makeOptionMandatory(),
    )
    .option(
      '--dataset <DIR>',
      'dataset to export (default: GEOMILL_DATASET, else the starter dataset of Geomill)',
    )
    .option('--no-outlines', 'leave out the boundaries')
    .option('--json', 'write the summary as one line of JSON')
    .option('--quiet', 'write errors only')
    .addHelpText('after', EXAMPLES)
    .action(async (dir: string, options: ExportCommandOptions) => {
      const { exportDataset } = await import('../actions/dataset-export.ts');
      await exportDataset(dir, options, io);
    });
}
