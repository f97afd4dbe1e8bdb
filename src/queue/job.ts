import { message } from '../base/messages/message.ts';
import { createHash } from 'node:crypto';
import type { CutChunk } from '../formats/chunk-cutter.ts';
import type { RecordOrigin } from '../formats/record.ts';
import { packChunk, unpackChunk, type ChunkMessage } from '../run/pipeline/chunk-message.ts';
import type { WorkOrder } from '../run/pipeline/chunk-processor.ts';
import type { ChunkResult } from '../run/pipeline/process-chunk.ts';
import { queueDamaged } from './queue-failure.ts';
import { shortHash, type RunRecord } from './records.ts';

/** The original places of records that were moved; see `InputLayout`. */
export type MovedRecords = Pick<WorkOrder['layout'], 'origins' | 'rowNumbers'>;

/** A chunk with the original places of its records. */
export interface PlacedChunk {
  chunk: CutChunk;
  moved: MovedRecords;
}

/** What a worker sends back of a job. */
export interface JobResult {
  job: string;
  worker: string;
  computeMs: number;
  /** How often the job was begun, this time included. */
  starts: number;
  result: ChunkResult;
  /** SHA-256 of the result. */
  sha256: string;
}

/**
 * Returns the id of a job.
 *
 * Shape: run, first row, and a hash of the record of the run and of the chunk: who has the id can tell whether what it reads is what was sent.
 */
export function jobIdOf(run: RunRecord, firstRow: number, payload: Uint8Array): string {
  return `${run.id}-${firstRow}-${shortHash(JSON.stringify(run), payload)}`;
}

/** Returns the run and the first row of a job; undefined for an id that no coordinator gave. */
export function parseJobId(id: string): { run: string; firstRow: number } | undefined {
  const [, run, firstRow] = /^([^-]+)-(\d+)-[0-9a-f]+$/.exec(id) ?? [];
  return run === undefined ? undefined : { run, firstRow: Number(firstRow) };
}

/** Packs the chunk of a job: its bytes, frames, and the original places of its records. */
export function packPayload(chunk: CutChunk, moved: MovedRecords): Buffer {
  const { bytes, frames, ...rest } = packChunk(chunk);
  return pack({ ...rest, moved: movedOf(chunk, moved) }, [bytes, Buffer.from(frames.buffer as ArrayBuffer)]);
}

/** Unpacks the chunk of a job. */
export function unpackPayload(payload: Buffer): PlacedChunk {
  const [header, [bytes, frames]] = unpack(payload) as [
    ChunkMessage & { moved: MovedRecords },
    [Uint8Array, Uint8Array<ArrayBuffer>],
  ];
  const { moved, ...rest } = header;
  const chunk = unpackChunk({ ...rest, bytes, frames: new Int32Array(frames.buffer) });
  const { origins, rowNumbers } = moved;
  const own: MovedRecords = {
    ...(origins && { origins }),
    // Empty before the rows of the chunk.
    ...(rowNumbers && { rowNumbers: Array<number>(chunk.firstRow - 1).concat(rowNumbers) }),
  };
  return { chunk, moved: own };
}

/** Returns the original places of the records of a chunk. */
function movedOf({ firstRow, frames }: CutChunk, { rowNumbers, origins }: MovedRecords): MovedRecords {
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

type ResultHeader = Omit<JobResult, 'result'> & { result: Omit<ChunkResult, 'outputs'>; names: string[] };

/** Packs the result of a job. */
export function packResult({
  result: { endOffset, nextLine, counts, outputs, release },
  ...effort
}: Omit<JobResult, 'sha256'>): Buffer {
  const names = Object.keys(outputs);
  const parts = Object.values(outputs).map((text) => (typeof text === 'string' ? Buffer.from(text) : text));
  const result = { endOffset, nextLine, counts };
  const sha256 = hashOf(result, names, parts);
  const packed = pack({ ...effort, sha256, result, names } satisfies ResultHeader, parts);
  release?.();
  return packed;
}

/** Unpacks what a worker sent. Errors: SERVICE_DOWN if no worker sent it so. */
export function unpackResult(sent: Buffer): JobResult {
  try {
    const [header, parts] = unpack(sent) as [ResultHeader, Uint8Array[]];
    const { result, names, ...effort } = header;
    if (hashOf(result, names, parts) !== effort.sha256) throw new RangeError('the message was changed');
    const outputs = Object.fromEntries(names.map((name, at) => [name, parts[at] as Uint8Array]));
    return { ...effort, result: { ...result, outputs } };
  } catch {
    throw queueDamaged(message('queue.aResult'), message('queue.notSent'));
  }
}

function hashOf(result: ResultHeader['result'], names: string[], parts: readonly Uint8Array[]): string {
  const lengths = parts.map(({ length }) => length);
  const hash = createHash('sha256').update(JSON.stringify([result, names, lengths]));
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

const LENGTH_BYTES = 4;

/** Packs a JSON value and bytes. Shape: only JSON and bytes, so that nothing that is read from Redis is evaluated. */
function pack(header: unknown, parts: readonly Uint8Array[]): Buffer {
  const text = Buffer.from(JSON.stringify([header, parts.map(({ length }) => length)]));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text, ...parts]);
}

/** Unpacks a message. Shape: each part has a buffer of its own. Errors: RangeError, SyntaxError, TypeError if it was not packed so. */
function unpack(message: Buffer): [header: unknown, parts: Uint8Array<ArrayBuffer>[]] {
  let at = LENGTH_BYTES + message.readUInt32LE(0);
  const [header, lengths] = JSON.parse(message.toString('utf8', LENGTH_BYTES, at)) as [unknown, number[]];
  const parts = lengths.map((length) => new Uint8Array(message.subarray(at, (at += length))));
  return [header, parts];
}
