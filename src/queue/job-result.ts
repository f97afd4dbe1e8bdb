import { createHash } from 'node:crypto';
import type { SerializedError } from '../base/errors/serialize-error.ts';
import { packResult, unpackResult, type ResultMessage } from '../run/pipeline/chunk-message.ts';
import type { ChunkResult } from '../run/pipeline/process-chunk.ts';
import { packMessage, unpackMessage } from './packed-message.ts';
import { queueDamaged } from './queue-damage.ts';

/** Who computed a job, and what it took. */
export interface JobEffort {
  job: string;
  worker: string;
  computeMs: number;
  /** How often the job was begun, this time included. */
  starts: number;
}

/** What a worker sends back of a job. */
export type JobAnswer = JobEffort &
  (
    | { results: ChunkResult[]; /** SHA-256 of the results. */ sha256: string }
    | { failure: SerializedError; attempts: number }
  );

type ResultHeader = Pick<ResultMessage, 'endOffset' | 'nextLine' | 'lengths' | 'counts'>;

interface AnswerHeader {
  effort: JobEffort;
  /** SHA-256 of the results. */
  sha256?: string;
  results?: ResultHeader[];
  failure?: SerializedError;
  attempts?: number;
}

/** Packs the results of a job. */
export function packAnswer(effort: JobEffort, results: readonly ChunkResult[]): Buffer {
  const parts: Uint8Array[] = [];
  const headers = results.map((result): ResultHeader => {
    const { endOffset, nextLine, counts, lengths, buffer } = packResult(result).message;
    parts.push(new Uint8Array(buffer, 0, totalOf(lengths)));
    return { endOffset, nextLine, lengths, counts };
  });
  const sha256 = hashOf(headers, parts);
  return packMessage({ effort, sha256, results: headers } satisfies AnswerHeader, parts);
}

/** Packs the failure of a job after so many attempts. */
export function packFailure(effort: JobEffort, failure: SerializedError, attempts: number): Buffer {
  // The stack names paths of the worker's machine.
  return packMessage({ effort, failure: { ...failure, stack: '' }, attempts } satisfies AnswerHeader, []);
}

/** Unpacks what a worker sent. Errors: SERVICE_DOWN if no worker sent it so. */
export function unpackAnswer(message: Buffer): JobAnswer {
  try {
    return unpackSent(message);
  } catch {
    throw queueDamaged('a result', 'is not one that a worker has sent');
  }
}

function unpackSent(message: Buffer): JobAnswer {
  const { header, body } = unpackMessage(message);
  const { effort, sha256: sent, results, failure, attempts = 1 } = header as AnswerHeader;
  if (typeof effort.job !== 'string' || typeof effort.worker !== 'string') throw new TypeError('no job');
  if (failure !== undefined || results === undefined)
    return { ...effort, failure: failure ?? { message: 'no results', stack: '' }, attempts };
  let at = 0;
  const unpacked = results.map((result) => {
    const length = totalOf(result.lengths);
    const { buffer } = new Uint8Array(body.subarray(at, at + length));
    at += length;
    return unpackResult({ ...result, buffer });
  });
  const sha256 = hashOf(results, [body]);
  if (sha256 !== sent) throw new RangeError('the message was changed');
  return { ...effort, results: unpacked, sha256 };
}

function hashOf(results: readonly ResultHeader[], parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256').update(JSON.stringify(results));
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

function totalOf(lengths: ResultMessage['lengths']): number {
  return lengths.reduce((sum, [, length]) => sum + length, 0);
}
