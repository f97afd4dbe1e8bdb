import type { GroundFacts } from '../../base/geo/ground-tiles.ts';
import type { Language } from '../../base/messages/languages.ts';
import type { Use } from '../../contract/uses.ts';
import type { ActivitySession } from './activity.ts';
import type { ComparedFacts } from './compared-rows.ts';

/** What is counted of both runs, in the order of the page. */
export const COMPARED = ['rows', 'use', 'status', 'rejected', 'level'] as const;

/** A number of rows that differs between two runs. Shape: `stage` is the prefix of the stage; empty for rows and rejected ones. */
export interface CountChange {
  kind: (typeof COMPARED)[number];
  stage: string;
  name: string;
  before: number;
  after: number;
}

/**
 * The comparison of a run with the one before, or with another one.
 *
 * Shape: `name` is the folder of another run, absent for the run before; `service` and `edition` (day of the dataset) are those of the earlier run, absent where
 * they are the same; `changes` has only counts that differ; `rows` are those of both inputs, which the shares are of.
 */
export interface EarlierFacts {
  name?: string;
  isSameInput: boolean;
  isComplete: boolean;
  service?: string;
  edition?: { before: string; after: string };
  rows: { before: number; after: number };
  changes: CountChange[];
  /** Row by row, where the rows of the earlier run are known. */
  compared?: ComparedFacts | undefined;
}

/** A sentence of a run in each language; one that has no other than English is a text. */
export type Sentence = string | Readonly<Record<Language, string>>;

/** Returns the English text of a sentence, which filters are called by. */
export const englishOf = (sentence: Sentence): string =>
  typeof sentence === 'string' ? sentence : sentence.en;

/** The statuses of a row, in the order of their numbers in the packed rows. */
export const STATUSES = ['ok', 'ambiguous', 'not_found', 'skipped', 'error'] as const;

/** The status of a row in a stage. */
export type RowStatus = (typeof STATUSES)[number];

/** What to do with a row, in the order of their numbers in the packed rows, from 1. */
export const VERDICTS = ['accept', 'check', 'reject'] as const;

/** Bars of the histogram of confidence; each is 0.05 wide. */
export const CONFIDENCE_BINS = 20;

/** Stands for a row without confidence in the packed rows. */
export const NO_CONFIDENCE = 0xffff;

/** What the confidence of a stage stands for: the probability that a match is right, or the distance to it. */
type ConfidenceMeaning = 'probability' | 'distance';

/** The figures of one stage. Shape: `levels` and `bins` are absent where the stage has no such column. */
export interface StageFacts {
  prefix: string;
  name: string;
  statuses: Record<RowStatus, number>;
  levels?: Record<string, number>;
  /** Rows by verdict; absent where the stage gives none. */
  verdicts?: Record<string, number>;
  bins?: number[];
  meaning?: ConfidenceMeaning;
  /** The commonest kinds of reasons of rows that are not ok, with what those of one kind have in common. */
  reasons: { reason: Sentence; status: RowStatus; rows: number }[];
}

/** The figures of the rows over all stages: of each row what its packed columns have. Shape: `bins` of rows that are ok. */
export interface OverallFacts extends Pick<StageFacts, 'statuses' | 'reasons'> {
  verdicts: Record<(typeof VERDICTS)[number], number>;
  levels: Record<string, number>;
  /** Rows by what they are good for; all 0 where no stage has levels. */
  uses: Record<Use, number>;
  bins: number[];
  meaning: ConfidenceMeaning | undefined;
}

/** What a job expected of its run. Shape: as of the manifest; `description` is empty for a figure of another version. */
export interface ExpectationFacts {
  name: string;
  description: Sentence;
  expected: string;
  found: number | null;
  isMet: boolean;
}

/** A reason that rows refer to. Shape: `kind` is the English text of its kind, where that is another one. */
export interface ShownReason {
  text: Sentence;
  kind?: string;
}

/** A row that was rejected. Shape: `raw` is the start of its text. */
export interface RejectFacts {
  row: number;
  line: number;
  reasons: Sentence[];
  raw: string;
}

/** What a run warned of. Shape: `rows` absent for what is not counted by rows; `filter` shows its rows, absent where they are not known. */
export interface WarningFacts {
  text: Sentence;
  rows?: number;
  filter?: { dimension: 'reason' | 'use'; value: string };
}

