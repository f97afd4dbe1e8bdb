import type { Command } from 'commander';
import type { CliIo } from '../io.ts';
import { addDatasetBuildCommand } from './dataset-build.ts';
import { addDatasetCheckCommand } from './dataset-check.ts';
import { addDatasetInfoCommand } from './dataset-info.ts';

/** Adds `geomill dataset build`, `geomill dataset info` and `geomill dataset check`. */
export function addDatasetCommand(program: Command, io: CliIo): void {
  const dataset = program
    .command('dataset')
    .summary('build, describe or verify a dataset')
    .description('Builds a dataset for the local service from open data, describes one, or verifies one.');
  addDatasetBuildCommand(dataset, io);
  addDatasetInfoCommand(dataset, io);
  addDatasetCheckCommand(dataset, io);
}
