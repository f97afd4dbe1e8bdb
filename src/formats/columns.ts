import { failure } from '../base/errors/geomill-error.ts';
import { COLUMNS_MAX } from './limits.ts';
import { parseJsonObject } from './ndjson-read.ts';

/** A collector of the member names that occur in a series of JSON objects. */
export interface ColumnCollector {
  /** Adds the text of one record; texts that are no JSON object are skipped: they become rejected rows. */
  add(json: string): void;
  /** Returns the names in the order they first appeared in. */
  columns(): string[];
}

/** Returns a collector. Errors: INPUT_BAD when there are more names than `COLUMNS_MAX`, since then data is used as names. */
export function createColumnCollector(): ColumnCollector {
  const names = new Set<string>();
  return {
    add(json) {
      const parsed = parseJsonObject(json);
      if ('code' in parsed) return;
      for (const name of Object.keys(parsed.object)) names.add(name);
      if (names.size > COLUMNS_MAX) throw failure('INPUT_BAD', 'input.tooManyMembers', { most: COLUMNS_MAX });
    },
    columns: () => [...names],
  };
}

/** Returns the columns of some records. */
export function collectColumns(records: readonly string[]): string[] {
  const collector = createColumnCollector();
  for (const record of records) collector.add(record);
  return collector.columns();
}
