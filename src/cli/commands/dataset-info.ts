import type { Command } from 'commander';
import { readManifest } from '../../gazetteer/store/manifest.ts';
import type { CliIo } from '../../runtime/io.ts';
import { printable, printableJson } from '../printable.ts';
import { infoText, levelsOf, sizeOf } from './dataset-text.ts';

const EXAMPLES = `
Example:
  $ geomill dataset info data/hcmc
      tells counts, area, edition, whom the data are from, and sizes; nothing is verified, which "dataset check" does`;

/** Adds `geomill dataset info`. */
export function addDatasetInfoCommand(
  dataset: Command,
  io: CliIo,
  run: (command: () => Promise<void>) => Promise<void>,
): void {
  dataset
    .command('info')
    .summary('tell what is in a dataset')
    .description('Tells what a dataset holds: counts, area, edition, attribution, sizes.')
    .argument('[DIR]', 'folder of the dataset (default: the map that comes with Geomill)')
    .option('--json', 'write it as JSON')
    .addHelpText('after', EXAMPLES)
    .action((dir: string | undefined, options: { json?: boolean }) =>
      run(async () => {
        const folder = dir ?? io.starterDir;
        const manifest = await readManifest(folder);
        if (!options.json) {
          io.stdout.write(`${printable(infoText(folder, manifest))}\n`);
          return;
        }
        const { format, version, id, edition, counts, bbox, attribution, files } = manifest;
        const levels = levelsOf(manifest);
        const info = { dir: folder, format, version, id, edition, counts, bbox, levels, attribution };
        io.stdout.write(`${printableJson({ ...info, bytes: sizeOf(manifest), files })}\n`);
      }),
    );
}