/** When and how the results were made. Shape: absent members are not recorded; `edition` is the day of the dataset, `command` has names in place of paths. */
export interface RunFacts {
  startedAt?: string;
  seconds?: number;
  edition?: string;
  command?: string;
  /** Of a conversion: the day of its units, and the language of its sentences. */
  converted?: { day?: string; language: string };
}

/** A file of the run. */
interface FileFacts {
  output: string;
  name: string;
  bytes: number;
}

/** A position on the earth in the report. Units: degrees WGS84. */
export interface ReportPosition {
  lat: number;
  lon: number;
}

/** A stop of a tour. Units: metres. */
export interface StopFacts {
  stop: number;
  text: string;
  position: ReportPosition;
  arrival: string;
  legMeters: number;
  load?: number;
  /** Opening and closing, as the file has them. */
  opens?: string;
  closes?: string;
  /** Service time in minutes, and a telephone number, as the file has them. */
  minutes?: string;
  phone?: string;
  /** Remarks of the stage about the stop, and those of the file. */
  note?: Sentence;
  remark?: string;
  /** Served later than was wished. */
  isLate?: true;
}

/** A delivery tour. Shape: `line` is its route, latitude and longitude in turns, simplified. */
export interface TourFacts {
  batch: string;
  tour: number;
  meters: number;
  /** Time of day of the departure, which may be later than the earliest one. */
  departTime: string;
  endSeconds: number;
  endTime: string;
  /** The tour follows no roads. */
  isEstimated?: true;
  /** Vehicle and driver, where all rows of the tour have the same. */
  vehicle?: string;
  driver?: string;
  line: number[];
  stops: StopFacts[];
}

/** The tours of a run. Shape: `total` counts those that are not in the report, too. */
export interface ToursFacts {
  total: number;
  /** Capacity of a vehicle and what it is counted in, where the job has them. */
  capacity?: number;
  loadColumn?: string;
  tours: TourFacts[];
}

/**
 * What a report says besides its rows, as JSON in the page.
 *
 * Shape: `rowsShown` rows are in the table and on the map, of `counts.results`; `textBlocks` are the positions of the compressed texts in their element;
 * `reasons` and `levels` are what the packed rows refer to by number.
 */
export interface ReportFacts {
  report: 1;
  job: string;
  input: { name: string; bytes: number };
  service: string;
  isComplete: boolean;
  counts: { rows: number; results: number; rejected: number };
  stages: StageFacts[];
  overall: OverallFacts;
  expectations: readonly ExpectationFacts[];
  /** Tells the run of the report from others. */
  runId: string;
  /** Absent where there was no run before. */
  earlier?: EarlierFacts;
  warnings: WarningFacts[];
  run: RunFacts;
  /** Rejected rows by reason, the commonest first. */
  rejectReasons: { reason: Sentence; rows: number }[];
  rejects: RejectFacts[];
  files: FileFacts[];
  findings: readonly Sentence[];
  /** Columns of the input that are in the texts of the rows, in front of the match. */
  textColumns: string[];
  /** Those of them that were asked about; none where positions were. */
  askedColumns: string[];
  rowsShown: number;
  positions: number;
  reasons: ShownReason[];
  levels: string[];
  /** Codes of wards in force and of their provinces, as pairs; one of them may be empty. */
  areas: [ward: string, province: string][];
  /** The finest that the dataset has in the ward of each area; null for an area without one, absent where it is not the dataset of the run. */
  coverage?: ('ward' | 'street' | 'doorstep' | null)[];
  textBlocks: number[];
  /** Positions of the outlines of the wards of some provinces, a block each, in their element. */
  wardBlocks: number[];
  /** Columns of the results that the card of a row has, and the positions of their blocks; blocks that did not fit are left out. */
  detailColumns: string[];
  detailBlocks: number[];
  /** Thumbnails of street pictures: their addresses in the results, and the positions of their base64 in their element. */
  pictures: { names: string[]; offsets: number[] };
  activity: ActivitySession[];
  /** What a sample of the input named beside what was matched; absent where no session had one. */
  sample?: Sentence;
  /** Streets and water below the points, where the dataset of the run is there. */
  ground?: GroundFacts;
}
