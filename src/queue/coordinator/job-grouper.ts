import type { CutChunk } from '../../formats/chunk-cutter.ts';
import type { Clock } from '../../base/files/clock.ts';
import type { ChunkResult } from '../../run/pipeline/process-chunk.ts';

/** A job costs a few milliseconds besides its work: large jobs for large inputs, smaller ones where they would not keep all workers busy. */
const LARGEST_JOB_BYTES = 1 << 20;
const SMALLEST_JOB_BYTES = 1 << 13;
const JOBS_OF_A_RUN = 128;
/** Chunks of whole batches may be tiny. */
const LARGEST_JOB_CHUNKS = 256;
/** A group that does not grow for so long is complete: the input has ended, or the window is full. */
const FLUSH_MS = 20;

/** Returns the size of the jobs of a run. Units: bytes of the input. */
export function jobBytesFor(bytesLeft: number): number {
  return Math.min(LARGEST_JOB_BYTES, Math.max(SMALLEST_JOB_BYTES, Math.ceil(bytesLeft / JOBS_OF_A_RUN)));
}

/** Collects chunks into jobs. */
export interface JobGrouper {
  /** Adds a chunk. Shape: resolves with its result. Errors: those of its job. */
  add(chunk: CutChunk): Promise<ChunkResult>;
  /** Rejects the chunks that are not in a job yet. */
  end(error: Error): void;
}

interface Group {
  chunks: CutChunk[];
  bytes: number;
  results: Promise<readonly ChunkResult[]>;
  resolve: (results: Promise<readonly ChunkResult[]>) => void;
  reject: (error: Error) => void;
}

/** Creates a grouper. Shape: `compute` returns a result for each chunk of a job, in order. */
export function createJobGrouper(
  jobBytes: number,
  compute: (chunks: readonly CutChunk[]) => Promise<readonly ChunkResult[]>,
  { after }: Pick<Clock, 'after'>,
): JobGrouper {
  let group: Group | undefined;
  let cancel = () => undefined as void;

  function flush(): void {
    cancel();
    const full = group;
    group = undefined;
    if (full) full.resolve(compute(full.chunks));
  }

  return {
    async add(chunk) {
      const own = (group ??= openGroup());
      const at = own.chunks.push(chunk) - 1;
      own.bytes += chunk.bytes.length;
      if (own.bytes >= jobBytes || own.chunks.length >= LARGEST_JOB_CHUNKS) flush();
      else {
        cancel();
        cancel = after(FLUSH_MS, flush);
      }
      return (await own.results)[at] as ChunkResult;
    },
    end(error) {
      cancel();
      group?.reject(error);
      group = undefined;
    },
  };
}

function openGroup(): Group {
  let resolve: Group['resolve'] = () => undefined;
  let reject: Group['reject'] = () => undefined;
  const results = new Promise<readonly ChunkResult[]>((onResults, onError) => {
    resolve = onResults;
    reject = onError;
  });
  return { chunks: [], bytes: 0, results, resolve, reject };
}
