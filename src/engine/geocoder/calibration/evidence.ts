import type { UnitClues } from '../reader/evidence.ts';
import { isDecided } from '../reader/answer.ts';
import type { MatchClues } from '../places/match-clues.ts';
import { isPlaceMatch, type Match } from '../places/place-match.ts';

/** Scores are kept this far from 0 and 1, where their log-odds are infinite. */
const LEAST_ODDS = 0.005;
const MOST_UNEXPLAINED = 3;
const MOST_CONTRADICTED = 2;
/** A larger margin says no more. */
const SURE_MARGIN = 0.4;
/** A greater distance between positions of one house says no more. Units: metres. */
const FAR_METERS = 300;
/** Positions of one house from here on contradict each other. Units: metres. */
const APART_METERS = 100;
/** Typical distance of a house from where its neighbours place it. Units: metres. */
const USUAL_METERS = 30;

/** Log-odds of a share that leaves hardly any doubt. */
const SURE_ODDS = 3;

/** Binary digits of a usual house number. */
const USUAL_DIGITS = 4;
/** A larger margin between the readings of the units says no more. */
const SURE_UNIT_MARGIN = 0.5;

/** The names of the values of {@link evidenceOf}, in order. */
export const EVIDENCE = [
  'constant',
  'log-odds of the score',
  'score at most',
  'margin',
  'no margin',
  'unexplained parts',
  'contradicted parts',
  'former unit',
  'divided ward',
  'log-odds of the share of the successor',
  'radius',
  'any unexplained part',
  'other units of the name',
  'another unit of the name',
  'unit not named as one',
  'bare ward',
  'bare ward beside other words',
  'words right beside a bare ward',
  'misspelt ward',
  'house with another letter',
  'house beside one neighbour',
  'house unknown',
  'misspelt name',
  'abbreviated name',
  'part of a name',
  'namesakes',
  'no namesake',
  'neighbours known',
  'log of the distance from the line of neighbours',
  'distance from the line of neighbours',
  'far from the line of neighbours',
  'same number twice',
  'distance between the same numbers',
  'same numbers far apart',
  'number in an alley',
  'number in an alley of an alley',
  'ward named',
  'district named',
  'another ward named',
  'wards of the street',
  'street in one ward',
  'share of the street in the ward',
  'position in the ward',
  'name spelled with its diacritics',
  'rivals',
  'log of the distance to the nearest rival',
  'namesakes near',
  'namesakes in the ward',
  'log of the distance to the nearest namesake',
  'log of the house number',
  'log of the known houses',
  'no known house',
  'province named',
  'misspelt unit',
  'building or institution',
  'margin of the units',
  'log of the length of the street',
  'log of the distance to the middle of the street',
] as const;

/**
 * Returns the evidence for a match as numbers, in the order of {@link EVIDENCE}.
 *
 * Shape: every value is within about -6 and 6, so that the weights of a regression are of comparable size.
 */
export function evidenceOf(match: Match): number[] {
  const { score, margin } = match;
  const unit = isPlaceMatch(match) ? undefined : match;
  const isOpen = isWardOpen(match);
  const values = [
    1,
    logOdds(score),
    score >= 1 - LEAST_ODDS ? 1 : 0,
    Math.min(1, margin / SURE_MARGIN),
    margin < 0.01 ? 1 : 0,
    Math.min(1, match.unexplained.length / MOST_UNEXPLAINED),
    Math.min(1, match.contradicted.length / MOST_CONTRADICTED),
    unit !== undefined && unit.level === 'ward' && !unit.unitId.startsWith('ward:') ? 1 : 0,
    // A ward that is decided by law is as certain as an undivided one.
    isOpen ? 1 : 0,
    isOpen ? logOdds(match.candidates?.[0]?.share ?? 0) / SURE_ODDS : 0,
    Math.log10(Math.max(1, match.accuracyRadiusMeters) / 100),
    match.unexplained.length > 0 ? 1 : 0,
    Math.log2(1 + (unit?.namesakes ?? 0)),
    (unit?.namesakes ?? 0) > 0 ? 1 : 0,
    unit !== undefined && unit.namesakes === undefined ? 1 : 0,
  ];
  addWard(values, unit?.level === 'ward' ? unit.unitClues : undefined);
  addClues(values, isPlaceMatch(match) ? match.clues : undefined);
  return values;
}

