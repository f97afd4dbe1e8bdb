import { diacriticKey } from '../../../base/text/diacritics.ts';
import { keepLast } from '../../gazetteer/store/keep-last.ts';
import { nameOf } from '../../gazetteer/store/access.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';

/** Number of names that are kept: some 100 kB. */
const KEPT = 1024;

/** Returns the spelling key of the name of a street or place as it is shown. Cost: about a microsecond to decode a name, for the first of the questions that compare it. */
export const shownKey = keepLast(KEPT, (tables: PlaceTables, feature) =>
  diacriticKey(nameOf(tables, feature)),
);
