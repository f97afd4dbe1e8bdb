import type { CutChunk } from '../formats/chunk-cutter.ts';
import type { RecordOrigin } from '../formats/record.ts';
import { packChunk, unpackChunk, type ChunkMessage } from '../run/pipeline/chunk-message.ts';
import type { WorkOrder } from '../run/pipeline/chunk-processor.ts';
import { packMessage, unpackMessage } from './packed-message.ts';

/** The original places of records that were moved; see `InputLayout`. */
export type MovedRecords = Pick<WorkOrder['layout'], 'origins' | 'rowNumbers'>;

/** A chunk with the original places of its records. */
export interface PlacedChunk {
  chunk: CutChunk;
  moved: MovedRecords;
}

/** Shape: `bytes` and `frames` are lengths. */
interface ChunkHeader extends Omit<ChunkMessage, 'bytes' | 'frames'> {
  bytes: number;
  frames: number;
  rowNumbers?: readonly number[];
  origins?: Record<number, RecordOrigin>;
}

/**
 * Packs the chunks of a job: their bytes, frames, and the original places of their records.
 *
 * Shape: only JSON and bytes, so that a worker never evaluates what it reads from Redis.
 */
export function packChunks(chunks: readonly CutChunk[], moved: MovedRecords): Buffer {
  const parts: Uint8Array[] = [];
  const headers = chunks.map((chunk): ChunkHeader => {
    const { bytes, frames, ...rest } = packChunk(chunk).message;
    const frameBytes = Buffer.from(frames.buffer);
    parts.push(bytes, frameBytes);
    return { ...rest, bytes: bytes.length, frames: frameBytes.length, ...movedOf(chunk, moved) };
  });
  return packMessage(headers, parts);
}

/** Unpacks the chunks of a job. */
export function unpackChunks(payload: Buffer): PlacedChunk[] {
  const { header, body } = unpackMessage(payload);
  let at = 0;
  const take = (length: number) => new Uint8Array(body.subarray(at, (at += length)));
  return (header as ChunkHeader[]).map(({ rowNumbers, origins, ...rest }) => {
    const bytes = take(rest.bytes);
    const frames = new Int32Array(take(rest.frames).buffer);
    const chunk = unpackChunk({ ...rest, bytes, frames, scratch: undefined });
    const moved: MovedRecords = {
      ...(origins && { origins }),
      ...(rowNumbers && { rowNumbers: placed(rowNumbers, chunk.firstRow - 1) }),
    };
    return { chunk, moved };
  });
}

/** Returns the original places of the records of a chunk. */
function movedOf(
  { firstRow, frames }: CutChunk,
  { rowNumbers, origins }: MovedRecords,
): Pick<ChunkHeader, 'rowNumbers' | 'origins'> {
  const to = firstRow + frames.length;
  const own: Record<number, RecordOrigin> = {};
  for (let row = firstRow; origins && row < to; row += 1) {
    const origin = origins[row];
    if (origin) own[row] = origin;
  }
  return {
    ...(rowNumbers && { rowNumbers: rowNumbers.slice(firstRow - 1, to - 1) }),
    ...(Object.keys(own).length > 0 && { origins: own }),
  };
}

/** Returns a list with the values from `start` on; it is empty before. */
function placed(values: readonly number[], start: number): number[] {
  const list: number[] = [];
  values.forEach((value, at) => (list[start + at] = value));
  return list;
}
