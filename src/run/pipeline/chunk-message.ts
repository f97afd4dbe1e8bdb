import type { RowIssue } from '../../base/errors/row-issue.ts';
import type { CutChunk } from '../../formats/chunk-cutter.ts';
import type { Frame } from '../../formats/record.ts';
import type { ChunkResult } from './process-chunk.ts';
import type { RunCounts } from './run-counts.ts';
import type { FileText } from './outputs/sink.ts';

const FRAME_FIELDS = 3;
/** Results differ a little in length; their buffers need not. */
const SCRATCH_STEP = 1 << 15;

/**
 * A chunk as it is sent to another thread.
 *
 * Shape: `frames` has start, end and line of each frame; `issues` the frames that are no records, by index; `scratch` is shared memory that the result may be
 * written to. All else is cloned, for some 30 microseconds a chunk of 110 rows: a buffer that is transferred is detached here, and then V8 compiles all code anew that it
 * has compiled for arrays of numbers.
 */
export interface ChunkMessage extends Omit<CutChunk, 'frames'> {
  frames: Int32Array;
  issues: readonly (readonly [at: number, issue: RowIssue])[];
  scratch: SharedArrayBuffer | undefined;
}

/**
 * The result of a chunk as it is sent back.
 *
 * Shape: `buffer` is shared memory that begins with the UTF-8 of all outputs, one after the other; `lengths` has the name and length of each, in that order.
 * Cost: 5 to 9 microseconds, whatever its size, and the writing; cloned as strings 265 for 70 kB, nearly all of them in the receiving thread.
 */
export interface ResultMessage {
  endOffset: number;
  nextLine: number;
  buffer: SharedArrayBuffer;
  lengths: readonly (readonly [output: string, length: number])[];
  counts: RunCounts;
  workMs?: number;
}

/** Packs a chunk. Shape: `scratch` is the receiver's until the result comes. */
export function packChunk(chunk: CutChunk, scratch?: SharedArrayBuffer): ChunkMessage {
  const frames = new Int32Array(chunk.frames.length * FRAME_FIELDS);
  const issues: [number, RowIssue][] = [];
  let at = 0;
  for (const { start, end, line, issue } of chunk.frames) {
    if (issue !== undefined) issues.push([at / FRAME_FIELDS, issue]);
    frames[at++] = start;
    frames[at++] = end;
    frames[at++] = line;
  }
  return { ...chunk, frames, issues, scratch };
}

/** Unpacks a chunk. */
export function unpackChunk({ frames: fields, issues, scratch: _, ...chunk }: ChunkMessage): CutChunk {
  const frames: Frame[] = [];
  for (let at = 0; at < fields.length; at += FRAME_FIELDS) {
    frames.push({
      start: fields[at] as number,
      end: fields[at + 1] as number,
      line: fields[at + 2] as number,
    });
  }
  for (const [at, issue] of issues) (frames[at] as Frame).issue = issue;
  return { ...chunk, frames };
}

/** Packs a result, whose own memory is free afterwards. Shape: as {@link packChunk}; `scratch` is used where it is large enough. */
export function packResult(result: ChunkResult, scratch?: SharedArrayBuffer): ResultMessage {
  const texts = Object.entries(result.outputs);
  const lengths = texts.map(([name, text]): [string, number] => [
    name,
    typeof text === 'string' ? Buffer.byteLength(text) : text.length,
  ]);
  const needed = lengths.reduce((sum, [, length]) => sum + length, 0);
  const isEnough = scratch !== undefined && scratch.byteLength >= needed;
  const buffer = isEnough ? scratch : new SharedArrayBuffer(Math.ceil(needed / SCRATCH_STEP) * SCRATCH_STEP);
  const bytes = Buffer.from(buffer);
  let at = 0;
  texts.forEach(([, text], nth) => {
    write(text, bytes, at);
    at += lengths[nth]?.[1] ?? 0;
  });
  result.release?.();
  const { endOffset, nextLine, counts, workMs } = result;
  return { endOffset, nextLine, buffer, lengths, counts, workMs };
}

function write(text: FileText, to: Buffer, at: number): void {
  if (typeof text === 'string') to.write(text, at);
  else to.set(text, at);
}

/** Unpacks a result. */
export function unpackResult(message: ResultMessage): ChunkResult {
  const { endOffset, nextLine, buffer, lengths, counts, workMs } = message;
  let at = 0;
  const outputs: Record<string, Uint8Array> = {};
  for (const [name, length] of lengths) {
    outputs[name] = new Uint8Array(buffer, at, length);
    at += length;
  }
  return { endOffset, nextLine, outputs, counts, workMs };
}
