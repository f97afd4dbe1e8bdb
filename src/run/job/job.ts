import { englishText, message, messagesIn, type Message } from '../../base/messages/message.ts';
import { listFaults } from '../../base/errors/list-faults.ts';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import type { JobSpec } from '../pipeline/job-spec.ts';
import { optionName, type StageFault } from '../stages/stage.ts';

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

/** A fault of a job: its place, and what is wrong. Shape: `reason` is the code of `message`, where it has one; `set` as `--set` may state its option. */
export interface JobFault {
  place: string;
  message: string;
  reason?: Message;
  set?: string;
}

/** Builds the failure that reports all faults of a job at once. */
export function jobWrong(file: string, faults: readonly JobFault[]): GeomillError {
  const lines = faults.map(({ place, message: text, reason }) =>
    message('job.fault', { place, fault: reason ?? text }),
  );
  const list = listFaults(lines, '\n  ');
  const reason = lines.length === 1 ? list : message('job.faults', { file, count: lines.length, list });
  return new GeomillError('JOB_WRONG', reason, { details: { file, faults } });
}

/** Returns what an option may be set to, as far as its fault says it. */
function valueFor(fault: Message): string {
  const inner = messagesIn(fault);
  const likeliest = inner.find(({ code }) => code === 'stage.noAddressColumn')?.values?.likeliest;
  if (typeof likeliest === 'string') return likeliest;
  return inner.some(({ code }) => code.startsWith('stage.noColumn')) ? '{my column}' : 'VALUE';
}

/** A fault of a stage of a job. Shape: `reason` is the code of `message`, where it has one. */
export type StageFaultOfJob = StageFault & { stage: string; reason?: Message };

/** Builds the failure of a job that does not fit its input, each fault with the line of its option. */
export function jobDoesNotFit(job: Job, faults: readonly StageFaultOfJob[]): GeomillError {
  return jobWrong(
    job.file,
    faults.map(({ stage, option, message: text, reason: fault = message('text.plain', { text }) }) => {
      const place = job.placeOf(stage, option);
      const where = optionName(stage, option);
      const reason = place.startsWith('--set') ? fault : message('job.inside', { where, fault });
      return { place, message: englishText(reason), reason, set: `${where}=${valueFor(fault)}` };
    }),
  );
}
