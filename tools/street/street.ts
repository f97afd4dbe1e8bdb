// The street of the fixtures: where its houses and pictures are. All of it is invented.
import { createHash } from 'node:crypto';
import type { Position } from '../../src/base/geo/position.ts';

/** A point of the street. Units: metres along the street from its start, and to the right of its centre line. */
export interface StreetPoint {
  along: number;
  right: number;
}

/** A house of the street; its front is `right` metres from the centre line. */
export interface House {
  number: number;
  /** -1 left (odd numbers), 1 right (even numbers). */
  side: -1 | 1;
  /** Where its front begins and ends along the street, in metres. */
  from: number;
  to: number;
  storeys: number;
  /** Index of its colour in the palette of the scene, per year. */
  paint: Record<Year, number>;
}

/** The years of the two drives. */
export type Year = 2023 | 2025;

/** A picture taken in the street. Units: degrees. */
export interface Picture {
  id: string;
  name: string;
  year: Year;
  collection: string;
  capturedAt: string;
  at: StreetPoint;
  azimuth: number;
  fieldOfView: number;
  width: number;
  height: number;
  /** The numbers of the houses that the picture shows nearest: of both sides, or the one a flat camera looks at. */
  faces: number[];
}

/** Heading of the street, in degrees clockwise from north. Not a multiple of 90, so that swapped axes show in a test. */
export const STREET_HEADING = 62;
/** Where the street begins. */
export const STREET_START: Position = { lat: 21.0312, lon: 105.7746 };
/** Distance of the fronts from the centre line, in metres. */
export const FRONT_METERS = 5;
/** Height of the cameras above the ground, in metres. */
export const CAMERA_METERS = 2.2;

const HOUSES_PER_SIDE = 12;
const HOUSE_METERS = 6;
const METERS_PER_DEGREE = (6_371_000 * Math.PI) / 180;

/** The houses, by number. */
export const HOUSES: readonly House[] = Array.from({ length: 2 * HOUSES_PER_SIDE }, (_, index) => {
  const number = index + 1;
  const slot = Math.floor(index / 2);
  const paint = (number * 5) % 7;
  return {
    number,
    side: number % 2 === 1 ? -1 : 1,
    from: slot * HOUSE_METERS,
    to: (slot + 1) * HOUSE_METERS,
    storeys: 2 + ((number * 7) % 3),
    // Every third house was painted between the two drives.
    paint: { 2023: paint, 2025: number % 3 === 0 ? (paint + 3) % 7 : paint },
  };
});

/** Returns the position of a point of the street, rounded to 7 decimals (1 cm). */
export function positionOf({ along, right }: StreetPoint): Position {
  const heading = (STREET_HEADING * Math.PI) / 180;
  const north = along * Math.cos(heading) - right * Math.sin(heading);
  const east = along * Math.sin(heading) + right * Math.cos(heading);
  const lat = STREET_START.lat + north / METERS_PER_DEGREE;
  const lon = STREET_START.lon + east / (METERS_PER_DEGREE * Math.cos((STREET_START.lat * Math.PI) / 180));
  return { lat: round(lat), lon: round(lon) };
}

/** Returns the point of a house in the street: the middle of its front. */
export function houseAt(house: House): StreetPoint {
  return { along: (house.from + house.to) / 2, right: house.side * FRONT_METERS };
}

/** The pictures, in the order of their capture. */
export const PICTURES: readonly Picture[] = [...drive(2023), ...drive(2025), ...flatPictures()];

/** Returns the pictures of one drive: the first along the street, the second in the other direction and off the centre line. */
function drive(year: Year): Picture[] {
  const isFirst = year === 2023;
  return Array.from({ length: HOUSES_PER_SIDE }, (_, index) => {
    const slot = isFirst ? index : HOUSES_PER_SIDE - 1 - index;
    const at = { along: (slot + 0.5) * HOUSE_METERS + (isFirst ? 0.6 : -0.8), right: isFirst ? 0.4 : -0.9 };
    return picture({
      name: `drive-${year}-${String(index + 1).padStart(2, '0')}`,
      year,
      at,
      // A driver does not keep the exact heading.
      azimuth: (STREET_HEADING + (isFirst ? 0 : 180) + ((index * 5) % 7) - 3 + 360) % 360,
      fieldOfView: 360,
      width: 2048,
      height: 1024,
      secondsAfterStart: index * 4,
    });
  });
}

/** Returns the pictures of a flat camera: one looks at house 12, one stands beside house 6 and looks at house 5. */
function flatPictures(): Picture[] {
  return [
    { target: 12, at: { along: 32.4, right: -2.6 } },
    { target: 5, at: { along: 15.3, right: 1.6 } },
  ].map(({ target, at }, index) => {
    const house = HOUSES[target - 1]!;
    const to = houseAt(house);
    const turn = (Math.atan2(to.right - at.right, to.along - at.along) * 180) / Math.PI;
    return picture({
      name: `flat-${index + 1}`,
      year: 2025,
      at,
      azimuth: Math.round((STREET_HEADING + turn + 360) % 360),
      fieldOfView: 70,
      width: 2048,
      height: 1536,
      secondsAfterStart: 600 + index * 60,
    });
  });
}

function picture(
  facts: Omit<Picture, 'id' | 'collection' | 'capturedAt' | 'faces'> & { secondsAfterStart: number },
): Picture {
  const { secondsAfterStart, ...rest } = facts;
  const start = Date.parse(rest.year === 2023 ? '2023-04-18T02:10:00Z' : '2025-10-07T08:40:00Z');
  return {
    ...rest,
    id: uuidOf(`picture ${rest.name}`),
    collection: uuidOf(`drive ${rest.year}`),
    capturedAt: new Date(start + secondsAfterStart * 1000).toISOString(),
    faces: facesOf(rest.at, rest.azimuth, rest.fieldOfView),
  };
}

/** Returns the numbers of the houses in the middle of a flat picture, or beside the camera of a 360 one. */
function facesOf(at: StreetPoint, azimuth: number, fieldOfView: number): number[] {
  if (fieldOfView === 360) {
    return HOUSES.filter(({ from, to }) => from <= at.along && at.along < to).map(({ number }) => number);
  }
  const turn = ((azimuth - STREET_HEADING) * Math.PI) / 180;
  const side = Math.sin(turn) > 0 ? 1 : -1;
  const along = at.along + (side * FRONT_METERS - at.right) / Math.tan(turn);
  return HOUSES.filter((house) => house.side === side && house.from <= along && along < house.to).map(
    ({ number }) => number,
  );
}

/** Returns the name-based UUID (version 5) of a name of this fixture: the same ids in every run. */
export function uuidOf(name: string): string {
  const hash = createHash('sha1').update(`geomill fixture street: ${name}`).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function round(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}
