// The front of a house.
import { isInShade, shaded, STOREY_METERS, type Colour, type Place } from './light.ts';
import { textAt } from './font.ts';
import type { House, Year } from './street.ts';
import { isUnderTree } from './trees.ts';

const PAINTS = [0xe8d8b0, 0xb5d3c8, 0xe3b7a0, 0xcfd8dc, 0xf0e09a, 0xc5b3d6, 0xa9c4e4];
const PLATE = { colour: 0x0d47a1, left: 2.6, right: 5.2, bottom: 1, top: 2.8, dotMeters: 0.2 };
const WHITE = 0xffffff;
const TRIM = 0xf4f0e6;
const EDGE = 0x4e4a46;
const ROOF = 0x9c4434;
const ROOF_LINE = 0x7d3327;
const GLASS = 0x3b5366;
const GLASS_LIGHT = 0x6f93ad;
const CURTAIN = 0xd9cdb8;
const DOOR = 0x6d4c41;
const DOOR_LINE = 0x543a31;
const PLINTH = 0x8b8378;
const RAIL = 0x3c4146;
const LEAF = 0x4f8f43;
const TANK = 0xc3cbd1;
const TANK_LINE = 0x8f9aa2;
const FAN_BOX = 0xe4e6e6;
const BAMBOO = 0xc9a861;
const NET = 0x5d9c80;
const AWNINGS = [0xc0392b, 0x2e7d5b, 0x2b6cb0, 0xd68910];
const SIGN_GROUNDS = [0xb71c1c, 0x1b5e20, 0x4a148c, 0xe65100, 0x01579b];
/** Words that are written without marks. */
const SIGNS = ['CAFE', 'HOA', 'KEM', 'PHOTO', 'SIM', 'SPA', 'GYM', 'BIA', 'IN', 'TAXI'];
/** Houses that were being built on at the earlier drive. */
const SCAFFOLDED = [8, 17];

/** Returns the colour of a point of a front; undefined above the house. Units: metres from the left edge as seen from the street, and above the ground. */
export function facadeAt(house: House, year: Year, right: number, point: Place): Colour | undefined {
  const colour = partAt(house, year, right, point.up);
  if (colour === undefined) return undefined;
  const isDark = house.side === 1 ? year === 2025 : isInShade(point, year) || isUnderTree(point, year);
  return isDark && !isPlate(right, point.up) ? shaded(colour) : colour;
}

const isPlate = (right: number, up: number) =>
  right >= PLATE.left && right <= PLATE.right && up >= PLATE.bottom && up <= PLATE.top;

function partAt(house: House, year: Year, right: number, up: number): Colour | undefined {
  const { number, storeys } = house;
  const roof = up - storeys * STOREY_METERS;
  if (roof > 0) return aboveRoof(number, right, roof, PAINTS[house.paint[year]]!);
  const storey = Math.floor(up / STOREY_METERS);
  const inStorey = up - storey * STOREY_METERS;
  if (isPlate(right, up)) {
    const x = right - (PLATE.left + PLATE.right) / 2;
    const y = up - (PLATE.bottom + PLATE.top) / 2;
    return textAt(String(number), x, y, PLATE.dotMeters) ? WHITE : PLATE.colour;
  }
  if (year === 2023 && SCAFFOLDED.includes(number) && storey > 0) return scaffold(right, up);
  if (roof > -0.35) return roof > -0.12 ? ROOF_LINE : ROOF;
  return (
    sign(number, year, right, up) ??
    awning(number, right, up) ??
    (storey > 0
      ? upperStorey(house, year, right, inStorey, storey)
      : groundFloor(right, up, PAINTS[house.paint[year]]!))
  );
}

