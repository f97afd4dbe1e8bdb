/** Takes the rows of a file, in order. */
export interface RowSink {
  /** Takes the names of the columns: once of a CSV file, when they are all; again whenever a JSON object has a new member. */
  columns(names: readonly string[], areAll: boolean): void;
  /** Takes a row: `values` by column, empty where it has none; `number` is 1 for the first after the header. */
  row(number: number, values: readonly string[], geometry: unknown): void;
  /** Takes a row that cannot be read. */
  bad(number: number, reason: string): void;
}
