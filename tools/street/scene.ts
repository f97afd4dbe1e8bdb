// What a camera of the street sees in one direction.
import { GLYPH_ROWS, isDot, textColumns } from './font.ts';
import { CAMERA_METERS, FRONT_METERS, HOUSES, STREET_HEADING, type House, type Picture } from './street.ts';

/** A colour, as 0xRRGGBB. */
export type Colour = number;

/** The colours of the compass marks: a wrong heading shows in one pixel. */
export const COMPASS = [
  { letter: 'N', heading: 0, colour: 0xd32f2f },
  { letter: 'E', heading: 90, colour: 0xf9a825 },
  { letter: 'S', heading: 180, colour: 0x2e7d32 },
  { letter: 'W', heading: 270, colour: 0x6a1b9a },
] as const;

/** Pitch of the middle of the compass marks, in degrees. */
export const COMPASS_PITCH = -48;

const COMPASS_HALF_DEGREES = 12;
const COMPASS_DOT_DEGREES = 2;
const PAINTS = [0xe8d8b0, 0xb5d3c8, 0xe3b7a0, 0xcfd8dc, 0xf0e09a, 0xc5b3d6, 0xa9c4e4];
const STOREY_METERS = 3;
const PLATE = { colour: 0x0d47a1, left: 2.6, right: 5.2, bottom: 1, top: 2.8, dotMeters: 0.2 };
const WHITE = 0xffffff;
const SKY = { 2023: [0xb8bec4, 0xcdd2d6], 2025: [0x5b9bd5, 0xa8d0f0] };
const ROOF = 0x8d3b2b;
const EDGE = 0x4e4a46;
const GLASS = 0x37474f;
const DOOR = 0x6d4c41;
const ROAD = 0x6b6b6b;
const PAVEMENT = 0xbdb6ab;
const GRASS = 0x7a9a5b;
const END_OF_STREET = Math.max(...HOUSES.map(({ to }) => to));

/** Returns the colour that a camera sees. Units: degrees; the heading clockwise from north, the pitch up from the horizon. */
export function colourAt(picture: Picture, heading: number, pitch: number): Colour {
  return (
    compassMark(heading, pitch) ?? front(picture, heading, pitch) ?? groundOrSky(picture, heading, pitch)
  );
}

function compassMark(heading: number, pitch: number): Colour | undefined {
  const up = pitch - COMPASS_PITCH;
  if (Math.abs(up) > COMPASS_HALF_DEGREES) return undefined;
  for (const { letter, heading: middle, colour } of COMPASS) {
    const right = ((heading - middle + 540) % 360) - 180;
    if (Math.abs(right) > COMPASS_HALF_DEGREES) continue;
    return textAt(letter, right, up, COMPASS_DOT_DEGREES) ? WHITE : colour;
  }
  return undefined;
}

/** Returns the colour of the house front in a direction. */
function front(picture: Picture, heading: number, pitch: number): Colour | undefined {
  const turn = ((heading - STREET_HEADING) * Math.PI) / 180;
  const side = Math.sin(turn) > 0 ? 1 : -1;
  const distance = (side * FRONT_METERS - picture.at.right) / Math.sin(turn);
  const along = picture.at.along + distance * Math.cos(turn);
  const up = CAMERA_METERS + distance * Math.tan((pitch * Math.PI) / 180);
  if (up < 0 || along < 0 || along >= END_OF_STREET) return undefined;
  const house = HOUSES.find((one) => one.side === side && one.from <= along && along < one.to);
  if (!house || up > house.storeys * STOREY_METERS) return undefined;
  return wall(house, picture, side === 1 ? house.to - along : along - house.from, up);
}

/** Returns the colour of a point of a front. Units: metres from its left edge as seen from the street, and above the ground. */
function wall(house: House, picture: Picture, right: number, up: number): Colour {
  const storey = Math.floor(up / STOREY_METERS);
  const inStorey = up - storey * STOREY_METERS;
  const isTop = storey === house.storeys - 1;
  if (isTop && inStorey > STOREY_METERS - 0.4) return ROOF;
  if (right < 0.08 || right > 5.92 || (storey > 0 && inStorey < 0.1)) return EDGE;
  const paint = PAINTS[house.paint[picture.year]]!;
  if (storey > 0) {
    const isWindow = (right > 0.9 && right < 2.3) || (right > 3.7 && right < 5.1);
    return isWindow && inStorey > 0.9 && inStorey < 2.3 ? GLASS : paint;
  }
  if (right > 0.7 && right < 2 && up < 2.3) return DOOR;
  if (right < PLATE.left || right > PLATE.right || up < PLATE.bottom || up > PLATE.top) return paint;
  const x = right - (PLATE.left + PLATE.right) / 2;
  const y = up - (PLATE.bottom + PLATE.top) / 2;
  return textAt(String(house.number), x, y, PLATE.dotMeters) ? WHITE : PLATE.colour;
}

/** Reports whether a text, centred at 0/0, covers a point to the right and up from there. */
function textAt(text: string, right: number, up: number, dot: number): boolean {
  const column = Math.floor(right / dot + textColumns(text) / 2);
  const row = Math.floor(GLYPH_ROWS / 2 - up / dot);
  return isDot(text, column, row);
}

function groundOrSky(picture: Picture, heading: number, pitch: number): Colour {
  if (pitch >= 0) return SKY[picture.year][pitch > 35 ? 0 : 1]!;
  const turn = ((heading - STREET_HEADING) * Math.PI) / 180;
  const distance = CAMERA_METERS / Math.tan((-pitch * Math.PI) / 180);
  const along = picture.at.along + distance * Math.cos(turn);
  const right = picture.at.right + distance * Math.sin(turn);
  const isStreet = along > -6 && along < END_OF_STREET + 6;
  if (Math.abs(right) > FRONT_METERS || !isStreet) return GRASS;
  if (Math.abs(right) > 3.5) return PAVEMENT;
  return Math.abs(right) < 0.1 && ((along % 4) + 4) % 4 < 2 ? WHITE : ROAD;
}
