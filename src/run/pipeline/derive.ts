import { createHash } from 'node:crypto';
import type { DerivedSource } from '../../formats/output-format.ts';
import type { OutputColumn } from '../../formats/record.ts';
import type { DurableFs } from '../../base/files/durable-fs.ts';
import { compareQuickly } from './finished-file.ts';
import { originOf, writeManifest, type Manifest, type ManifestFile } from './manifest.ts';
import type { DerivedOutput } from './outputs.ts';
import { fileOf, type OutputFile, type RunPaths } from './run-paths.ts';
import { streamFile } from './stream-file.ts';

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
  const hash = createHash('sha256');
  const file = await fs.openWrite(part);
  let bytes = 0;
  try {
    await file.truncate(0);
    for await (const block of make({ ...described, open: () => streamFile(fs, from) })) {
      await file.write(block, bytes);
      hash.update(block);
      bytes += block.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { name, bytes, sha256: hash.digest('hex'), tailBytes, from: source };
}

/**
 * Makes the derived outputs of a finished run that are missing or were changed, again or for the first time.
 *
 * Shape: the manifest that lists them; the same one when nothing was missing.
 * Guarantee: may be interrupted anywhere; the row outputs are only read.
 */
export async function completeDerived(
  fs: DurableFs,
  paths: RunPaths,
  outputs: readonly DerivedOutput[],
  columns: readonly OutputColumn[],
  manifest: Manifest,
  onNote: (note: string) => void,
): Promise<Manifest> {
  const files = { ...manifest.files };
  let isChanged = false;
  const written = await fs.stat(paths.manifest);
  for (const output of outputs) {
    const file = fileOf(paths, output.name);
    const mark = manifest.files[output.name];
    const isNamed = mark?.name === file.name;
    if (isNamed && (await compareQuickly(fs, file.path, mark, written)) === 'same') continue;
    const described = { columns, origin: originOf(manifest) };
    files[output.name] = await makeDerived(fs, output, fileOf(paths, output.from).path, described, file);
    await fs.rename(file.part, file.path);
    onNote(`${file.name} was made from ${fileOf(paths, output.from).name}`);
    isChanged = true;
  }
  if (!isChanged) return manifest;
  const completed = { ...manifest, files };
  await fs.syncFolder(paths.folder);
  await writeManifest(fs, paths, completed);
  return completed;
}
