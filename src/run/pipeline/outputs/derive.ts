import { join } from 'node:path';
import type { DerivedSource } from '../../../formats/output-format.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import { englishText, message } from '../../../base/messages/message.ts';
import { removeHiddenCopies } from './finish.ts';
import { compareQuickly, writeHashed } from '../journal/marks.ts';
import { type Manifest, type ManifestFile, originOf, writeManifest } from '../journal/manifest.ts';
import type { DerivedOutput, RunOutputs } from './outputs.ts';
import { fileOf, isHidden, type OutputFile, type RunPaths } from '../journal/run-paths.ts';
import { streamFile } from '../input/stream-file.ts';
import { createHash } from 'node:crypto';
import { failure, type GeomillError } from '../../../base/errors/geomill-error.ts';
import type { SinkFrame } from './sink.ts';

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

/** A finished file of an output, and its entry in the manifest of its run. */
export interface JoinedPart {
  path: string;
  file: Pick<ManifestFile, 'bytes' | 'sha256' | 'tailBytes'>;
}

/**
 * Writes the rows of finished files of one output, one file after the other, into one file under its temporary name.
 *
 * Shape: the head and the tail once, the separator between the rows of two files; returns the entry of the manifest.
 * Errors: RESULTS_CHANGED with the name of a part that is missing, was changed, or does not begin with the head; IO.
 * Guarantee: the bytes of one run over the rows of all parts; the file is whole and synced when this returns. The parts are only read.
 * Cost: reads and hashes every part once.
 */
export async function joinOutput(
  fs: DurableFs,
  frame: SinkFrame,
  parts: readonly JoinedPart[],
  { name, part }: OutputFile,
): Promise<ManifestFile> {
  const { mark } = await writeHashed(fs, part, joined(fs, frame, parts));
  return { name, ...mark, tailBytes: Buffer.byteLength(frame.tail) };
}

async function* joined(
  fs: DurableFs,
  frame: SinkFrame,
  parts: readonly JoinedPart[],
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(frame.head);
  let hasRows = false;
  for (const each of parts) {
    let isFirst = true;
    for await (const rows of rowsOf(fs, frame, each)) {
      if (isFirst && hasRows) yield Buffer.from(frame.separator);
      isFirst = false;
      hasRows = true;
      yield rows;
    }
  }
  yield Buffer.from(frame.tail);
}

/** Streams a part without its head and its tail, in blocks that are not empty, and compares all of it with its entry. */
async function* rowsOf(
  fs: DurableFs,
  { head }: SinkFrame,
  { path, file }: JoinedPart,
): AsyncGenerator<Buffer> {
  const found = await fs.stat(path);
  if (found === undefined) throw changed(path, 'missing');
  if (found.bytes !== file.bytes) throw changed(path, 'changed');
  const headBytes = Buffer.from(head);
  const end = file.bytes - file.tailBytes;
  const hash = createHash('sha256');
  let at = 0;
  for await (const block of streamFile(fs, path)) {
    hash.update(block);
    const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
    const inHead = headBytes.subarray(at, at + bytes.length);
    if (!bytes.subarray(0, inHead.length).equals(inHead)) throw changed(path, 'header');
    const rows = bytes.subarray(inHead.length, Math.max(inHead.length, end - at));
    if (rows.length > 0) yield rows;
    at += bytes.length;
  }
  if (at !== file.bytes || hash.digest('hex') !== file.sha256) throw changed(path, 'changed');
}

function changed(path: string, how: 'missing' | 'changed' | 'header'): GeomillError {
  return failure('RESULTS_CHANGED', 'output.changedSinceRun', { path, how });
}
