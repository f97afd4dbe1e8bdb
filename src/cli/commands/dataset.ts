import type { Command } from 'commander';
import { GeomillError, isGeomillError } from '../../errors/geomill-error.ts';
import type { CliIo } from '../../runtime/io.ts';
import { addDatasetBuildCommand } from './dataset-build.ts';
import { addDatasetCheckCommand } from './dataset-check.ts';
import { addDatasetInfoCommand } from './dataset-info.ts';

/** Adds `geomill dataset build`, `geomill dataset info` and `geomill dataset check`. */
export function addDatasetCommand(program: Command, io: CliIo): void {
  const dataset = program
    .command('dataset')
    .summary('build, describe or verify what local answers from')
    .description(
      'Builds a dataset for the local service from open data, tells what is in one, or verifies one.',
    );
  addDatasetBuildCommand(dataset, io, withoutHint);
  addDatasetInfoCommand(dataset, io, withoutHint);
  addDatasetCheckCommand(dataset, io, withoutHint);
}

/** Runs a command whose failures say what to do: the hints are about the options of runs. */
async function withoutHint(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!isGeomillError(error)) throw error;
    const { code, message, details } = error;
    throw new GeomillError(code, message, { cause: error, details: { ...details, hint: false } });
  }
}
