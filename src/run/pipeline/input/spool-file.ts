import { hash } from 'node:crypto';
import { dirname } from 'node:path';
import type { FoundLayout } from '../../../formats/inspect.ts';
import { type BlockSums, createBlockHasher, verifyBlocks } from '../../../base/files/block-sums.ts';
import type { DurableFile, DurableFs } from '../../../base/files/durable-fs.ts';
import { partPathOf } from '../../../base/files/replace-file.ts';
import { englishText, message } from '../../../base/messages/message.ts';
import { crc32 } from 'node:zlib';
import { createChunkCutter } from '../../../formats/chunk-cutter.ts';
import { failure } from '../../../base/errors/geomill-error.ts';
import { createRowReader } from '../../../formats/inputs.ts';
import { isBadRow, type RecordOrigin } from '../../../formats/record.ts';
import { openData, readChunks } from './chunk-reader.ts';

/** A rewritten copy of an input: the layout of its content, and the checksums of its bytes. */
export interface Spool {
  layout: FoundLayout;
  sums: BlockSums;
}

/** A copy to make: where, of what, and how. */
export interface SpoolRequest {
  path: string;
  /** Identity of the source and of how it is read; a copy with another one is not used. */
  source: string;
  make: (write: (bytes: Uint8Array) => Promise<void>) => Promise<FoundLayout>;
  /** Called before the copy gets its name; what it throws prevents that. */
  beforeRename: () => Promise<void>;
  onNote: (note: string) => void;
}

/** The note beside a spool. */
interface SpoolNote extends Spool {
  source: string;
}

/**
 * Makes the spool of an input, or reuses the one that an interrupted run made of the same bytes.
 *
 * Guarantee: a spool under its final name is whole, and is used only if its bytes and those of its note are the ones that were written;
 * a damaged one is made again from the input.
 */
export async function spoolTo(fs: DurableFs, request: SpoolRequest): Promise<Spool> {
  const { path, source, make, beforeRename, onNote } = request;
  const known = await readNote(fs, path);
  if (known === 'damaged') onNote(englishText(message('journal.noteDamaged', { path: notePath(path) })));
  else if (known?.source === source && (await fs.exists(path))) {
    if (await isIntact(fs, path, known.sums)) return known;
    onNote(englishText(message('journal.copyDamaged', { path })));
  }
  const part = partPathOf(path);
  const file = await fs.openWrite(part);
  const hasher = createBlockHasher();
  let layout: FoundLayout;
  try {
    await file.truncate(0);
    let at = 0;
    layout = await make(async (bytes) => {
      hasher.update(bytes);
      await file.write(bytes, at);
      at += bytes.length;
    });
    await file.sync();
  } finally {
    await file.close();
  }
  await beforeRename();
  const note = { source, layout, sums: hasher.sums() };
  await fs.remove(notePath(path));
  await fs.rename(part, path);
  await writeNote(fs, path, note);
  await fs.syncFolder(dirname(path));
  return note;
}

/** Removes a spool, its note, and an unfinished one. */
export async function removeSpool(fs: DurableFs, path: string): Promise<void> {
  for (const name of [notePath(path), path, partPathOf(path)]) await fs.remove(name);
}

const notePath = (path: string) => `${path}.json`;

async function isIntact(fs: DurableFs, path: string, sums: BlockSums): Promise<boolean> {
  const file = await fs.openRead(path);
  return verifyBlocks(file, sums).finally(() => file.close());
}

/** Reads a note. Shape: the sha256 of its JSON, a blank, and its JSON. */
async function readNote(fs: DurableFs, path: string): Promise<SpoolNote | 'damaged' | undefined> {
  const text = await fs.readText(notePath(path));
  if (text === undefined) return undefined;
  const json = text.slice(65);
  return text.slice(0, 65) === `${hash('sha256', json)} ` ? (JSON.parse(json) as SpoolNote) : 'damaged';
}

async function writeNote(fs: DurableFs, path: string, note: SpoolNote): Promise<void> {
  const file = await fs.openWrite(notePath(path));
  const json = JSON.stringify(note);
  await file.truncate(0);
  await file.write(Buffer.from(`${hash('sha256', json)} ${json}`), 0);
  await file.sync();
  await file.close();
}

const BLOCK_BYTES = 1 << 18;
const NEWLINE = Buffer.from('\n');

/** The place of each record of an input, and its batch; batches are numbered in order of their first record. */
interface RecordList {
  offsets: number[];
  lengths: number[];
  batches: number[];
  /** CRC32 of the bytes of each record. */
  sums: number[];
  count: number;
  /** Records that cannot be read, by their index. */
  bad: Map<number, RecordOrigin>;
}

