import type { GroundFacts } from '../../base/geo/ground-tiles.ts';
import type { AccountPart } from '../../contract/records/address-parts.ts';
import type { Level } from '../../contract/records/osm-feature.ts';
import type { Sentence } from './report-facts.ts';

/** A candidate on the page of a review. Shape: `ward` with its share of a divided one. Units: degrees WGS84; `meters` is the radius that has nine of ten true positions. */
export interface ReviewCandidate {
  label: string;
  ward: string | null;
  lat: number | null;
  lon: number | null;
  level: Level;
  meters: number | null;
}

/** A text to decide. Shape: `rows` are its doubtful rows; `province` is the code of the one that the text names; `account` says what each of its words is for, `stop` the tour and the hours of a stop. */
export interface ReviewText {
  row: number;
  rows: number;
  ids: readonly string[];
  text: string;
  stop?: string;
  status: string;
  reasons: readonly Sentence[];
  confidence: number | null;
  province?: string;
  account?: readonly AccountPart[];
  candidates: readonly ReviewCandidate[];
}

/** What the page of a review says besides its texts. Shape: `key` is that of the results, `run` the name of their folder; `isServed` where a server takes them, `of` what the rows are: addresses, stops of tours, or addresses whose units were converted. */
export interface ReviewFacts {
  key: string;
  run: string;
  isServed: boolean;
  of: 'addresses' | 'stops' | 'units';
  /** Doubtful texts that are decided already. */
  decided: number;
  wardBlocks: number[];
  ground?: GroundFacts;
}

/** A decision of the page, as the file of a review has it, cell by cell. */
export type DecisionCells = Readonly<Record<string, string>>;

/** What became of a decision. Shape: `asks` is to be confirmed, `fault` cannot be taken over, `other` is what another person decided about the text. */
export interface DecisionResult {
  asks?: Sentence;
  fault?: Sentence;
  other?: Sentence;
}
