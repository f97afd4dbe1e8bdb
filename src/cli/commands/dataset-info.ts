import type { Command } from 'commander';
import type { CliIo } from '../io.ts';

const EXAMPLES = `
Example:
  $ geomill dataset info data/hcmc
      writes counts, area, edition, attribution and sizes; verifies nothing, which "dataset check" does`;

/** Adds `geomill dataset info`. */
export function addDatasetInfoCommand(dataset: Command, io: CliIo): void {
  dataset
    .command('info')
    .summary('describe a dataset')
    .description('Describes a dataset: counts, area, edition, attribution, sizes.')
    .argument('[DIR]', 'folder of the dataset (default: the starter dataset of Geomill)')
    .option('--json', 'write JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (dir: string | undefined, options: { json?: boolean }) => {
      const { describeDataset } = await import('../actions/dataset-info.ts');
      await describeDataset(dir ?? io.starterDir, options, io);
    });
}
