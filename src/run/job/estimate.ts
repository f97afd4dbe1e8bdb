import { failure } from '../../base/errors/geomill-error.ts';
import { withinTime } from '../../base/time-limit.ts';
import { hash } from 'node:crypto';
import { createChunkCutter } from '../../formats/chunk-cutter.ts';
import { isBadRow } from '../../formats/record.ts';
import { createRowReader } from '../../formats/inputs.ts';
import { openData, readChunks } from '../pipeline/input/chunk-reader.ts';
import { createDurableFs, type DurableFs } from '../../base/files/durable-fs.ts';
import { type PreparedRun, prepareRun, scratchSpool } from '../pipeline/prepare.ts';
import type { StageQuestion } from '../stages/stage.ts';
import { type Job, jobDoesNotFit } from './job.ts';

const BLOCK_BYTES = 1 << 18;
/** Time that the rows of a block take at most; they take some milliseconds. */
const CHUNK_MS = 5000;
/** Placeholder for a position that depends on the response to an earlier request. */
const UNKNOWN_POSITION = { lat: 0, lon: 0 };

/**
 * The requests that a run would send.
 *
 * Shape: `questions` counts all, `distinct` each once, `cached` those of the distinct ones that are in the cache. `laterAtMost` bounds the
 * distinct questions about positions that earlier stages have yet to find. `isExact` is false for inputs of very many
 * questions, where distinct ones are estimated.
 */
export interface Estimate {
  rows: number;
  rejected: number;
  questions: number;
  distinct: number;
  cached: number;
  laterAtMost: number;
  isExact: boolean;
}

/** The options of {@link estimateRun}. */
export interface EstimateOptions {
  /** Where the plain text of inputs that are compressed or no plain lines is put; the caller removes it. */
  scratchDir: string;
  isCached: (question: StageQuestion) => boolean;
  fs?: DurableFs;
}

const MAX_KEPT = 1 << 19;

/**
 * Counts distinct keys, and those of them that have a property, in bounded memory.
 *
 * Guarantee: exact up to `maxKept` distinct keys; beyond that it keeps a random half, quarter ... of them by their hash and scales up, within
 * half a percent for the default.
 * Cost: 40 bytes per stored key.
 */
interface DistinctCounter {
  /** Adds a key; `hasProperty` is called only for a new key. */
  add(key: string, hasProperty?: () => boolean): void;
  result(): { distinct: number; withProperty: number; isExact: boolean };
}

/** Returns an empty counter. */
export function createDistinctCounter(maxKept = MAX_KEPT): DistinctCounter {
  const kept = new Map<number, boolean>();
  let scale = 1;
  return {
    add(key, hasProperty = () => false) {
      const digest = hash('sha1', key, 'buffer').readUIntBE(0, 6);
      if (digest % scale !== 0 || kept.has(digest)) return;
      kept.set(digest, hasProperty());
      while (kept.size > maxKept) {
        scale *= 2;
        for (const each of kept.keys()) if (each % scale !== 0) kept.delete(each);
      }
    },
    result() {
      let withProperty = 0;
      for (const flag of kept.values()) if (flag) withProperty += 1;
      return { distinct: kept.size * scale, withProperty: withProperty * scale, isExact: scale === 1 };
    },
  };
}

/**
 * Counts the requests that a run of a job over an input would send, without sending any.
 *
 * Errors: JOB_WRONG when the job does not fit the input; INPUT_MISSING, INPUT_BAD, IO.
 * Cost: reads the input once, in bounded memory.
 */
export async function estimateRun(
  job: Job,
  input: { name: string; path: string },
  { scratchDir, isCached, fs = createDurableFs() }: EstimateOptions,
): Promise<{ prepared: PreparedRun; estimate: Estimate }> {
  const prepared = await prepareRun(job, { ...input, spool: scratchSpool(scratchDir) }, fs);
  if (prepared.faults.length > 0) throw jobDoesNotFit(job, prepared.faults);
  const { layout, plans } = prepared;
  const readRows = createRowReader(layout);
  const { dataOffset, firstLine } = layout;
  const cutter = createChunkCutter(layout, { offset: dataOffset, row: 1, line: firstLine });
  const now = createDistinctCounter();
  const later = createDistinctCounter();
  const counts = { rows: 0, rejected: 0, questions: 0 };

  const file = await openData(fs, prepared);
  try {
    for await (const chunk of readChunks(file, cutter, { offset: dataOffset, blockBytes: BLOCK_BYTES })) {
      const read = withinTime(CHUNK_MS, () => {
        for (const row of readRows(chunk)) {
          counts.rows += 1;
          if (isBadRow(row)) counts.rejected += 1;
          else counts.questions += addRow(plans, row.cells, now, later, isCached);
        }
      });
      if (!read) throw failure('TOOK_TOO_LONG', 'job.rowTooSlow', { row: counts.rows });
    }
  } finally {
    await file.close();
  }
  const requests = now.result();
  const open = later.result();
  return {
    prepared,
    estimate: {
      ...counts,
      distinct: requests.distinct,
      cached: requests.withProperty,
      laterAtMost: open.distinct,
      isExact: requests.isExact && open.isExact,
    },
  };
}

/** Adds the requests of one row, and returns their number. */
function addRow(
  plans: PreparedRun['plans'],
  cells: readonly unknown[],
  now: DistinctCounter,
  later: DistinctCounter,
  isCached: (question: StageQuestion) => boolean,
): number {
  let before = '';
  let count = 0;
  for (const { prefix, plan } of plans) {
    const questions = plan.questions({ cells, position: null });
    for (const question of questions) {
      const key = `${question.operation} ${JSON.stringify(question.parameters)}`;
      now.add(key, () => isCached(question));
      before += key;
    }
    count += questions.length;
    if (questions.length > 0 || before === '') continue;
    // Equal requests have equal responses, so the requests that depend on a response are at most as many as the distinct requests before them.
    const open = plan.questions({ cells, position: UNKNOWN_POSITION }).length;
    for (let i = 0; i < open; i += 1) later.add(`${prefix} ${i} ${before}`);
    count += open;
  }
  return count;
}

/** The cost of an estimate. Shape: members are undefined without a limit or a price. */
export interface Spending {
  requests: number;
  seconds?: number;
  days?: number;
  cost?: number;
}

/** Computes the cost of an estimate from a rate, a daily quota and a price, each where given. */
export function spendingOf(
  { distinct, cached, laterAtMost }: Estimate,
  limits: { ratePerSecond?: number; perDay?: number; pricePerRequest?: number },
): Spending {
  const requests = distinct - cached + laterAtMost;
  const { ratePerSecond, perDay, pricePerRequest } = limits;
  return {
    requests,
    seconds: ratePerSecond === undefined ? undefined : requests / ratePerSecond,
    days: perDay === undefined ? undefined : Math.ceil(requests / perDay),
    cost: pricePerRequest === undefined ? undefined : requests * pricePerRequest,
  };
}
