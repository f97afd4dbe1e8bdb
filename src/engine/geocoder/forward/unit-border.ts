import { remember } from '../../gazetteer/remember.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import { toDegrees, toE7 } from '../../gazetteer/store/access.ts';
import { wardsOf } from '../../gazetteer/unit-table/centres.ts';
import type { UnitFacts } from '../reader/unit-facts.ts';
import type { Unit, UnitTable } from '../../gazetteer/unit-table/units.ts';
import { CORNERS } from './named-units.ts';
import { lonScale, METERS_PER_UNIT, metersBetween, type UnitPosition } from './street-line.ts';

/** The distance test between positions and administrative units. */
export interface UnitBorder {
  /**
   * Reports whether a position is inside a unit, or at most some metres outside of it.
   *
   * Shape: the area of a former unit is that of its successor wards. Approximate: the border is sampled in the direction of the unit.
   * Cost: 3 microseconds inside, up to 40 outside; nothing if the circle around the unit is too far, or for a position that was just tested.
   */
  isWithin(position: UnitPosition, unit: Unit, meters: number): boolean;
}

/** Directions that are sampled, in radians from the direction of the unit's centre. */
const DIRECTIONS = [0, 0.6, -0.6, 1.2, -1.2];
/** Shares of the distance that are sampled; a narrow unit may be only at half the distance. */
const STEPS = [1, 0.5];

/** Number of answers that are kept: the results of a question are tested again after each step of the search. */
const KEPT = 64;

/** The last answers of the distance test, at an index that follows from the position. */
interface KeptAnswers {
  lat: Float64Array;
  lon: Float64Array;
  meters: Float64Array;
  unit: (Unit | undefined)[];
  isWithin: Uint8Array;
}

/** Creates the distance test from the map of wards. */
export function createUnitBorder(
  table: UnitTable,
  facts: UnitFacts,
  wardAt: AdminDataset['wardAt'],
): UnitBorder {
  const wardSetOf = remember((unit: Unit): ReadonlySet<number> => new Set(wardsOf(table, unit.ranges)));
  const isIn = (lat: number, lon: number, wards: ReadonlySet<number>): boolean =>
    wards.has(wardAt({ lat: toDegrees(Math.round(lat)), lon: toDegrees(Math.round(lon)) }));

  /** Reports whether a position, or one of some positions around it in the direction of a unit, is inside the unit. */
  const isSampled = (lat: number, lon: number, unit: Unit, centre: UnitPosition, meters: number): boolean => {
    const wards = wardSetOf(unit);
    if (isIn(lat, lon, wards)) return true;
    const scale = lonScale(lat);
    const toCentre = Math.atan2(centre.lat - lat, (centre.lon - lon) * scale);
    for (const share of STEPS) {
      const reach = (share * meters) / METERS_PER_UNIT;
      for (const turn of DIRECTIONS) {
        const angle = toCentre + turn;
        if (isIn(lat + Math.sin(angle) * reach, lon + (Math.cos(angle) * reach) / scale, wards)) return true;
      }
    }
    return false;
  };

  const kept: KeptAnswers = {
    lat: new Float64Array(KEPT),
    lon: new Float64Array(KEPT),
    meters: new Float64Array(KEPT),
    unit: new Array<Unit | undefined>(KEPT).fill(undefined),
    isWithin: new Uint8Array(KEPT),
  };

  return {
    isWithin({ lat, lon }, unit, meters) {
      const { position, radiusMeters } = facts.centreOf(unit);
      const centre = { lat: toE7(position.lat), lon: toE7(position.lon) };
      if (metersBetween(lat, lon, centre.lat, centre.lon) > CORNERS * radiusMeters + meters) return false;
      const slot = (lat ^ lon) & (KEPT - 1);
      const isKept = kept.unit[slot] === unit && kept.meters[slot] === meters;
      if (isKept && kept.lat[slot] === lat && kept.lon[slot] === lon) return kept.isWithin[slot] === 1;
      const isWithin = isSampled(lat, lon, unit, centre, meters);
      kept.lat[slot] = lat;
      kept.lon[slot] = lon;
      kept.meters[slot] = meters;
      kept.unit[slot] = unit;
      kept.isWithin[slot] = isWithin ? 1 : 0;
      return isWithin;
    },
  };
}
