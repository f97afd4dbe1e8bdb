import type { AddressParts, PartVerdict } from '../../../contract/records/address-parts.ts';
import { knownUnits } from '../reader/admin-search.ts';
import { AGAINST, EXPLAINED, explainedBy, OPEN as IS_OPEN } from '../reader/evidence.ts';
import { readParts } from '../reader/account.ts';
import type { MatchClues } from '../places/match-clues.ts';
import { isPlaceMatch, type Match } from '../places/place-match.ts';
import type { Inquiry } from './inquiry.ts';
import { BESIDE_UNIT, INSIDE, OPEN, OUTSIDE_UNIT, type Marks } from './question.ts';

/** The verdict of a house number by how it was matched: one that the dataset does not have is unknown, wherever its position is taken from. */
const HOUSE_VERDICTS: Readonly<Record<MatchClues['house'], PartVerdict>> = {
  exact: 'confirmed',
  alike: 'corrected',
  alley: 'unknown',
  between: 'unknown',
  beside: 'unknown',
  unknown: 'unknown',
  none: 'missing',
};

/** The verdict of a street or place by how its name was matched. */
const NAME_VERDICTS: Readonly<Record<MatchClues['name'], PartVerdict>> = {
  exact: 'confirmed',
  misspelt: 'corrected',
  abbreviated: 'completed',
  partly: 'completed',
};

/** The units of a place: the dataset has its ward, and the former district in most places. */
const KNOWN = { ward: true, district: true, province: true };

/**
 * Returns the verdict of each part of a question for a street, house or place.
 *
 * Shape: `flags` of each token are changed; `isBorder` is true if the question names a ward that the match is just outside of.
 */
export function readPlaceParts(
  { understanding }: Inquiry,
  flags: Uint8Array,
  clues: MatchClues,
  isBorder: boolean,
): AddressParts {
  const ward = isBorder ? understanding.stacks[0]?.ward : undefined;
  if (ward !== undefined)
    for (let i = ward.start; i < ward.end; i += 1) flags[i] = (flags[i] & AGAINST) | EXPLAINED;
  const stack = understanding.stacks[0];
  const parts = readParts(understanding, { stack, flags, isStreet: true, known: KNOWN });
  parts.house = HOUSE_VERDICTS[clues.house];
  parts.street = NAME_VERDICTS[clues.name];
  return parts;
}

/** Returns the bits of each token, by how a match explains it. */
export function flagsOf(count: number, marks: Marks): Uint8Array {
  const flags = new Uint8Array(count);
  for (let i = 0; i < count; i += 1) {
    const mark = marks[i];
    if (mark === OPEN) flags[i] = IS_OPEN;
    else if (mark === INSIDE) flags[i] = EXPLAINED;
    else if (mark === OUTSIDE_UNIT || mark === BESIDE_UNIT) flags[i] = AGAINST;
  }
  return flags;
}

/** Adds the verdicts to a match, which is changed, that was not found by a street or by the units of the question: the unit above several places, a kind of place in a unit. */
export function withParts({ understanding }: Inquiry, match: Match): Match {
  if (match.parts !== undefined) return match;
  const { stacks, readings, tokens, context } = understanding;
  const stack = stacks[0];
  const explained = stack && explainedBy(stack, readings, context);
  const flags = Uint8Array.from(tokens, (_, token) => (explained?.[token] === 1 ? EXPLAINED : IS_OPEN));
  const isPlace = isPlaceMatch(match);
  const known = isPlace ? KNOWN : knownUnits(match);
  const parts = readParts(understanding, { stack, flags, isStreet: isPlace, known });
  if (isPlace) parts.street = 'completed';
  match.parts = parts;
  match.used = {
    text: understanding.text,
    stack,
    flags,
    named: undefined,
  };
  return match;
}
