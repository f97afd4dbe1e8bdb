// The sky, and what stands far behind the street.
import { scattered, SUN, type Colour } from './light.ts';
import type { Year } from './street.ts';

/** From the horizon to the zenith. */
const BANDS: Record<Year, readonly Colour[]> = {
  2023: [0xd9dbdb, 0xcfd3d5, 0xc4c9cd, 0xbac0c5, 0xb0b7bd],
  2025: [0xd8ecf6, 0xc2e0f3, 0xa6d0ee, 0x88bce6, 0x6ba8dd, 0x5598d3, 0x4489c8],
};
const CLOUD: Record<Year, readonly [top: Colour, bottom: Colour]> = {
  2023: [0xe6e7e7, 0xa9aeb3],
  2025: [0xffffff, 0xdde8f0],
};
/** Middle and half sizes of the clouds. Units: degrees. */
const CLOUDS = Array.from({ length: 11 }, (_, nth) => ({
  heading: nth * 33 + 12 * scattered(nth, 1),
  pitch: 18 + 34 * scattered(nth, 2),
  wide: 9 + 9 * scattered(nth, 3),
  high: 2.4 + 2 * scattered(nth, 4),
}));
const HILLS: Record<Year, readonly [far: Colour, near: Colour, tower: Colour]> = {
  2023: [0xb3bdc0, 0x93a296, 0xa7aeb3],
  2025: [0xa3c0d6, 0x7fa383, 0xb4c4d2],
};
const SUN_COLOURS: readonly [reach: number, colour: Colour][] = [
  [2.4, 0xffffff],
  [4, 0xfff3c4],
  [7, 0xc9e2f2],
];
/** Width of a block of the far town. Units: degrees. */
const BLOCK_DEGREES = 5;

/** Returns the colour of the sky, or of hills and towers in front of it. Units: degrees; the pitch is 0 or more. */
export function skyAt(year: Year, heading: number, pitch: number): Colour {
  const [far, near, tower] = HILLS[year];
  if (pitch < hill(heading, 2.2, 3, 5)) return near;
  if (pitch < towerHeight(heading)) return tower;
  if (pitch < hill(heading, 4.6, 2, 9)) return far;
  if (year === 2025) {
    const apart = Math.hypot(
      turnTo(heading, SUN.heading) * Math.cos((pitch * Math.PI) / 180),
      pitch - SUN.pitch,
    );
    const found = SUN_COLOURS.find(([reach]) => apart < reach);
    if (found) return found[1];
  }
  const cloud = cloudAt(heading, pitch);
  if (cloud !== undefined) return CLOUD[year][cloud];
  const bands = BANDS[year];
  // The bands are narrower near the horizon.
  return bands[Math.min(bands.length - 1, Math.floor(bands.length * (pitch / 90) ** 0.7))]!;
}

/** Returns the height of a line of hills. Units: degrees. */
function hill(heading: number, mean: number, waves: number, more: number): number {
  const turn = (heading * Math.PI) / 180;
  return mean + 0.9 * Math.sin(waves * turn + mean) + 0.5 * Math.sin(more * turn);
}

function towerHeight(heading: number): number {
  const block = Math.floor(heading / BLOCK_DEGREES);
  const within = heading / BLOCK_DEGREES - block;
  const isBuilt = scattered(block, 7) > 0.45 && within > 0.15 && within < 0.35 + 0.6 * scattered(block, 8);
  return isBuilt ? 3.5 + 5 * scattered(block, 9) : 0;
}

/** Returns 0 for the upper part of a cloud, 1 for its lower part, undefined beside clouds. */
function cloudAt(heading: number, pitch: number): 0 | 1 | undefined {
  for (const cloud of CLOUDS) {
    // Three heaps on a flat base.
    for (const [shift, size] of [
      [0, 1],
      [-0.55, 0.62],
      [0.6, 0.7],
    ] as const) {
      const across = turnTo(heading, cloud.heading + shift * cloud.wide) / (cloud.wide * size * 0.7);
      const up = (pitch - cloud.pitch) / (cloud.high * size);
      if (up < -0.45 || across ** 2 + up ** 2 > 1) continue;
      return up < -0.1 ? 1 : 0;
    }
  }
  return undefined;
}

/** Returns the turn from one heading to another, -180 to 180. Units: degrees. */
function turnTo(heading: number, middle: number): number {
  return ((((heading - middle + 180) % 360) + 360) % 360) - 180;
}
