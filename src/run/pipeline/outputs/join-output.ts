import { createHash } from 'node:crypto';
import { failure, type GeomillError } from '../../../base/errors/geomill-error.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import { writeHashed } from '../journal/marks.ts';
import type { ManifestFile } from '../journal/manifest.ts';
import type { OutputFile } from '../journal/run-paths.ts';
import type { SinkFrame } from './sink.ts';
import { streamFile } from '../input/stream-file.ts';

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
