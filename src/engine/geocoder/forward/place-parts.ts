import type { AddressParts, PartVerdict } from '../../../contract/records/address-parts.ts';
import { knownUnits } from '../../gazetteer/unit-search/admin-search.ts';
import { explainedBy } from '../../gazetteer/unit-search/evidence.ts';
import { readParts } from '../../gazetteer/unit-search/read-parts.ts';
import type { MatchClues } from '../places/match-clues.ts';
import { isPlaceMatch, type Match } from '../places/place-match.ts';
import type { Inquiry } from './inquiry.ts';
import { BESIDE_UNIT, INSIDE, OPEN, OUTSIDE_UNIT, type Marks } from './marks.ts';

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
 * Shape: `marks` say how the match explains the words; `isBorder` is true if the question names a ward that the match is just outside of.
 */
export function readPlaceParts(
  { understanding }: Inquiry,
  marks: Marks,
  clues: MatchClues,
  isBorder: boolean,
): AddressParts {
  const ward = isBorder ? understanding.stacks[0]?.ward : undefined;
  const isOfBorder = (token: number): boolean =>
    ward !== undefined && token >= ward.start && token < ward.end;
  const parts = readParts(understanding, {
    stack: understanding.stacks[0],
    isExplained: (token) => marks[token] === INSIDE || isOfBorder(token),
    isAgainst: (token) => marks[token] === OUTSIDE_UNIT || marks[token] === BESIDE_UNIT,
    isOpen: (token) => marks[token] === OPEN && !isOfBorder(token),
    isStreet: true,
    known: KNOWN,
  });
  return { ...parts, house: HOUSE_VERDICTS[clues.house], street: NAME_VERDICTS[clues.name] };
}

/** Adds the verdicts to a match that was not found by a street or by the units of the question: the unit above several places, a kind of place in a unit. */
export function withParts({ understanding }: Inquiry, match: Match): Match {
  if (match.parts !== undefined) return match;
  const { stacks, readings, tokens } = understanding;
  const stack = stacks[0];
  const explained = stack && explainedBy(stack, readings, tokens.length);
  const isExplained = (token: number): boolean => explained?.[token] === 1;
  const isPlace = isPlaceMatch(match);
  const parts = readParts(understanding, {
    stack,
    isExplained,
    isAgainst: () => false,
    isOpen: (token) => !isExplained(token),
    isStreet: isPlace,
    known: isPlace ? KNOWN : knownUnits(match),
  });
  return { ...match, parts: isPlace ? { ...parts, street: 'completed' } : parts };
}
