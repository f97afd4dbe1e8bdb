// What a camera of the street sees in one direction.
import { facadeAt } from './facade.ts';
import { textAt } from './font.ts';
import { isInShade, pointOf, rayOf, shaded, type Colour, type Hit, type Ray } from './light.ts';
import { skyAt } from './sky.ts';
import { CAMERA_METERS, FRONT_METERS, HOUSES, type Picture } from './street.ts';
import { isUnderTree, obstacleAt } from './trees.ts';

export type { Colour } from './light.ts';

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
const WHITE = 0xffffff;
const ROAD = 0x6b6d70;
const KERB = 0xd7d2c8;
const PAVEMENT = 0xbdb6ab;
const JOINT = 0xa59e93;
const COVER = 0x55575a;
const GRASS = 0x7fa55a;
const GRASS_DARK = 0x6f964d;
const END_OF_STREET = Math.max(...HOUSES.map(({ to }) => to));
/** Joints of the pavement that are farther away would be a grey noise. Units: metres. */
const JOINTS_METERS = 12;

/** Returns the colour that a camera sees. Units: degrees; the heading clockwise from north, the pitch up from the horizon. */
export function colourAt(picture: Picture, heading: number, pitch: number): Colour {
  const mark = compassMark(heading, pitch);
  if (mark !== undefined) return mark;
  const ray = rayOf(picture, heading, pitch);
  const wall = frontHit(ray);
  const obstacle = obstacleAt(ray);
  if (obstacle && (!wall || obstacle.meters < wall.meters)) return obstacle.colour;
  return wall?.colour ?? (pitch < 0 ? groundAt(ray) : skyAt(picture.year, heading, pitch));
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

/** Returns the point of a house front that a ray meets. */
function frontHit(ray: Ray): Hit | undefined {
  const side = ray.to.right > 0 ? 1 : -1;
  const meters = (side * FRONT_METERS - ray.from.right) / ray.to.right;
  const point = pointOf(ray, meters);
  const { along, up } = point;
  if (up < 0 || along < 0 || along >= END_OF_STREET) return undefined;
  const house = HOUSES.find((one) => one.side === side && one.from <= along && along < one.to);
  if (!house) return undefined;
  const fromLeft = side === 1 ? house.to - along : along - house.from;
  const colour = facadeAt(house, ray.picture.year, fromLeft, point);
  return colour === undefined ? undefined : { meters, colour };
}

function groundAt(ray: Ray): Colour {
  const meters = -CAMERA_METERS / ray.to.up;
  const point = { ...pointOf(ray, meters), up: 0 };
  const { year } = ray.picture;
  const colour = surfaceAt(point.along, point.right, meters);
  return isInShade(point, year) || isUnderTree(point, year) ? shaded(colour) : colour;
}

/** Returns the colour of the ground in full light. Units: metres, the last one from the camera. */
function surfaceAt(along: number, right: number, meters: number): Colour {
  const aside = Math.abs(right);
  const isStreet = along > -6 && along < END_OF_STREET + 6;
  if (aside > FRONT_METERS || !isStreet)
    return Math.floor(along / 3 + right / 5) % 2 === 0 ? GRASS : GRASS_DARK;
  if (aside > 3.5) {
    if (aside < 3.7) return KERB;
    const isJoint = meters < JOINTS_METERS && (modulo(along, 1) < 0.05 || modulo(right + 0.3, 1) < 0.05);
    return isJoint ? JOINT : PAVEMENT;
  }
  const isCrossing =
    (along > -4.5 && along < -1.5) || (along > END_OF_STREET + 1.5 && along < END_OF_STREET + 4.5);
  if (isCrossing && aside < 3.2) return modulo(right, 0.9) < 0.45 ? WHITE : ROAD;
  if (Math.hypot(modulo(along, 18) - 9, right - 1.7) < 0.35) return COVER;
  const isDash = aside < 0.08 && modulo(along, 4) < 2;
  return isDash || (aside > 3.15 && aside < 3.25) ? WHITE : ROAD;
}

const modulo = (value: number, by: number) => ((value % by) + by) % by;
