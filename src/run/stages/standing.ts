import { distanceMeters } from '../../base/geo/distance.ts';
import { fold } from '../../base/text/fold.ts';
import type { Ambiguity } from '../../contract/records/address-parts.ts';
import type { Position } from '../../base/geo/position.ts';
import type { PlaceMatch } from './place-columns.ts';

/** Matches of one name at most this far apart are one place. Units: metres. */
const ONE_PLACE_METERS = 1000;

/** A match with its share of the words of the text. */
interface RatedMatch extends PlaceMatch {
  textMatch: number;
}

/**
 * Returns why the first match is not the only one that fits a text; undefined if something prefers it.
 *
 * Shape: `hasFocus` and `isNarrowed` say that the job prefers one by a position, or left only those inside of its units.
 * The local engine says so itself; of another service the matches are compared, so that a request for one match is never ambiguous.
 */
export function standingOf(
  [first, second]: readonly RatedMatch[],
  { hasFocus, isNarrowed }: { hasFocus: boolean; isNarrowed: boolean },
): Ambiguity | undefined {
  if (first === undefined) return undefined;
  const { ambiguity } = first.description;
  if (ambiguity === 'divided_ward' || ambiguity === 'old_or_new') return ambiguity;
  if (hasFocus || (isNarrowed && second === undefined)) return undefined;
  if (first.feature.properties.geomill !== undefined || second === undefined) return ambiguity;
  return areEqual(first, second) ? kindOf(first, second) : undefined;
}

/** Reports whether two matches have one name, one level and the same words of the text at different places. */
function areEqual(a: RatedMatch, b: RatedMatch): boolean {
  if (a.position === null || b.position === null || a.textMatch !== b.textMatch) return false;
  return (
    a.description.level === b.description.level &&
    fold(a.feature.properties.name) === fold(b.feature.properties.name) &&
    distanceMeters(a.position, b.position) > ONE_PLACE_METERS
  );
}

function kindOf(a: RatedMatch, b: RatedMatch): Ambiguity {
  const [one, other] = [a.feature.properties.region ?? '', b.feature.properties.region ?? ''];
  return one === other ? 'several_records' : 'several_provinces';
}

/** Matches that explain the same share of the question, up to this difference, are rivals. */
const SAME_TEXT_MATCH = 0.01;
/** A service that rates its matches is not overruled where its first match leads by more than this margin. */
const LEADING_MARGIN = 0.05;

/**
 * Returns the matches of a text with the nearest to a focus first, among those that explain the text equally well.
 *
 * Guarantee: the rest keeps the order of the service; a first match that leads clearly stays the first.
 */
export function nearestFirst<M extends PlaceMatch & { textMatch: number }>(
  matches: readonly M[],
  focus: Position | undefined,
): readonly M[] {
  const margin = matches[0]?.description.margin ?? 0;
  if (focus === undefined || matches.length < 2 || margin > LEADING_MARGIN) return matches;
  const best = Math.max(...matches.map(({ textMatch }) => textMatch));
  const rivals = matches.filter(
    ({ textMatch, position }) => position !== null && textMatch >= best - SAME_TEXT_MATCH,
  );
  const meters = ({ position }: M): number =>
    position === null ? Infinity : distanceMeters(focus, position);
  const nearest = rivals.sort((a, b) => meters(a) - meters(b))[0];
  return nearest === undefined ? matches : [nearest, ...matches.filter((match) => match !== nearest)];
}
