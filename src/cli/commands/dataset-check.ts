import type { Command } from 'commander';
import { GeomillError } from '../../errors/geomill-error.ts';
import { ADMIN_FILES } from '../../gazetteer/store/admin-files.ts';
import { buildUnits } from '../../gazetteer/unit-search/units.ts';
import { loadDataset } from '../../gazetteer/load-dataset.ts';
import { openDataset } from '../../gazetteer/open-dataset.ts';
import { readSharedFile } from '../../gazetteer/store/read-file.ts';
import { formatCounted } from '../../runtime/format-figures.ts';
import type { CliIo } from '../../runtime/io.ts';
import { printable } from '../printable.ts';
import { findTableFault } from '../../dataset/table-faults.ts';
import { formatBytes, sizeOf } from './dataset-text.ts';

const EXAMPLES = `
Example:
  $ geomill dataset check data/hcmc
      reads every byte: the hash of each file, and whether the tables fit each other and are in order

Exit codes: 0 the dataset is right, 78 it is damaged, missing, or of another version, with a sentence that says which.`;

/** Adds `geomill dataset check`. */
export function addDatasetCheckCommand(
  dataset: Command,
  io: CliIo,
  run: (command: () => Promise<void>) => Promise<void>,
): void {
  dataset
    .command('check')
    .summary('verify a dataset')
    .description('Verifies a dataset: the hash of every file, and that its tables are in order.')
    .argument('[DIR]', 'folder of the dataset (default: the map that comes with Geomill)')
    .option('--json', 'write the outcome as one line of JSON')
    .addHelpText('after', EXAMPLES)
    .action((dir: string | undefined, options: { json?: boolean }) =>
      run(async () => {
        const folder = dir ?? io.starterDir;
        const { manifest, ...loaded } = await loadDataset(folder);
        // Opening a dataset reads all of it but what only routes need.
        for (const name of Object.keys(manifest.files)) {
          const isRead = name in loaded.files || Object.values<string>(ADMIN_FILES).includes(name);
          if (!isRead) await readSharedFile(folder, name, manifest);
        }
        const { admin, tables } = openDataset({ manifest, ...loaded });
        const pieceCount = buildUnits(admin).wardOf.length;
        const fault = tables && findTableFault(tables, pieceCount);
        if (fault !== undefined) {
          const message = `The dataset ${folder} is damaged: ${fault}. Its hashes are right, so it was built wrong. Build it anew.`;
          throw new GeomillError('DATASET_BAD', message);
        }
        const files = Object.keys(manifest.files).length;
        const line = options.json
          ? JSON.stringify({ dir: folder, outcome: 'right', id: manifest.id, files, bytes: sizeOf(manifest) })
          : `${folder} is right: ${formatCounted(files, 'file')}, ${formatBytes(sizeOf(manifest))}, every hash as the manifest says, all tables in order.`;
        io.stdout.write(`${printable(line)}\n`);
      }),
    );
}
