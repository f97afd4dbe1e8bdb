import type { AdminDataset } from '../../gazetteer/units/units.ts';
import { toDegrees, toUnits } from '../../gazetteer/store/access.ts';
import { wardsOf } from '../../gazetteer/unit-search/places.ts';
import type { UnitFacts } from '../../gazetteer/unit-search/unit-facts.ts';
import type { Unit, UnitTable } from '../../gazetteer/unit-search/units.ts';
import { CORNERS } from './named-units.ts';
import { lonScale, METERS_PER_UNIT, metersBetween, type UnitPosition } from './street-line.ts';

/** The distance test between positions and administrative units. */
export interface UnitBorder {
  /**
   * Reports whether a position is inside a unit, or at most some metres outside of it.
   *
   * Shape: the area of a former unit is that of its successor wards. Approximate: the border is sampled in the direction of the unit.
   * Cost: 3 microseconds inside, up to 40 outside; nothing if the circle around the unit is too far.
   */
  isWithin(position: UnitPosition, unit: Unit, meters: number): boolean;
}

/** Directions that are sampled, in radians from the direction of the unit's centre. */
const DIRECTIONS = [0, 0.6, -0.6, 1.2, -1.2];
/** Shares of the distance that are sampled; a narrow unit may be only at half the distance. */
const STEPS = [1, 0.5];

/** Creates the distance test from the map of wards. */
export function createUnitBorder(
  table: UnitTable,
  facts: UnitFacts,
  wardAt: AdminDataset['wardAt'],
): UnitBorder {
  const known = new Map<Unit, ReadonlySet<number>>();
  const wardSetOf = (unit: Unit): ReadonlySet<number> => {
    let wards = known.get(unit);
    if (wards === undefined) {
      wards = new Set(wardsOf(table, unit.ranges));
      known.set(unit, wards);
    }
    return wards;
  };
  const isIn = (lat: number, lon: number, wards: ReadonlySet<number>): boolean =>
    wards.has(wardAt({ lat: toDegrees(Math.round(lat)), lon: toDegrees(Math.round(lon)) }));

  return {
    isWithin({ lat, lon }, unit, meters) {
      const { position, radiusMeters } = facts.placeOf(unit);
      const centreLat = toUnits(position.lat);
      const centreLon = toUnits(position.lon);
      if (metersBetween(lat, lon, centreLat, centreLon) > CORNERS * radiusMeters + meters) return false;
      const wards = wardSetOf(unit);
      if (isIn(lat, lon, wards)) return true;
      const scale = lonScale(lat);
      const toCentre = Math.atan2(centreLat - lat, (centreLon - lon) * scale);
      for (const share of STEPS) {
        const reach = (share * meters) / METERS_PER_UNIT;
        for (const turn of DIRECTIONS) {
          const angle = toCentre + turn;
          if (isIn(lat + Math.sin(angle) * reach, lon + (Math.cos(angle) * reach) / scale, wards))
            return true;
        }
      }
      return false;
    },
  };
}
