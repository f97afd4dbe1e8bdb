/** How the house number was matched: exactly, with another letter, in its alley, between two neighbours, beside one, not at all, or not asked for. */
export const HOUSE_MATCHES = ['exact', 'alike', 'alley', 'between', 'beside', 'unknown', 'none'] as const;

/** How the name was matched: letter by letter, with wrong letters, by initials or shortened words, or by some of its words. */
export const NAME_MATCHES = ['exact', 'misspelt', 'abbreviated', 'partly'] as const;

/**
 * What is known about how a street, house or place was matched beyond its score; confidence is computed from it.
 *
 * Shape: `namesakes` is the number of streets and places of the
 * dataset with the name of the match, itself included.
 * Units: metres. `offLine` is the distance of a house from where its neighbours on the street place its number; for an interpolated position it is the larger of
 * those distances of the two neighbours. `twin` is the distance to the farthest other house with the same number in the street. Absent if there is none.
 */
export interface MatchClues {
  house: (typeof HOUSE_MATCHES)[number];
  name: (typeof NAME_MATCHES)[number];
  namesakes: number;
  offLine?: number;
  twin?: number;
}