/** Reports whether a question leaves open which of several wards in force is meant. */
export function isWardOpen({ candidates }: Match): boolean {
  return candidates !== undefined && !isDecided(candidates);
}

/** Returns the log-odds of a share, which is kept a little away from 0 and 1. */
export function logOdds(share: number): number {
  const bounded = Math.min(1 - LEAST_ODDS, Math.max(LEAST_ODDS, share));
  return Math.log(bounded / (1 - bounded));
}

/** Adds the evidence of how a ward is named; few districts and provinces are wrong. */
function addWard(values: number[], clues: UnitClues | undefined): void {
  if (clues === undefined) {
    values.push(0, 0, 0, 0);
    return;
  }
  const { isBare, isMisspelt, isBeside, touching } = clues;
  values.push(isBare ? 1 : 0, isBare && isBeside ? 1 : 0, isBare ? touching : 0, isMisspelt ? 1 : 0);
}

/** The evidence from the clues, the last of {@link EVIDENCE}. */
const CLUE_COUNT = EVIDENCE.length - EVIDENCE.indexOf('house with another letter');

function addClues(values: number[], clues: MatchClues | undefined): void {
  if (clues === undefined) {
    for (let at = 0; at < CLUE_COUNT; at += 1) values.push(0);
    return;
  }
  const { house, name, namesakes, depth, named, wards, wardShare, isInWard, offLine, twin } = clues;
  const isWardNamed = named === 'ward' || named === 'border';
  values.push(
    house === 'alike' ? 1 : 0,
    house === 'beside' ? 1 : 0,
    house === 'unknown' ? 1 : 0,
    name === 'misspelt' ? 1 : 0,
    name === 'abbreviated' ? 1 : 0,
    name === 'partly' ? 1 : 0,
    Math.log10(Math.max(1, namesakes)),
    namesakes === 1 ? 1 : 0,
    offLine === undefined ? 0 : 1,
    offLine === undefined ? 0 : Math.log10(Math.max(1, offLine) / USUAL_METERS),
    shareOfFar(offLine),
    isApart(offLine),
    twin === undefined ? 0 : 1,
    shareOfFar(twin),
    isApart(twin),
    depth > 1 ? 1 : 0,
    depth > 2 ? 1 : 0,
    isWardNamed ? 1 : 0,
    named === 'district' ? 1 : 0,
    named === 'other-ward' ? 1 : 0,
    Math.log2(Math.max(1, wards)),
    wards <= 1 ? 1 : 0,
    wardShare,
    isWardNamed || isInWard ? 1 : 0,
  );
  addRivals(values, clues);
  addQuestion(values, clues);
}

/** Adds the evidence of other places that the question can mean. */
function addRivals(values: number[], clues: MatchClues): void {
  const { isSpelled, rivals, nearestRival, namesakesNear, namesakesInWard, nearestNamesake } = clues;
  values.push(
    isSpelled ? 1 : 0,
    Math.log2(1 + rivals),
    logOfDistance(nearestRival),
    Math.log10(1 + namesakesNear),
    Math.log2(1 + namesakesInWard),
    logOfDistance(nearestNamesake),
  );
}

/** Adds the evidence of the question around the name, and of the houses of the street. */
function addQuestion(values: number[], clues: MatchClues): void {
  const { number, knownHouses, isProvinceNamed, isUnitMisspelt, hasSite } = clues;
  const { unitMargin, streetMeters, middleMeters } = clues;
  values.push(
    Math.log2(1 + number) / USUAL_DIGITS,
    Math.log2(1 + knownHouses),
    knownHouses === 0 ? 1 : 0,
    isProvinceNamed ? 1 : 0,
    isUnitMisspelt ? 1 : 0,
    hasSite ? 1 : 0,
    Math.min(1, unitMargin / SURE_UNIT_MARGIN),
    streetMeters === 0 ? 0 : Math.log10(Math.max(1, streetMeters) / 100),
    logOfDistance(middleMeters),
  );
}

/** Returns 0 for a distance of 10 m and less, 3 for 10 km and more. */
function logOfDistance(meters = Infinity): number {
  return Math.min(3, Math.log10(Math.max(10, meters) / 10));
}

function shareOfFar(meters = 0): number {
  return Math.min(1, meters / FAR_METERS);
}

function isApart(meters = 0): number {
  return meters > APART_METERS ? 1 : 0;
}
