/** What is counted of both runs, in the order of the page. */
export const COMPARED = ['rows', 'status', 'rejected', 'band', 'level'] as const;

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
}
