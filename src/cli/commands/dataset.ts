import type { Command } from 'commander';
import type { CliIo } from '../io.ts';
import { addDatasetBuildCommand } from './dataset-build.ts';
import { addDatasetCheckCommand } from './dataset-check.ts';
import { addDatasetExportCommand } from './dataset-export.ts';
import { addDatasetInfoCommand } from './dataset-info.ts';

/** Adds `geomill dataset build`, `info`, `check` and `export`. */
export function addDatasetCommand(program: Command, io: CliIo): void {
  const dataset = program
    .command('dataset')
    .summary('build, describe, verify or export a dataset')
    .description(
      'Builds a dataset for the local service from open data, describes one, verifies one, or writes its units for other programs.',
    );
  addDatasetBuildCommand(dataset, io);
  addDatasetInfoCommand(dataset, io);
  addDatasetCheckCommand(dataset, io);
  addDatasetExportCommand(dataset, io);
}
