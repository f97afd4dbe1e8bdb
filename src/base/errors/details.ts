import type { Message } from '../messages/message.ts';
import type { ErrorCode } from './catalogue.ts';

/** The details that a failure of any code can have. */
interface CommonDetails {
  /** Number of times the request was sent. */
  attempts?: number;
  /** False where the message already says what to do. */
  hint?: false;
}

/** The details of a failed request. */
interface RequestDetails {
  /** HTTP status. */
  status?: number;
  /** What the transport or the service reported. */
  detail?: string;
  /** The message of the router. */
  valhalla?: string;
}

/** The details of a failure of the file system. */
interface FileDetails {
  path?: string;
  file?: string;
  errno?: string;
}

/** Details by code; a code that is not listed has only the common ones. */
interface DetailsByCode {
  INVALID_REQUEST: RequestDetails & {
    faults?: readonly string[];
    /** Indexes of the locations of a route that cannot be reached. */
    stops?: readonly number[];
    /** They are on roads, and have no route to the others. */
    isCutOff?: true;
  };
  SERVICE_ERROR: RequestDetails;
  SERVICE_REFUSED: RequestDetails;
  /** `step` is the one that a chunk was at. */
  TOOK_TOO_LONG: { step?: number };
  /** `isLasting`: the same attempt fails again. */
  SERVICE_DOWN: RequestDetails & { firstFailure?: ErrorCode; isLasting?: true };
  /** Units: ms; `retryAt` is a time of ISO 8601. `isBusy`: requests of this kind are too many, others are answered. */
  THROTTLED: { retryAfterMs?: number; retryAt?: string; isBusy?: true };
  QUOTA_SPENT: { perDay?: number; retryAt?: string };
  /** `exitCode` is that of the signal that stopped the run. */
  ABORTED: { exitCode?: number };
  USAGE: { faults?: readonly string[] };
  INPUT_BAD: FileDetails & {
    byteOffset?: number;
    elements?: number;
    /** Settings that may fit the input. */
    candidates?: readonly string[];
  };
  /** `doubts` are the rules that say so; `sets` are settings of a job that may fix the reading. */
  INPUT_DOUBTFUL: { doubts?: readonly string[]; sets?: readonly string[] };
  /** `otherRun` where the input is the same: how the run in the folder differs, a sentence each. */
  INPUT_CHANGED: { otherRun?: readonly string[] };
  OUTPUT_REFUSED: FileDetails;
  IO: FileDetails;
  JOB_WRONG: {
    file?: string;
    /** Faults with their place in the job file; `set` as `--set` may state the option. */
    faults?: readonly { place: string; message: string; set?: string }[];
    /** Faults of options whose place in the job file is not known yet. */
    optionFaults?: readonly { stage: string; option: string; message: Message }[];
  };
}

/** The details of a failure, by its code: plain data, for programs and logs. */
export type ErrorDetails = {
  [C in ErrorCode]: CommonDetails & (C extends keyof DetailsByCode ? DetailsByCode[C] : unknown);
};
