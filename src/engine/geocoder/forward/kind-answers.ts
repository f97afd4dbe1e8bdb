import type { Names } from '../../gazetteer/names/names.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { AdminSearch } from '../reader/admin-search.ts';
import type { Match } from '../places/place-match.ts';
import { createKindSearch, readKind, type KindWanted } from './category-in-unit.ts';
import type { Explainer } from './explain.ts';
import { SPELLED } from './hits.ts';
import type { Inquiry } from './inquiry.ts';
import type { Result } from './results.ts';

/** The search for a kind of place in a unit ("cây xăng quận 3"); `first` is the best result by name. */
export interface KindAnswers {
  /** Returns the matches of a kind of place; undefined if `first` is the better match, or if the question is for no kind of place. */
  instead(inquiry: Inquiry, first: Result | undefined, size: number): Match[] | undefined;
  /** Returns the other places of a kind if the whole question is a name that also means the kind: "Bệnh viện Quận 2" and the other hospitals of that district. */
  beside(inquiry: Inquiry, first: Result, size: number): Match[];
}

/** Creates the search for kinds of places. */
export function createKindAnswers(
  tables: PlaceTables,
  names: Names,
  adminSearch: AdminSearch,
  explainer: Explainer,
): KindAnswers {
  const searchKind = createKindSearch(tables, names, explainer);

  const instead: KindAnswers['instead'] = (inquiry, first, size) => {
    const unit = inquiry.understanding.stacks[0]?.unit;
    const kind = unit && readKind(inquiry);
    if (unit === undefined || kind === undefined) return undefined;
    const hasCategory = kind.categories.length > 0;
    const isStreet = first !== undefined && first.feature < tables.streetCount;
    const isElsewhere = first !== undefined && (isStreet || !explainer.isIn(first.feature, unit));
    if (first !== undefined) {
      if (!kind.isPlaced && namesUnit(inquiry, first)) return undefined;
      if (isStreet && !hasCategory) return undefined;
      if (!isElsewhere && !isKindBetter(inquiry, first, kind)) return undefined;
    }
    const places = searchKind(inquiry, kind, unit, size);
    if (places.length > 0) return places;
    // A place with a name of its own may be written with a wrong unit; a "cây xăng" of another district is a different place.
    return hasCategory && isElsewhere && kind.words.length === 0
      ? adminSearch.answer(inquiry.understanding, size)
      : undefined;
  };

  const beside: KindAnswers['beside'] = (inquiry, first, size) => {
    const unit = inquiry.understanding.stacks[0]?.unit;
    if (unit === undefined || !isWhole(inquiry, first) || !explainer.isIn(first.feature, unit)) return [];
    const kind = readKind(inquiry);
    if (kind === undefined || kind.categories.length === 0 || kind.words.length > 0) return [];
    return searchKind(inquiry, kind, unit, size + 1)
      .filter(({ place }) => place !== first.feature)
      .slice(0, size);
  };

  return { instead, beside };
}

/** Reports whether a category matches better than a result in the same unit: the result is misspelt, or a word like "ở" introduces the unit. */
function isKindBetter(
  { hits }: Inquiry,
  first: Result,
  { categories, words, isPlaced }: KindWanted,
): boolean {
  if (categories.length === 0) return false;
  return isPlaced || (hits.how[first.hit] !== SPELLED && words.length === 0);
}

/** Reports whether the name of a result is the whole question. */
function isWhole({ hits, question }: Inquiry, { hit }: Result): boolean {
  return hits.start[hit] === 0 && hits.end[hit] === question.count;
}

/** Reports whether the words of a unit are part of a place's name: "Sân bay Tân Sơn Nhất" is in no district Tân Sơn. */
function namesUnit({ hits, understanding }: Inquiry, { hit }: Result): boolean {
  const [start, end] = [hits.start[hit], hits.end[hit]];
  const stack = understanding.stacks[0];
  return [stack?.ward, stack?.district, stack?.province].some(
    (reading) => reading !== undefined && reading.start < end && reading.end > start,
  );
}
