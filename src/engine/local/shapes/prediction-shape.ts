import type { Prediction, PredictionList } from '../../../contract/records/prediction.ts';
import { STATUS } from '../../../contract/status.ts';
import type { LocalPlace } from '../../geocoder/places/local-place.ts';
import { termsOf } from '../../geocoder/autocomplete/matched-substrings.ts';

/** Returns the parts of a text that match the typed text; null for a request without text. */
export type FindMatches = (text: string) => Prediction['matched_substrings'];

const NO_TEXT: FindMatches = () => null;

/**
 * Converts places to suggestions or children, in google shape.
 *
 * Shape: `findMatches` is left out for children, whose matches are null.
 * Source: interface document, sections 2.1 and 4.3.
 */
export function predictionList(
  places: readonly LocalPlace[],
  findMatches: FindMatches = NO_TEXT,
): PredictionList {
  return {
    predictions: places.map((place) => predictionOf(place, findMatches)),
    status: places.length > 0 ? STATUS.ok : STATUS.zeroResults,
  };
}

function predictionOf(place: LocalPlace, findMatches: FindMatches): Prediction {
  const { name, label } = place;
  const rest = label.slice(name.length + 2);
  return {
    description: label,
    distance_meters: place.distanceMeters,
    has_child: place.hasChild,
    matched_substrings: findMatches(label),
    place_id: place.id,
    structured_formatting: {
      main_text: name,
      main_text_matched_substrings: findMatches(name),
      secondary_text: rest,
      secondary_text_matched_substrings: findMatches(rest),
    },
    terms: termsOf(termParts(place), label),
    types: [...place.categories],
  };
}

/** Returns the parts of the label, each once: the name of a unit or house can equal another part. */
function termParts({ name, streetLine, parts, level }: LocalPlace): string[] {
  const units = [parts.ward, parts.district, parts.province];
  if (level === 'ward' || level === 'district' || level === 'province') return units;
  return name === streetLine ? [name, ...units] : [name, streetLine, ...units];
}