/**
 * Rewrites the records of a plain input so that those of one batch are together, with a blank line between batches.
 *
 * Shape: batches come in the order of their first records, records in the order of the input, byte for byte; a record that cannot be read is a
 * batch of its own, for the reader to reject, and `origins` remembers where it stood.
 * Errors: INPUT_CHANGED when a record changed between the two readings.
 * Cost: reads the input twice; some 40 bytes of memory for each record.
 */
export async function writeBatches(
  fs: DurableFs,
  input: { dataPath: string; sums?: BlockSums },
  layout: FoundLayout,
  batchOf: (cells: readonly unknown[]) => string,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<FoundLayout> {
  const list = await listRecords(fs, input, layout, batchOf);
  const order = Array.from({ length: list.count }, (_, at) => at);
  // Sorting is stable: within a batch the records keep their order.
  order.sort((a, b) => (list.batches[a] as number) - (list.batches[b] as number));
  // Not through its checksums: records are read in any order, and each has a checksum of its own.
  const file = await fs.openRead(input.dataPath);
  try {
    let parts: Buffer[] = [];
    let waiting = 0;
    let batch = order.length > 0 ? list.batches[order[0] as number] : undefined;
    for (const record of order) {
      if (list.batches[record] !== batch) parts.push(NEWLINE);
      batch = list.batches[record];
      const bytes = await readRecord(file, list, record);
      parts.push(bytes, NEWLINE);
      waiting += bytes.length + 2;
      if (waiting < BLOCK_BYTES) continue;
      await write(Buffer.concat(parts));
      parts = [];
      waiting = 0;
    }
    if (parts.length > 0) await write(Buffer.concat(parts));
  } finally {
    await file.close();
  }
  const origins: Record<number, RecordOrigin> = {};
  order.forEach((record, at) => {
    const origin = list.bad.get(record);
    if (origin) origins[at + 1] = origin;
  });
  const isMoved = order.some((record, at) => record !== at);
  const rowNumbers = isMoved ? { rowNumbers: order.map((record) => record + 1) } : {};
  const batchSizes: number[] = [];
  for (const batch of list.batches) batchSizes[batch] = (batchSizes[batch] ?? 0) + 1;
  return { ...layout, dataOffset: 0, firstLine: 1, isBatched: true, batchSizes, origins, ...rowNumbers };
}

/** Reads a record again. Errors: INPUT_CHANGED when it is not the one that was listed. */
async function readRecord(file: DurableFile, list: RecordList, record: number): Promise<Buffer> {
  const bytes = Buffer.alloc(list.lengths[record] as number);
  const offset = list.offsets[record] as number;
  const read = await file.read(bytes, offset);
  if (read === bytes.length && crc32(bytes) === list.sums[record]) return bytes;
  throw failure('INPUT_CHANGED', 'input.changedWhileBatched', { path: file.path, offset });
}

async function listRecords(
  fs: DurableFs,
  input: { dataPath: string; sums?: BlockSums },
  layout: FoundLayout,
  batchOf: (cells: readonly unknown[]) => string,
): Promise<RecordList> {
  const list: RecordList = { offsets: [], lengths: [], batches: [], sums: [], count: 0, bad: new Map() };
  const numbers = new Map<string, number>();
  let batches = 0;
  const readRows = createRowReader(layout);
  const cutter = createChunkCutter(layout, { offset: layout.dataOffset, line: layout.firstLine });
  const file = await openData(fs, input);
  try {
    const options = { offset: layout.dataOffset, blockBytes: BLOCK_BYTES };
    for await (const chunk of readChunks(file, cutter, options)) {
      for (const [at, row] of readRows(chunk).entries()) {
        const offset = chunk.offset + row.frame.start;
        if (isBadRow(row)) {
          const line = chunk.firstLine + row.frame.line;
          list.bad.set(list.count, { row: chunk.firstRow + at, line, offset, issues: row.issues });
        }
        const key = isBadRow(row) ? undefined : batchOf(row.cells);
        let batch = key === undefined ? undefined : numbers.get(key);
        if (batch === undefined) {
          batch = batches;
          batches += 1;
          if (key !== undefined) numbers.set(key, batch);
        }
        // Of a record that is too large for memory, only the first bytes are stored, which the rejects show.
        list.offsets.push(offset);
        list.lengths.push(row.frame.end - row.frame.start);
        list.batches.push(batch);
        list.sums.push(crc32(chunk.bytes.subarray(row.frame.start, row.frame.end)));
        list.count += 1;
      }
    }
  } finally {
    await file.close();
  }
  return list;
}
