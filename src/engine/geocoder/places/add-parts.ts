import type { PartVerdict } from '../../../contract/records/address-parts.ts';
import type { LocalPlace } from './local-place.ts';
import type { Match } from './place-match.ts';

/**
 * Adds the verdict of each part of a text, and why several matches fit it, to its places, given the matches that they describe.
 *
 * Shape: `written` is the postal code of the text; `isKnown` reports whether a code is that of a ward in force.
 */
export function addParts(
  places: LocalPlace[],
  matches: readonly Match[],
  written: string | undefined,
  isKnown: (code: string) => boolean,
): LocalPlace[] {
  places.forEach(({ extension, postalCode }, at) => {
    const { parts, ambiguity } = matches[at];
    if (parts !== undefined)
      extension.parts = { ...parts, postal_code: postalVerdict(written, postalCode, isKnown) };
    if (ambiguity !== undefined) extension.ambiguity = ambiguity;
  });
  return places;
}

function postalVerdict(
  written: string | undefined,
  postalCode: string,
  isKnown: (code: string) => boolean,
): PartVerdict {
  if (written === undefined) return postalCode === '' ? 'missing' : 'completed';
  if (written === postalCode) return 'confirmed';
  // Codes of six digits, and those of before 2025, are of no ward in force.
  return postalCode !== '' && isKnown(written) ? 'contradicted' : 'unknown';
}
