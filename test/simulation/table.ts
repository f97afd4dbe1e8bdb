import type { PlacedChunk } from '../../src/queue/job.ts';
import type { ChunkResult } from '../../src/run/pipeline/process-chunk.ts';
import { emptyCounts } from '../../src/run/pipeline/run-counts.ts';
import type { SinkFrame } from '../../src/run/pipeline/outputs/sink.ts';

/** The frames of the two outputs of a simulated run. */
export const FRAMES: Readonly<Record<string, SinkFrame>> = {
  csv: { head: 'row,value\n', separator: '', tail: 'end\n' },
  rejects: { head: '', separator: '', tail: '' },
};

/** The header line of the input. */
export const HEADER = 'row,text\n';

/** The input of a simulated run, and what its outputs must be. */
export interface Table {
  input: string;
  rows: number;
  /** Bytes of the input after so many rows, header included. */
  offsets: readonly number[];
  /** Bytes of each output after so many rows, head included. */
  bytesAfter: Readonly<Record<string, readonly number[]>>;
  /** Outputs without their tails. */
  outputs: Readonly<Record<string, string>>;
}

const tables = new Map<number, Table>();

/** Returns an input of so many rows, and the outputs of an honest computation. Shape: the same for each seed with so many rows. */
export function tableOf(rows: number): Table {
  const table = tables.get(rows) ?? buildTable(rows);
  tables.set(rows, table);
  return table;
}

function buildTable(rows: number): Table {
  const lines = Array.from({ length: rows }, (_, at) => `${at + 1},text ${(at * 7919) % 1000}`);
  const outputs: Record<string, string> = { csv: FRAMES.csv?.head ?? '', rejects: '' };
  const bytesAfter: Record<string, number[]> = { csv: [], rejects: [] };
  for (const line of [undefined, ...lines]) {
    if (line !== undefined) outputs[isBad(line) ? 'rejects' : 'csv'] += outcomeOf(line, 0);
    for (const name of ['csv', 'rejects']) bytesAfter[name]?.push(outputs[name]?.length ?? 0);
  }
  const offsets = [HEADER.length];
  for (const line of lines) offsets.push((offsets.at(-1) as number) + line.length + 1);
  return {
    input: `${HEADER}${lines.map((line) => `${line}\n`).join('')}`,
    rows,
    offsets,
    bytesAfter,
    outputs,
  };
}

/**
 * Computes a chunk, as a worker does.
 *
 * Shape: with a `fault` other than 0 the values are wrong; with `shifted` the place where one output ends and the other begins, or the number of the next line.
 */
export function computeChunk(
  { chunk }: PlacedChunk,
  fault: number,
  shifted?: 'outputs' | 'line',
): ChunkResult {
  const outputs: Record<string, string> = { csv: '', rejects: '' };
  const counts = emptyCounts([]);
  const { buffer, byteOffset, length } = chunk.bytes;
  const lines = Buffer.from(buffer, byteOffset, length).toString('latin1').split('\n');
  for (const line of lines) {
    if (line === '') continue;
    const name = isBad(line) ? 'rejects' : 'csv';
    outputs[name] += outcomeOf(line, fault);
    counts.rowsIn += 1;
    counts[isBad(line) ? 'rejected' : 'results'] += 1;
  }
  const { csv = '', rejects = '' } = outputs;
  const isMoved = shifted === 'outputs';
  return {
    endOffset: chunk.endOffset,
    nextLine: chunk.nextLine + (shifted === 'line' ? 1 : 0),
    outputs: isMoved ? { csv: csv.slice(0, -1), rejects: `${csv.slice(-1)}${rejects}` } : outputs,
    counts,
  };
}

const isBad = (line: string) => Number.parseInt(line, 10) % 13 === 5;

/** Returns the line of an output. Shape: wrong values are as long as right ones. */
function outcomeOf(line: string, fault: number): string {
  let sum = fault;
  for (let at = 0; at < line.length; at += 1) sum = (sum * 31 + line.charCodeAt(at)) % 99991;
  return isBad(line) ? `bad ${line}\n` : `${Number.parseInt(line, 10)},${String(sum).padStart(5, '0')}\n`;
}
