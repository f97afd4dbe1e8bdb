import type { GeomillExtension, Level } from '../../contract/records/osm-feature.ts';
import type { Position } from '../../geo/position.ts';
import type { PlaceRecord } from '../../gazetteer/store/place-tables.ts';

/** Says which administrative units labels name: those before 1 July 2025, or those since. */
export type AdminUnits = 'old' | 'new';

/** Names the administrative parts of an address; parts that are not known are empty. */
export interface AddressParts {
  ward: string;
  district: string;
  province: string;
}

/**
 * Holds an answer of the local engine, before it takes the shape that was asked for.
 *
 * Shape: `name` is the unit, street or place itself, of a house without a name its `streetLine` (`131 Đường Hồng Hà`); `address` is the label
 * without both; `label` is all of them. `parts` are in the units that were asked for. Texts that are not known are empty; `distanceMeters` is there
 * where the question had a point; `isVietnam` is false outside of all provinces.
 * Units: `distanceMeters` in whole metres.
 */
export interface LocalPlace {
  id: string;
  name: string;
  level: Level;
  position: Position;
  houseNumber: string;
  street: string;
  streetLine: string;
  parts: AddressParts;
  address: string;
  label: string;
  /** What kinds of place it is, as answers list them. */
  categories: readonly string[];
  record: PlaceRecord | undefined;
  hasChild: boolean;
  isVietnam: boolean;
  distanceMeters: number | null;
  extension: GeomillExtension;
}

/** Joins the parts of an address line, leaving out the empty ones. */
export function joinLine(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}
