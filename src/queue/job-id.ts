import { shortHash } from './queue-keys.ts';
import type { RunRecord } from './run-record.ts';

/** What a job is made of: its run, and the packed chunks from a row on. */
export interface JobContent {
  run: RunRecord;
  firstRow: number;
  payload: Uint8Array;
}

/**
 * Returns the id of a job.
 *
 * Shape: run, first row, and a hash of the record of the run and of the chunks: who has the id can tell whether what it reads is what was sent.
 */
export function jobIdOf({ run, firstRow, payload }: JobContent): string {
  return `${run.id}-${firstRow}-${shortHash(JSON.stringify(run), payload)}`;
}

/** Returns the run and the first row of a job; undefined for an id that no coordinator gave. */
export function parseJobId(id: string): { run: string; firstRow: number } | undefined {
  const [, run, firstRow] = /^([^-]+)-(\d+)-[0-9a-f]+$/.exec(id) ?? [];
  return run === undefined ? undefined : { run, firstRow: Number(firstRow) };
}
