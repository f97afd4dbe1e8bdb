import type { Command } from 'commander';
import { failure } from '../../base/errors/geomill-error.ts';
import type { CliIo } from '../io.ts';
import { addDatasetBuildCommand, addDatasetRebuildCommand } from './dataset-build.ts';
import { PICTURE_HASHES_FILE, readManifest } from '../../engine/gazetteer/store/manifest.ts';
import { loadHistory } from '../../engine/gazetteer/units/open-admin-dataset.ts';
import { costsText, infoText, levelsOf, provincesWithStreets, sizeOf } from '../dataset-text.ts';
import { printableJson, printableJsonLine } from '../../base/text/printable.ts';
import { withoutHint } from '../report-error.ts';
import { formatBytes, formatCounted } from '../format-figures.ts';
import { addOptions, option, type OptionsOf } from '../options.ts';
import { findHashFault } from '../../dataset/imagery/pictures/make-pictures.ts';
import { blockHashesOf, loadDataset } from '../../engine/gazetteer/load-dataset.ts';
import { openDataset, openPictures } from '../../engine/gazetteer/open-dataset.ts';
import { findBlockFault } from '../../engine/gazetteer/store/block-family.ts';
import { readSharedFile } from '../../engine/gazetteer/store/read-file.ts';
import { ADMIN_FILES } from '../../engine/gazetteer/store/admin-files.ts';
import { checkSignature } from '../checks/check-signature.ts';
import { measureQuestions } from '../../runtime/question-costs.ts';
import { printLine } from '../terminal.ts';

/** Adds `geomill dataset build`, `rebuild`, `info` and `check`. */
export function addCommand(program: Command, io: CliIo): void {
  const dataset = program
    .command('dataset')
    .description('Builds a dataset for the local service from open data, describes one, or verifies one.');
  addDatasetBuildCommand(dataset, io);
  addDatasetRebuildCommand(dataset, io);
  addDatasetInfoCommand(dataset, io);
  addDatasetCheckCommand(dataset, io);
}

const INFO_EXAMPLES = `
Example:
  $ geomill dataset info data/hcmc
      writes counts, area, edition, attribution and sizes; verifies nothing, which "dataset check" does
  $ geomill dataset info data/hcmc --costs
      also measures what one question reads of each file`;

const INFO_OPTIONS = {
  json: option('--json', 'write JSON'),
  costs: option('--costs', 'measure what one question of each operation reads of each file'),
};

/** Adds `geomill dataset info`. */
function addDatasetInfoCommand(dataset: Command, io: CliIo): void {
  const command = dataset
    .command('info')
    .summary('describe a dataset')
    .description('Describes a dataset: counts, area, edition, attribution, sizes.')
    .argument('[DIR]', 'folder of the dataset (default: the starter dataset of Geomill)');
  addOptions(command, INFO_OPTIONS)
    .addHelpText('after', INFO_EXAMPLES)
    .action((dir: string | undefined, options: OptionsOf<typeof INFO_OPTIONS>) =>
      describeDataset(dir ?? io.starterDir, options, io),
    );
}

/** Writes what a dataset contains, and what questions cost. Errors: DATASET_BAD when it has no valid manifest, or damaged tables of dated units. */
export async function describeDataset(
  dir: string,
  { json, costs: isMeasured }: OptionsOf<typeof INFO_OPTIONS>,
  { stdout }: CliIo,
): Promise<void> {
  const manifest = await withoutHint(() => readManifest(dir));
  const history = await withoutHint(() => loadHistory(dir, manifest));
  const covered = await withoutHint(() => provincesWithStreets(dir, manifest));
  const costs = isMeasured ? await withoutHint(() => measureQuestions(dir)) : undefined;
  if (!json) {
    printLine(stdout, infoText(dir, manifest, history, covered));
    if (costs) printLine(stdout, costsText(costs));
    return;
  }
  const { format, version, id, edition, counts, bbox, attribution, files } = manifest;
  const dated =
    history === undefined
      ? {}
      : { units_as_of: history.newestDay, last_decree: history.lastDecree, decrees: history.decrees.size };
  const levels = levelsOf(manifest);
  const info = { dir, format, version, id, edition, counts, bbox, levels, streets_in: covered, attribution };
  stdout.write(`${printableJson({ ...info, ...dated, bytes: sizeOf(manifest), files, costs })}\n`);
}

