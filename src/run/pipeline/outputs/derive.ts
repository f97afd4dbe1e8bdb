import { join } from 'node:path';
import type { DerivedSource } from '../../../formats/output-format.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import { englishText, message } from '../../../base/messages/message.ts';
import { removeHiddenCopies } from './finish.ts';
import { compareQuickly, writeHashed } from '../journal/marks.ts';
import { originOf, writeManifest, type Manifest, type ManifestFile } from '../journal/manifest.ts';
import type { DerivedOutput, RunOutputs } from './outputs.ts';
import { fileOf, isHidden, type OutputFile, type RunPaths } from '../journal/run-paths.ts';
import { streamFile } from '../input/stream-file.ts';

/**
 * Makes a derived output from the file of its source, aside, under its temporary name.
 *
 * Shape: `from` is the path of the source, `described` the columns of the results and what they were made from; returns the entry of the manifest.
 * Guarantee: the file is whole and synced when this returns; a file of an earlier attempt is overwritten.
 */
export async function makeDerived(
  fs: DurableFs,
  { from: source, make, tailBytes = 0 }: DerivedOutput,
  from: string,
  described: Omit<DerivedSource, 'open'>,
  { name, part }: OutputFile,
): Promise<ManifestFile> {
  const blocks = make({ ...described, open: () => streamFile(fs, from) });
  const { mark } = await writeHashed(fs, part, blocks);
  return { name, ...mark, tailBytes, from: source };
}

/** Returns the output that gives a hidden row file its visible name: a copy, so that the manifest names a file that is there at any time. */
export const visibleOutput = (
  name: string,
  fileName: string,
  { tailBytes }: ManifestFile,
): DerivedOutput => ({
  ...{ name, fileName, from: name, tailBytes },
  make: ({ open }) => open(),
});

/**
 * Makes the derived outputs of a finished run that are missing or were changed, again or for the first time, and row outputs visible that the run has hidden.
 *
 * Shape: the manifest that lists them; the same one when nothing was missing. A row output that is visible and not asked for stays visible.
 * Guarantee: may be interrupted anywhere; the row outputs are only read, until the manifest names a copy.
 */
export async function completeDerived(
  fs: DurableFs,
  paths: RunPaths,
  { rows, derived }: RunOutputs,
  made: Pick<DerivedSource, 'columns' | 'input'>,
  manifest: Manifest,
  onNote: (note: string) => void,
): Promise<Manifest> {
  const files = { ...manifest.files };
  let isChanged = false;
  const written = await fs.stat(paths.manifest);
  const shown = rows.flatMap(({ name, fileName, isHidden: isUnlisted }) => {
    const file = files[name];
    return file && isHidden(file) && !isUnlisted ? [visibleOutput(name, fileName, file)] : [];
  });
  for (const output of [...shown, ...derived]) {
    const file = fileOf(paths, output.name);
    const mark = manifest.files[output.name];
    const isNamed = mark?.name === file.name;
    if (isNamed && (await compareQuickly(fs, file.path, mark, written)) === 'same') continue;
    const described = { ...made, origin: originOf(manifest) };
    const source = manifest.files[output.from] as ManifestFile;
    const entry = await makeDerived(fs, output, join(paths.folder, source.name), described, file);
    files[output.name] = output.from === output.name ? { ...entry, from: undefined } : entry;
    await fs.rename(file.part, file.path);
    onNote(
      englishText(
        isHidden(source)
          ? message('output.madeFromRows', { file: file.name })
          : message('output.madeFrom', { file: file.name, source: source.name }),
      ),
    );
    isChanged = true;
  }
  const completed = isChanged ? { ...manifest, files } : manifest;
  if (isChanged) {
    await fs.syncFolder(paths.folder);
    await writeManifest(fs, paths, completed);
  }
  // Also where nothing changed: a call before may have been stopped here.
  await removeHiddenCopies(fs, paths.folder, completed);
  return completed;
}
