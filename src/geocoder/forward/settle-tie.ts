import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { EXACT } from './house-find.ts';
import type { Result } from './results.ts';

/** So many times the houses of any other street make one the likelier place of an address. */
const MANY_TIMES = 2;

/**
 * Chooses among streets that fit a question equally well the one of which by far the most houses are known; undefined where that tells nothing.
 *
 * Shape: where the house itself is known in several streets, each has one of it, and none is likelier.
 */
export function settleTie(
  { streetCount, streetHouseStart }: PlaceTables,
  tied: readonly Result[],
): Result | undefined {
  if (tied.some(({ thing, kind }) => thing >= streetCount || kind === EXACT)) return undefined;
  const housesOf = ({ thing }: Result): number =>
    (streetHouseStart[thing + 1] as number) - (streetHouseStart[thing] as number);
  let most = tied[0] as Result;
  let second = 0;
  for (const result of tied.slice(1)) {
    if (housesOf(result) > housesOf(most)) {
      second = housesOf(most);
      most = result;
    } else second = Math.max(second, housesOf(result));
  }
  return housesOf(most) > 0 && housesOf(most) >= MANY_TIMES * second ? most : undefined;
}
