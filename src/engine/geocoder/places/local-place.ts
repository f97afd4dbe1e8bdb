import type { GeomillExtension, Level } from '../../../contract/records/osm-feature.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { PlaceRecord } from '../../gazetteer/store/place-tables.ts';

/** Edition of the administrative units in labels: before 1 July 2025, or since then. */
export type AdminUnits = 'old' | 'new';

/** Administrative parts of an address; unknown parts are empty. */
export interface AddressParts {
  ward: string;
  district: string;
  province: string;
}

/**
 * A result of the local engine, before conversion to the requested response format.
 *
 * Shape: `name` is that of the unit, street or place, for a house without a name its `streetLine` (`131 Đường Hồng Hà`); `label` consists of `name`,
 * `streetLine` and `address`; `parts` are in the requested units; unknown texts are empty; `distanceMeters` is null if the request has no point;
 * `isVietnam` is false outside of all provinces.
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
  /** Postal code of the ward in force, else that of the source; empty if unknown. */
  postalCode: string;
  label: string;
  /** Category values of the response. */
  categories: readonly string[];
  record: PlaceRecord | undefined;
  hasChild: boolean;
  isVietnam: boolean;
  distanceMeters: number | null;
  extension: GeomillExtension;
}

/** Joins the parts of an address line without the empty ones. */
export function joinLine(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}
