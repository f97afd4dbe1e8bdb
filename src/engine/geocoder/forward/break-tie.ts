import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { EXACT } from './house-match.ts';
import type { Result } from './results.ts';

/** A street with this many times the houses of every other one is the likelier match for an address. */
const MANY_TIMES = 2;

/**
 * Returns the street with by far the most known houses among streets that match a question equally; undefined if there is none.
 *
 * Shape: undefined also if one of the streets has exactly the house number.
 */
export function breakTie(
  { streetCount, streetHouseStart }: PlaceTables,
  tied: readonly Result[],
): Result | undefined {
  if (tied.some(({ feature, kind }) => feature >= streetCount || kind === EXACT)) return undefined;
  const housesOf = ({ feature }: Result): number => streetHouseStart[feature + 1] - streetHouseStart[feature];
  let most = tied[0];
  let second = 0;
  for (const result of tied.slice(1)) {
    if (housesOf(result) > housesOf(most)) {
      second = housesOf(most);
      most = result;
    } else second = Math.max(second, housesOf(result));
  }
  return housesOf(most) > 0 && housesOf(most) >= MANY_TIMES * second ? most : undefined;
}
