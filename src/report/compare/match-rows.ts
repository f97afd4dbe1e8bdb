import type { ComparedFacts } from '../data/compared-rows.ts';
import { isOwnId } from '../data/own-id.ts';
import type { RunRows } from './run-rows.ts';

/** The rows of two runs that are one. Shape: `earlier` has the place of each row in the earlier run, -1 for a row that is not there. */
export interface MatchedRows {
  by: ComparedFacts['by'];
  earlier: Int32Array;
  /** Places of the rows of the earlier run that are in this one no more. */
  gone: number[];
}

/** What rows are matched by, the first that fits: their places in the same input, `key`, a column of ids, the texts of `words`, all texts. */
export interface MatchRules {
  isSameInput: boolean;
  key: string | undefined;
  words: readonly string[];
}

/** Matches the rows of two runs. Shape: of equal rows the first belongs to the first, the second to the second. */
export function matchRows(now: RunRows, before: RunRows, rules: MatchRules): MatchedRows {
  if (rules.isSameInput && now.count === before.count)
    return { by: 'place', earlier: Int32Array.from({ length: now.count }, (_, row) => row), gone: [] };
  const common = now.columns.filter((name) => before.columns.includes(name));
  const ids = [...(rules.key === undefined ? [] : [rules.key]), ...common.filter(isOwnId)];
  const column = ids.find((name) => common.includes(name) && [now, before].every((run) => isKey(run, name)));
  const words = common.filter((name) => rules.words.includes(name));
  const columns = column !== undefined ? [column] : words.length > 0 ? words : common;
  const places = new Map<string, number[]>();
  for (let row = before.count - 1; row >= 0; row -= 1) {
    const text = textOf(before, columns, row);
    const same = places.get(text);
    if (same) same.push(row);
    else places.set(text, [row]);
  }
  const earlier = Int32Array.from(
    { length: now.count },
    (_, row) => places.get(textOf(now, columns, row))?.pop() ?? -1,
  );
  return {
    by: column === undefined ? 'text' : { column },
    earlier,
    gone: [...places.values()].flat().sort((a, b) => a - b),
  };
}

/** Reports whether a column has one text for each row. Shape: numbers in the order of the rows, which say where a row is, do not say which it is. */
function isKey({ columns, texts, count }: RunRows, name: string): boolean {
  const column = texts[columns.indexOf(name)]!;
  if (count === 0 || column.includes('') || new Set(column).size < count) return false;
  return !column.every((text, row) => text === String(row + 1));
}

/** Returns the texts of a row as one. */
export function textOf({ columns, texts }: RunRows, names: readonly string[], row: number): string {
  return names.map((name) => texts[columns.indexOf(name)]![row]).join('\t');
}
