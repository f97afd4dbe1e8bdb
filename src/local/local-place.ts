import type { GeomillExtension, Level } from '../contract/records/osm-feature.ts';
import type { Position } from '../geo/position.ts';

/** Names the administrative parts of an address; parts that are not known are empty. */
export interface AddressParts {
  ward: string;
  district: string;
  province: string;
}

/**
 * Holds an answer of the local engine, before it takes the shape that was asked for.
 *
 * Shape: `name` is the unit, street or place itself; `parts` in the units that were asked for; `distanceMeters` where the question had a point.
 */
export interface LocalPlace {
  id: string;
  name: string;
  level: Level;
  position: Position;
  parts: AddressParts;
  label: string;
  distanceMeters: number | null;
  extension: GeomillExtension;
}
