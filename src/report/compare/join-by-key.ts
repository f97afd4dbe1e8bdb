import { GeomillError } from '../../base/errors/geomill-error.ts';
import { shownText } from '../data/shown-text.ts';
import type { RowPair } from './join-by-row.ts';
import type { RowFacts } from './row-facts.ts';

/** Rows of the new run that are in memory at a time; about 50 MB. */
const ROWS_AT_ONCE = 50_000;

/** The two sides of a join. Shape: `openBefore` reads the old run from its beginning, as often as it is called. */
export interface KeyedRuns {
  key: string;
  openBefore: () => AsyncGenerator<RowFacts[]>;
  after: AsyncGenerator<RowFacts[]>;
  rowsAtOnce?: number;
}

/**
 * Joins the rows of two runs by a column that has another value in each row.
 *
 * Shape: for each list of new rows its matches in the order of the old run, then the new rows without match; at the end the old rows without match.
 * Errors: USAGE when two rows of a run have the same value.
 * Cost: reads the new run once, and the old one once for each list of new rows; memory for one list, and a byte for each old row.
 */
export async function* joinByKey(runs: KeyedRuns): AsyncGenerator<RowPair[]> {
  const matched = createFlags();
  for await (const rows of inLists(runs.after, runs.rowsAtOnce ?? ROWS_AT_ONCE)) {
    const byKey = indexByKey(rows, runs.key);
    const isMatched = new Set<RowFacts>();
    let at = 0;
    for await (const list of runs.openBefore()) {
      const pairs: RowPair[] = [];
      for (const before of list) {
        const after = byKey.get(before.key);
        if (after) {
          if (isMatched.has(after) || matched.has(at)) throw twice(runs.key, before.key);
          isMatched.add(after);
          matched.set(at);
          pairs.push({ before, after });
        }
        at += 1;
      }
      yield pairs;
    }
    yield rows.filter((row) => !isMatched.has(row)).map((after) => ({ after }));
  }
  yield* unmatched(runs, matched);
}

async function* unmatched({ openBefore }: KeyedRuns, matched: Flags): AsyncGenerator<RowPair[]> {
  let at = 0;
  for await (const list of openBefore()) {
    const from = at;
    at += list.length;
    yield list.filter((_, index) => !matched.has(from + index)).map((before) => ({ before }));
  }
}

async function* inLists(lists: AsyncGenerator<RowFacts[]>, size: number): AsyncGenerator<RowFacts[]> {
  let held: RowFacts[] = [];
  for await (const list of lists) {
    for (const row of list) held.push(row);
    if (held.length < size) continue;
    yield held;
    held = [];
  }
  if (held.length > 0) yield held;
}

function indexByKey(rows: readonly RowFacts[], key: string): Map<string, RowFacts> {
  const byKey = new Map<string, RowFacts>();
  for (const row of rows) {
    if (byKey.has(row.key)) throw twice(key, row.key);
    byKey.set(row.key, row);
  }
  return byKey;
}

function twice(key: string, value: string): GeomillError {
  const what = value === '' ? 'is empty' : `is "${shownText(value, 80)}"`;
  return new GeomillError(
    'USAGE',
    `the column "${key}" ${what} in more than one row: --key takes a column that has another value in each row`,
  );
}

interface Flags {
  has(at: number): boolean;
  set(at: number): void;
}

function createFlags(): Flags {
  let bytes = new Uint8Array(1 << 16);
  return {
    has: (at) => bytes[at] === 1,
    set(at) {
      if (at >= bytes.length) {
        const larger = new Uint8Array(2 * at);
        larger.set(bytes);
        bytes = larger;
      }
      bytes[at] = 1;
    },
  };
}
