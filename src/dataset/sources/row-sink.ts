import type { Reason } from '../features.ts';

/** Receiver of the rows of a file, in order. */
export interface RowSink {
  /** Receives the names of the columns: once for a CSV file (`areAll`), again whenever a JSON object has a new member. */
  columns(names: readonly string[], areAll: boolean): void;
  /** Receives a row: `values` by column, empty for missing cells; `number` is 1 for the first row after the header. */
  row(number: number, values: readonly string[], geometry: unknown): void;
  /** Receives the reason why a row cannot be read. */
  bad(number: number, reason: Reason): void;
}

/** Receiver of the values of a JSON file, in order. */
export interface ValueSink {
  /** Receives a value; `number` is 1 for the first. */
  take(number: number, value: unknown): void;
  /** Receives the reason why a value cannot be read. */
  bad(number: number, reason: Reason): void;
}
