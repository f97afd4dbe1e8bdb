import type { PartVerdict } from '../../../contract/records/address-parts.ts';
import type { LocalPlace } from './local-place.ts';
import type { Match } from './place-match.ts';

/** A postal code at the end of a text or of a part of it: five digits, before 2018 six. A number at the beginning is that of a house. */
const POSTAL_CODE = /[\s,;.(](\d{5,6})(?=\s*(?:[,;.)]|$|vi[eệ]t\s?nam))/iu;

/** Adds the verdict of each part of a text, and why several matches fit it, to its places, given the matches that they describe. */
export function addParts(text: string, places: LocalPlace[], matches: readonly Match[]): LocalPlace[] {
  const written = POSTAL_CODE.exec(text)?.[1];
  places.forEach(({ extension, record }, at) => {
    const { parts, ambiguity } = matches[at];
    if (parts !== undefined)
      extension.parts = { ...parts, postal_code: postalVerdict(written, record?.postcode) };
    if (ambiguity !== undefined) extension.ambiguity = ambiguity;
  });
  return places;
}

function postalVerdict(written: string | undefined, known: string | undefined): PartVerdict {
  if (written === undefined) return known === undefined ? 'missing' : 'completed';
  if (known === undefined) return 'unknown';
  return written === known ? 'confirmed' : 'contradicted';
}
