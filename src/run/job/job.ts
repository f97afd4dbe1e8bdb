import { listFaults } from '../../base/errors/list-faults.ts';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { englishText } from '../../base/messages/message.ts';
import type { JobSpec } from '../pipeline/job-spec.ts';
import type { StageFault } from '../stages/stage.ts';

/** The limits of a job; those of the command line take precedence. Units: in the names; the price in any currency. */
export interface JobLimits {
  ratePerSecond?: number;
  concurrency?: number;
  perDay?: number;
  timeoutMs?: number;
  maxPauseMs?: number;
  pricePerRequest?: number;
  chunkBytes?: number;
  checkpointMs?: number;
}

/**
 * A checked job.
 *
 * Shape: `placeOf` returns where an option of a stage is stated: `file:line`, or the `--set` argument.
 */
export interface Job extends JobSpec {
  file: string;
  limits: JobLimits;
  /** Column that identifies a row; runs over a later version of the input keep the answers of rows that did not change. */
  key?: string;
  /** Path of a file of texts that a person matched; they are answered from the file. */
  aliases?: string;
  /** Template of the links to a map in a review, with {lat} and {lon}, or {text}. */
  mapLink?: string;
  placeOf(stage: string, option: string): string;
}

/** A fault of a job: its place, and what is wrong. */
export interface JobFault {
  place: string;
  message: string;
}

/** Builds the failure that reports all faults of a job at once. */
export function jobWrong(file: string, faults: readonly JobFault[]): GeomillError {
  const lines = faults.map(({ place, message }) => `${place}: ${message}`);
  const list = listFaults(lines, '\n  ');
  const message = lines.length === 1 ? list : `${file} has ${lines.length} faults:\n  ${list}`;
  return new GeomillError('JOB_WRONG', message, { details: { file, faults } });
}

/** Builds the failure of a job that does not fit its input, each fault with the line of its option. */
export function jobDoesNotFit(job: Job, faults: readonly (StageFault & { stage: string })[]): GeomillError {
  return jobWrong(
    job.file,
    faults.map(({ stage, option, message }) => {
      const place = job.placeOf(stage, option);
      const text = englishText(message);
      return { place, message: place.startsWith('--set') ? text : `${stage}.${option}: ${text}` };
    }),
  );
}
