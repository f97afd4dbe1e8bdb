import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { HouseExpression } from './house-expression.ts';
import { NOWHERE, type HouseMatch } from './house-match.ts';
import { findHouse } from './house-finder.ts';
import { findNeighbours, placeByNeighbours, type Neighbours } from './neighbours.ts';
import { WHOLE } from './results.ts';
import { metersBetween } from './street-line.ts';
import type { ThingList } from './thing-ranges.ts';

/** Parts of one street this far apart are not one street. Units: metres. */
const ONE_STREET_METERS = 4000;
/** How far into an unknown alley a house may be. Units: metres. */
const ALLEY_METERS = 150;
/** How far along a street its two sides may be numbered apart. Units: metres. */
const OTHER_SIDE_METERS = 120;
/** Parts of a street that are looked through for neighbours of a house. */
const MOST_PARTS = 16;
/** Things without a known extent. Units: metres. */
const LEAST_STREET_RADIUS = 50;
/** How far a point of interest is around its position. Units: metres. */
export const POI_RADIUS = 30;

/** Places things, and houses in them; the answer is in `found` until the next one. */
export interface Locator {
  found: HouseMatch;
  /** Places a street or point of interest as a whole. */
  placeThing(thing: number): void;
  /** Places a house in a street; `list` holds the parts of the street that the house may be in as well. */
  placeHouse(street: number, house: HouseExpression, taken: number, list: ThingList): void;
}

/** Creates the locator over the tables. */
export function createLocator(tables: PlaceTables): Locator {
  const found: HouseMatch = { kind: WHOLE, row: -1, lat: 0, lon: 0, radiusMeters: 0 };
  const neighbours: Neighbours = { low: -1, high: -1 };

  const placeThing = (thing: number): void => {
    found.kind = WHOLE;
    found.row = -1;
    found.lat = tables.thingLat[thing] as number;
    found.lon = tables.thingLon[thing] as number;
    found.radiusMeters =
      thing < tables.streetCount
        ? Math.max(LEAST_STREET_RADIUS, tables.thingRadius[thing] as number)
        : POI_RADIUS;
  };

  /** Places a number by its neighbours in all parts of a street, which was cut where it enters another ward. */
  const interpolate = (
    street: number,
    number: number,
    house: HouseExpression,
    side: 0 | 1,
    list: ThingList,
  ): void => {
    neighbours.low = -1;
    neighbours.high = -1;
    if (list.count > MOST_PARTS) findNeighbours(tables, street, number, house.span, side, neighbours);
    for (let i = 0; i < list.count && list.count <= MOST_PARTS; i += 1) {
      const part = list.thing[i] as number;
      if (part < tables.streetCount && isOneStreet(tables, street, part))
        findNeighbours(tables, part, number, house.span, side, neighbours);
    }
    placeByNeighbours(tables, street, number, neighbours, found);
  };

  return {
    found,
    placeThing,
    placeHouse(street, house, taken, list) {
      const { steps, alleyOnly } = house;
      findHouse(tables, street, steps, taken, house.span, alleyOnly, found);
      if (found.kind !== NOWHERE) return;
      const number = steps.number[taken] as number;
      interpolate(street, number, house, 1, list);
      if (found.kind === NOWHERE) {
        // The houses of the other side say at least how far along the street it must be.
        interpolate(street, number, house, 0, list);
        found.kind = NOWHERE;
        found.radiusMeters += OTHER_SIDE_METERS;
      }
      if (found.row < 0) {
        placeThing(street);
        found.kind = NOWHERE;
      } else if (alleyOnly || steps.count - taken > 1) {
        // Along the street, never into an alley: of house 3 in alley 12 only where the alley begins is known.
        found.kind = NOWHERE;
        found.radiusMeters += ALLEY_METERS;
      }
    },
  };
}

function isOneStreet(tables: PlaceTables, a: number, b: number): boolean {
  if (a === b) return true;
  const { thingLat, thingLon, thingRadius } = tables;
  const meters = metersBetween(
    thingLat[a] as number,
    thingLon[a] as number,
    thingLat[b] as number,
    thingLon[b] as number,
  );
  return meters <= ONE_STREET_METERS + (thingRadius[a] as number) + (thingRadius[b] as number);
}
