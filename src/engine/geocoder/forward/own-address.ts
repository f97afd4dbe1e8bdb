import { keepLast } from '../../gazetteer/store/keep-last.ts';
import { createRecordReader } from '../../gazetteer/store/records.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { tokenize } from '../../../base/text/tokens.ts';
import { SPELLED } from './hits.ts';
import type { Inquiry, Result } from './inquiry.ts';
import { isHardGap } from './question.ts';

/** Number of addresses that are kept: some 100 kB. */
const KEPT_ADDRESSES = 512;

/**
 * Creates the function that returns the end of the address of a place behind its name, as the source states it: `Intel Products Vietnam, I2 D1`; 0 for none.
 *
 * Cost: a comparison of the words, for a place at the beginning of a part; to read its address some 40 microseconds, kept for the last places.
 */
export function createOwnAddress(
  tables: PlaceTables,
): (inquiry: Inquiry, result: Pick<Result, 'feature' | 'hit'>) => number {
  const recordOf = createRecordReader(tables);
  const addressOf = keepLast(KEPT_ADDRESSES, (_: PlaceTables, feature) => {
    const { houseNumber = '', street = '' } = recordOf(feature) ?? {};
    return street === '' ? [] : tokenize(`${houseNumber} ${street}`).map(({ text }) => text);
  });
  return ({ question, hits }, { feature, hit }) => {
    if (feature < tables.streetCount || hits.how[hit] !== SPELLED) return 0;
    const { count, partStart, tokens } = question;
    const from = hits.end[hit];
    if (from === count || !isHardGap(question, from) || partStart[hits.start[hit]] !== hits.start[hit])
      return 0;
    const address = addressOf(tables, feature);
    const end = from + address.length;
    if (address.length === 0 || end > count || (end < count && !isHardGap(question, end))) return 0;
    return address.every((word, at) => tokens[from + at].text === word) ? end : 0;
  };
}
