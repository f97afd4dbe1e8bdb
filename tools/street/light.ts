// Where light falls in the street: the sun of the later drive, and the clouds of the earlier one.
import { CAMERA_METERS, FRONT_METERS, HOUSES, STREET_HEADING, type Picture, type Year } from './street.ts';

/** A colour, as 0xRRGGBB. */
export type Colour = number;

/** A point of the scene, or a direction. Units: metres along the street, to the right of its centre line, and up. */
export interface Place {
  along: number;
  right: number;
  up: number;
}

/** What a camera looks along. */
export interface Ray {
  picture: Picture;
  from: Place;
  /** Of length 1. */
  to: Place;
  /** Units: degrees. */
  heading: number;
  pitch: number;
}

/** Something that a ray meets. Units: metres from the camera. */
export interface Hit {
  meters: number;
  colour: Colour;
}

export const STOREY_METERS = 3;

/** The sun of the later drive. Units: degrees. */
export const SUN = { heading: 177, pitch: 52 };
/** The direction to the sun. */
export const TO_SUN = directionOf(SUN.heading, SUN.pitch);

/** Returns a direction of the street. Units: degrees. */
export function directionOf(heading: number, pitch: number): Place {
  const turn = ((heading - STREET_HEADING) * Math.PI) / 180;
  const rise = (pitch * Math.PI) / 180;
  return {
    along: Math.cos(rise) * Math.cos(turn),
    right: Math.cos(rise) * Math.sin(turn),
    up: Math.sin(rise),
  };
}

/** Returns the ray of a camera. Units: degrees. */
export function rayOf(picture: Picture, heading: number, pitch: number): Ray {
  const from = { ...picture.at, up: CAMERA_METERS };
  return { picture, from, to: directionOf(heading, pitch), heading, pitch };
}

/** Returns the point of a ray so many metres from the camera. */
export function pointOf({ from, to }: Ray, meters: number): Place {
  return {
    along: from.along + meters * to.along,
    right: from.right + meters * to.right,
    up: from.up + meters * to.up,
  };
}

/** Reports whether the houses to the right keep the sun from a point. */
export function isInShade({ along, right, up }: Place, year: Year): boolean {
  if (year === 2023) return false;
  const meters = (FRONT_METERS - right) / TO_SUN.right;
  const at = along + meters * TO_SUN.along;
  const house = HOUSES.find((one) => one.side === 1 && one.from <= at && at < one.to);
  return house !== undefined && up + meters * TO_SUN.up < house.storeys * STOREY_METERS;
}

/** Returns a colour in the shade: darker, and a little blue. */
export function shaded(colour: Colour): Colour {
  return tinted(colour, [0.62, 0.66, 0.74]);
}

/** Returns a colour with its red, green and blue multiplied. */
export function tinted(colour: Colour, factors: readonly [number, number, number]): Colour {
  return [16, 8, 0].reduce(
    (sum, shift, at) => sum + (Math.min(255, Math.round(((colour >> shift) & 255) * factors[at]!)) << shift),
    0,
  );
}

/** Returns a number from 0 to 1 that looks random, the same for the same numbers. */
export function scattered(a: number, b: number): number {
  let hash = Math.imul(a + 0x9e37, 0x85ebca6b) ^ Math.imul(b + 0x79b9, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
