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

/** Returns the level of a row in a stage whose columns have codes of units and no level; empty without codes. */
export function levelOfCodes(wardCode: string, provinceCode: string): string {
  if (wardCode !== '') return 'ward';
  return provinceCode === '' ? '' : 'province';
}
