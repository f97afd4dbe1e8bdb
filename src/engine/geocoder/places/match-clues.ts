/** How the house number was matched: exactly, with another letter, in its alley, between two neighbours, beside one, not at all, or not asked for. */
export const HOUSE_MATCHES = ['exact', 'alike', 'alley', 'between', 'beside', 'unknown', 'none'] as const;

/** How the name was matched: letter by letter, with wrong letters, by initials or shortened words, or by some of its words. */
export const NAME_MATCHES = ['exact', 'misspelt', 'abbreviated', 'partly'] as const;

/** What the question says of where the match is: its ward, its ward but just outside of the border, another ward, its district, its province, or nothing. */
export const UNITS_NAMED = ['ward', 'border', 'other-ward', 'district', 'province', 'none'] as const;

/**
 * What is known about how a street, house or place was matched beyond its score; confidence is computed from it.
 *
 * Shape: `depth` is the number of steps of the house number, 2 for "12/3", without those in the name of an alley; `namesakes` is the number of streets and
 * places of the dataset with the name of the match, itself included; `wards` is the number of wards in force that the street can be in, `wardShare` the
 * share of its length in the ward of the match, both 1 if the question names that ward; `isInWard` is false if the position is outside of that ward.
 * `isSpelled` is true if the name is written as it is shown, with its diacritics; `rivals` is the number of other results with nearly the score of the
 * match at another place; `namesakesNear` counts the namesakes within 2 km, `namesakesInWard` those in its base ward, both 0 for houses and streets.
 * `number` is the first step of the house number, 0 if the question has none or an alley that is part of the name; `knownHouses` counts the houses of the street. `isProvinceNamed`, `isUnitMisspelt` and `hasSite` say that the question names a province,
 * misspells a unit, or has a word such as "trường"; `unitMargin` is the margin between the two best readings of its units, 0 to 1.
 * Units: metres. `nearestRival` and `nearestNamesake` are the distances to the nearest one; `offLine` is the distance of a house from where its neighbours on the street place its number; for an interpolated position it is the larger of
 * those distances of the two neighbours. `twin` is the distance to the farthest other house with the same number in the street. Undefined if there is none.
 * `streetMeters` is about half the length of the street, 0 for a place, and `middleMeters` the distance to its middle.
 */
export interface MatchClues {
  house: (typeof HOUSE_MATCHES)[number];
  name: (typeof NAME_MATCHES)[number];
  depth: number;
  namesakes: number;
  named: (typeof UNITS_NAMED)[number];
  wards: number;
  wardShare: number;
  isInWard: boolean;
  isSpelled: boolean;
  rivals: number;
  namesakesNear: number;
  namesakesInWard: number;
  number: number;
  knownHouses: number;
  isProvinceNamed: boolean;
  isUnitMisspelt: boolean;
  hasSite: boolean;
  unitMargin: number;
  streetMeters: number;
  middleMeters: number;
  nearestRival: number | undefined;
  nearestNamesake: number | undefined;
  offLine: number | undefined;
  twin: number | undefined;
}