/** What stands on a roof: a gable, a tank for water, or nothing. */
function aboveRoof(number: number, right: number, up: number, paint: Colour): Colour | undefined {
  if (number % 4 === 1) {
    const height = 1.5 * (1 - Math.abs(right - 3) / 3);
    if (up > height) return undefined;
    return up > height - 0.22 ? ROOF : Math.hypot(right - 3, up - 0.5) < 0.28 ? GLASS : paint;
  }
  if (number % 4 === 0 && right > 3.7 && right < 5.3) {
    if (up < 0.35) return right % 0.5 < 0.1 ? RAIL : undefined;
    return up > 1.5 ? undefined : right > 4.9 || (up > 0.9 && up < 1) ? TANK_LINE : TANK;
  }
  return undefined;
}

function scaffold(right: number, up: number): Colour {
  return right % 1.5 < 0.09 || up % 1.5 < 0.09 ? BAMBOO : NET;
}

/** Returns a sign over the ground floor: every other drive another shop. */
function sign(number: number, year: Year, right: number, up: number): Colour | undefined {
  if (number % 4 < 2 || number === 3 || up < 3.3 || up > 4.1 || right < 0.6 || right > 5.4) return undefined;
  const nth = number + (year === 2025 && number % 8 > 3 ? 3 : 0);
  if (up < 3.36 || up > 4.04 || right < 0.66 || right > 5.34) return TRIM;
  const text = SIGNS[nth % SIGNS.length]!;
  return textAt(text, right - 3, up - 3.7, 0.07) ? WHITE : SIGN_GROUNDS[nth % SIGN_GROUNDS.length]!;
}

function awning(number: number, right: number, up: number): Colour | undefined {
  if (number % 4 < 2 || right < 0.3 || right > 5.7) return undefined;
  // The lower edge is a row of tongues.
  const tongue = (right * 2) % 1;
  if (up > 3.2 || up < 2.86 - 0.06 * Math.sin(tongue * Math.PI)) return undefined;
  return Math.floor(right * 2) % 2 === 0 ? AWNINGS[number % AWNINGS.length] : TRIM;
}

function groundFloor(right: number, up: number, paint: Colour): Colour {
  if (right < 0.08 || right > 5.92) return EDGE;
  if (right > 0.6 && right < 2.1 && up < 2.4) {
    if (right < 0.7 || right > 2 || up > 2.3) return TRIM;
    return Math.abs(right - 1.35) < 0.03 || (up % 0.75 < 0.05 && up > 0.2) ? DOOR_LINE : DOOR;
  }
  return up < 0.4 ? PLINTH : paint;
}

function upperStorey(house: House, year: Year, right: number, inStorey: number, storey: number): Colour {
  const { number } = house;
  if (right < 0.08 || right > 5.92 || inStorey < 0.12) return EDGE;
  const hasRail = number % 3 === 2;
  if (hasRail && inStorey < 1) {
    if (number % 6 === 2 && inStorey > 0.75 && Math.abs((right % 1.5) - 0.75) < 0.3) return LEAF;
    if (inStorey > 0.92 || right % 0.3 < 0.06) return RAIL;
  }
  if (number % 5 === 0 && storey === 2 && Math.abs(right - 3) < 0.45 && inStorey > 0.3 && inStorey < 0.85)
    return Math.hypot(right - 3, inStorey - 0.57) < 0.2 ? TANK_LINE : FAN_BOX;
  const left = [0.9, 3.7].find((from) => right > from - 0.1 && right < from + 1.5);
  const paint = PAINTS[house.paint[year]]!;
  if (left === undefined || inStorey < 0.78 || inStorey > 2.42) return paint;
  return window(right - left, inStorey - 0.9, (number + storey + (left > 1 ? 1 : 0)) % 3 === 0);
}

/** Returns the colour of a window of 1.4 by 1.4 metres with its frame, from its lower left corner. */
function window(x: number, y: number, hasCurtain: boolean): Colour {
  if (y < 0 || y > 1.4 || x < 0 || x > 1.4 || Math.abs(x - 0.7) < 0.04) return TRIM;
  if (hasCurtain && Math.abs(x - 0.7) > 0.35) return CURTAIN;
  return x - y > -0.2 && x - y < 0.25 ? GLASS_LIGHT : GLASS;
}
