/** The candidate that a person chose, as far as more than its writer looks at it: an OSM feature. */
export interface ChosenFeature {
  properties: { label: string; id?: unknown };
}

/** A text that a person matched. Shape: `feature` is the candidate that was chosen, absent for a position of the person's own; both coordinates are NaN where the text is no address. Units: degrees WGS84. */
export interface Alias {
  text: string;
  lat: number;
  lon: number;
  feature?: ChosenFeature | undefined;
}

/**
 * The matches of a person, by the key of their text.
 *
 * Shape: `sha256` is that of the file; `lineOf` has the line of each key in it; `notes` has a sentence for each two texts that differ in marks only
 * and have two decisions.
 */
export interface Aliases {
  byText: ReadonlyMap<string, Alias>;
  sha256: string;
  lineOf: ReadonlyMap<string, number>;
  notes: readonly string[];
}

/** Reports whether a person decided that a text is no address. */
export const isNoAddress = ({ lat }: Alias): boolean => Number.isNaN(lat);
