import { bandNameOf } from './bands.ts';

/**
 * What rows are good for, the best first: matched at a house, street or place; at a ward; only at a district or province; to be decided by a person
 * (ambiguous, with a verdict other than `accept`, or of low confidence); and why there is no match.
 */
export const USES = [
  'house_or_street',
  'ward',
  'district_or_province',
  'to_decide',
  'not_found',
  'skipped',
  'error',
] as const;

/** What a row is good for. */
export type Use = (typeof USES)[number];

/** What a stage says of a row. Shape: `level` and `verdict` empty for none; `probability` undefined where the confidence of the stage is none. */
export interface RowStanding {
  status: string;
  level: string;
  verdict: string;
  probability: number | undefined;
}

/** Returns what a row is good for; undefined for one that is ok in a stage without levels. */
export function useOf({ status, level, verdict, probability }: RowStanding): Use | undefined {
  if (status === 'ambiguous') return 'to_decide';
  if (status === 'not_found' || status === 'skipped' || status === 'error') return status;
  if (level === '') return undefined;
  if (level === 'district' || level === 'province') return 'district_or_province';
  const isDoubtful =
    verdict === '' ? probability !== undefined && bandNameOf(probability) === 'low' : verdict !== 'accept';
  if (isDoubtful) return 'to_decide';
  return level === 'ward' ? 'ward' : 'house_or_street';
}

/** The cells of a row in a stage that say what it is good for. */
export const USE_COLUMNS = [
  'status',
  'level',
  'verdict',
  'confidence',
  'ward_code',
  'province_code',
] as const;

/** One of {@link USE_COLUMNS}. */
export type UseColumn = (typeof USE_COLUMNS)[number];

/** Returns the column of a stage that has such cells. Shape: `find` returns a column by its name; units are those of today, or those that an address was converted to. */
export function useColumn<T>(name: UseColumn, find: (column: string) => T | undefined): T | undefined {
  return name.endsWith('_code') ? (find(`${name}_new`) ?? find(`to_${name}`)) : find(name);
}

/** Returns what a row is good for by the cells of a stage; `hasProbability` unless the confidence of the stage stands for something else. */
export function useOfCells(
  cell: (name: UseColumn) => string,
  { hasLevel, hasProbability }: { hasLevel: boolean; hasProbability: boolean },
): Use | undefined {
  const confidence = hasProbability ? cell('confidence') : '';
  return useOf({
    status: cell('status'),
    level: hasLevel ? cell('level') : levelOfCodes(cell('ward_code'), cell('province_code')),
    verdict: cell('verdict'),
    probability: confidence === '' ? undefined : Number(confidence),
  });
}

/** Rows that are at the right ward: those that are good for a ward, or for more. */
export const RIGHT_WARD = 'right_ward';
const OF_RIGHT_WARD: readonly string[] = ['house_or_street', 'ward'] satisfies Use[];

/** Reports whether a use is among those that a name stands for: itself, or {@link RIGHT_WARD}. */
export const isUseOf = (use: Use, name: string): boolean =>
  use === name || (name === RIGHT_WARD && OF_RIGHT_WARD.includes(use));

/** A number of rows as every place says it, in the terminal, in the report and in JSON. Shape: `isWithin` for a part of the figure before. */
export interface UseFigure {
  name: Exclude<Use, 'ward'> | typeof RIGHT_WARD;
  rows: number;
  isWithin: boolean;
}

/** Returns the figures of counted uses, the best first, without those of no row. */
export function useFigures(counts: Readonly<Record<string, number>>): UseFigure[] {
  const figure = (name: UseFigure['name'], isWithin = false): UseFigure[] => {
    const rows = USES.reduce((sum, use) => sum + (isUseOf(use, name) ? (counts[use] ?? 0) : 0), 0);
    return rows === 0 ? [] : [{ name, rows, isWithin }];
  };
  return [
    ...figure(RIGHT_WARD),
    ...USES.flatMap((use) => (use === 'ward' ? [] : figure(use, use === 'house_or_street'))),
  ];
}

/** Returns the level of a row in a stage whose columns have codes of units and no level; empty without codes. */
function levelOfCodes(wardCode: string, provinceCode: string): string {
  if (wardCode !== '') return 'ward';
  return provinceCode === '' ? '' : 'province';
}
