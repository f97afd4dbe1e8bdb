import type { Command } from 'commander';
import type { CliIo } from '../io.ts';

const EXAMPLES = `
Example:
  $ geomill dataset check data/hcmc
      reads every byte: compares the hash of each file, and checks the tables and the references between them

Exit codes: 0 the dataset is valid, 78 it is damaged, missing, or of another version; the message says which.`;

/** Adds `geomill dataset check`. */
export function addDatasetCheckCommand(dataset: Command, io: CliIo): void {
  dataset
    .command('check')
    .summary('verify a dataset')
    .description('Verifies a dataset: the hash of every file, and the order and references of its tables.')
    .argument('[DIR]', 'folder of the dataset (default: the starter dataset of Geomill)')
    .option('--json', 'write the result as one line of JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (dir: string | undefined, options: { json?: boolean }) => {
      const { checkDataset } = await import('../actions/dataset-check.ts');
      await checkDataset(dir ?? io.starterDir, options, io);
    });
}