const CHECK_EXAMPLES = `
Example:
  $ geomill dataset check data/hcmc
      reads every byte: compares the hash of each file, and checks its arrays
  $ geomill dataset check data/hcmc --signers signers
      also checks who signed its manifest: docs/DATASET.md says how to sign

Exit codes: 0 the dataset is valid, 78 it is damaged, missing, or of another version; the message says which.`;

const CHECK_OPTIONS = {
  json: option('--json', 'write the result as one line of JSON'),
  signers: option('--signers <FILE>', 'those of whom one must have signed the dataset, as in ssh-keygen(1)'),
};

/** Adds `geomill dataset check`. */
function addDatasetCheckCommand(dataset: Command, io: CliIo): void {
  const command = dataset
    .command('check')
    .summary('verify a dataset')
    .description(
      'Verifies a dataset: the hash of every file, and the names, types and lengths of its arrays.',
    )
    .argument('[DIR]', 'folder of the dataset (default: the starter dataset of Geomill)');
  addOptions(command, CHECK_OPTIONS)
    .addHelpText('after', CHECK_EXAMPLES)
    .action((dir: string | undefined, options: OptionsOf<typeof CHECK_OPTIONS>) =>
      checkDataset(dir ?? io.starterDir, options, io),
    );
}

/** Verifies a dataset and writes the result. Errors: DATASET_BAD when it is damaged, missing or of another version. */
async function checkDataset(
  dir: string,
  { json, signers }: OptionsOf<typeof CHECK_OPTIONS>,
  { stdout }: CliIo,
): Promise<void> {
  const signer = signers === undefined ? undefined : await withoutHint(() => checkSignature(dir, signers));
  const manifest = await withoutHint(() => verifyDataset(dir));
  const files = Object.keys(manifest.files).length;
  const line = json
    ? printableJsonLine({ dir, outcome: 'right', id: manifest.id, signer, files, bytes: sizeOf(manifest) })
    : `${dir} is valid: ${signer === undefined ? '' : `signed by ${signer}, `}${formatCounted(files, 'file')}, ${formatBytes(sizeOf(manifest))}, every hash matches the manifest.`;
  printLine(stdout, line);
}

/** Compares every file of a dataset with its hash, and checks the names, types and lengths of its arrays. Errors: DATASET_BAD. */
export async function verifyDataset(dir: string) {
  const loaded = await loadDataset(dir);
  const { manifest } = loaded;
  // Loading a dataset reads and compares every file except those that only routes need.
  for (const name of Object.keys(manifest.files)) {
    const isRead = name in loaded.files || Object.values<string>(ADMIN_FILES).includes(name);
    if (!isRead) await readSharedFile(dir, name, manifest);
  }
  if (PICTURE_HASHES_FILE in manifest.files) {
    const hashes = await readSharedFile(dir, PICTURE_HASHES_FILE, manifest);
    const fault = await findHashFault(dir, Buffer.from(hashes).toString('utf8'));
    if (fault !== undefined) throw failure('DATASET_BAD', 'usage.damagedDataset', { folder: dir, fault });
  }
  // Checks the names, types and lengths of all arrays.
  openDataset(loaded);
  await openPictures(loaded);
  const hashes = blockHashesOf(loaded);
  const fault = hashes && findBlockFault(hashes, loaded.files);
  if (fault !== undefined) throw failure('DATASET_BAD', 'usage.wrongDataset', { folder: dir, fault });
  return manifest;
}
