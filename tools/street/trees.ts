// Trees, poles with wires, and motorbikes: what stands between the camera and the fronts.
import {
  isInShade,
  pointOf,
  scattered,
  shaded,
  TO_SUN,
  type Colour,
  type Hit,
  type Place,
  type Ray,
} from './light.ts';
import { HOUSES, type Year } from './street.ts';

interface Tree {
  along: number;
  right: number;
  /** Height of the middle of the crown, and its radius, per year: it grew. Units: metres. */
  up: Record<Year, number>;
  radius: Record<Year, number>;
}

const LEAVES: Record<Year, readonly Colour[]> = {
  2023: [0x4c6b45, 0x5b7d50, 0x6b8f5c],
  2025: [0x2f6b35, 0x448742, 0x66a84f, 0x8cc463],
};
const TRUNK = 0x7a5b43;
const POLE = 0xa8a49c;
const WIRE = 0x2c2f33;
const POLES = [12, 36, 60];
const POLE_RIGHT = -3.9;
const WIRES_UP = [6.7, 7.1, 7.5];

/** Where the fronts of two houses meet, so that no number is hidden; and in the park behind both ends. */
const TREES: readonly Tree[] = [
  ...[6, 18, 30, 42, 54, 66].map((along) => treeAt(along, -4.1)),
  ...[12, 24, 48, 60].map((along) => treeAt(along, 4.1)),
  ...[
    [-11, -8],
    [-14, 3],
    [-10, 9],
    [83, -7],
    [86, 2],
    [82, 10],
  ].map(([along, right]) => treeAt(along!, right!, 1.7)),
];

function treeAt(along: number, right: number, size = 1): Tree {
  const vary = 0.85 + 0.3 * scattered(along, Math.round(right));
  return {
    along,
    right,
    up: { 2023: 4.1 * size ** 0.5, 2025: 4.7 * size ** 0.5 },
    radius: { 2023: 0.8 * vary * size, 2025: 1.2 * vary * size },
  };
}

/** The balls of a crown: shift along and up, and size, in radii. */
const BALLS = [
  [0, 0.25, 1],
  [-0.7, -0.2, 0.7],
  [0.7, -0.15, 0.75],
] as const;

/** Reports whether the crown of a tree keeps the sun from a point. */
export function isUnderTree(point: Place, year: Year): boolean {
  if (year === 2023) return false;
  return TREES.some((tree) => {
    const x = tree.along - point.along;
    if (Math.abs(x) > 8) return false;
    const [y, z] = [tree.right - point.right, tree.up[year] - point.up];
    const ahead = x * TO_SUN.along + y * TO_SUN.right + z * TO_SUN.up;
    return ahead > 0 && x * x + y * y + z * z - ahead * ahead < (0.95 * tree.radius[year]) ** 2;
  });
}

/** Returns what a ray meets first of what stands in the street; undefined for nothing. */
export function obstacleAt(ray: Ray): Hit | undefined {
  // Nothing stands that near, or that high.
  if (ray.pitch < -45 || ray.pitch > 75) return undefined;
  let first: Hit | undefined;
  const add = (hit: Hit | undefined) => {
    if (hit && (!first || hit.meters < first.meters)) first = hit;
  };
  for (const tree of TREES) add(treeHit(ray, tree));
  for (const along of POLES) add(postHit(ray, along, POLE_RIGHT, 0.13, 8, POLE));
  add(wireHit(ray));
  for (const side of [-1, 1] as const) add(bikeHit(ray, side));
  return first;
}

function treeHit(ray: Ray, tree: Tree): Hit | undefined {
  const { picture, from, to } = ray;
  const [x, y] = [tree.along - from.along, tree.right - from.right];
  const flat = Math.hypot(to.along, to.right);
  const aside = Math.abs(x * to.right - y * to.along) / flat;
  const radius = tree.radius[picture.year];
  if (aside > 1.6 * radius || x * to.along + y * to.right < 0) return undefined;
  let found: Hit | undefined;
  for (const [shift, lift, size] of BALLS) {
    const middle = {
      along: tree.along + shift * radius * 0.8,
      right: tree.right,
      up: tree.up[picture.year] + lift * radius,
    };
    const hit = ballHit(ray, middle, size * radius);
    if (hit && (!found || hit.meters < found.meters)) found = hit;
  }
  return found ?? postHit(ray, tree.along, tree.right, 0.11, tree.up[picture.year], TRUNK);
}

function ballHit(ray: Ray, middle: Place, radius: number): Hit | undefined {
  const { from, to, picture } = ray;
  const apart = {
    along: middle.along - from.along,
    right: middle.right - from.right,
    up: middle.up - from.up,
  };
  const ahead = apart.along * to.along + apart.right * to.right + apart.up * to.up;
  const square = apart.along ** 2 + apart.right ** 2 + apart.up ** 2 - ahead ** 2;
  if (ahead < 0 || square > radius ** 2) return undefined;
  const meters = ahead - Math.sqrt(radius ** 2 - square);
  const at = pointOf(ray, meters);
  const normal = [at.along - middle.along, at.right - middle.right, at.up - middle.up].map(
    (one) => one / radius,
  );
  const leaves = LEAVES[picture.year];
  const light =
    picture.year === 2025
      ? normal[0]! * TO_SUN.along + normal[1]! * TO_SUN.right + normal[2]! * TO_SUN.up
      : normal[2]!;
  // Tufts of leaves break the edges between the tones.
  const tuft = scattered(Math.floor(at.along * 5), Math.floor(at.up * 5) * 31 + Math.floor(at.right * 5));
  const tone = Math.floor(((light + 1) / 2) * leaves.length + 0.8 * (tuft - 0.5));
  return { meters, colour: leaves[Math.max(0, Math.min(leaves.length - 1, tone))]! };
}

/** Returns what a ray meets of an upright post. */
function postHit(
  ray: Ray,
  along: number,
  right: number,
  radius: number,
  height: number,
  colour: Colour,
): Hit | undefined {
  const { from, to, picture } = ray;
  const [x, y] = [along - from.along, right - from.right];
  const flat = Math.hypot(to.along, to.right);
  const ahead = (x * to.along + y * to.right) / flat;
  const aside = (x * to.right - y * to.along) / flat;
  if (ahead < 0 || Math.abs(aside) > radius) return undefined;
  const meters = ahead / flat;
  const point = pointOf(ray, meters);
  if (point.up < 0 || point.up > height) return undefined;
  const isDark =
    picture.year === 2023 ? aside > radius * 0.3 : isInShade(point, 2025) || aside > radius * 0.3;
  return { meters, colour: isDark ? shaded(colour) : colour };
}

/** Returns what a ray meets of the wires between the poles. */
function wireHit(ray: Ray): Hit | undefined {
  const meters = (POLE_RIGHT - ray.from.right) / ray.to.right;
  if (!(meters > 0) || meters > 60) return undefined;
  const { along, up } = pointOf(ray, meters);
  if (along < POLES[0]! || along > POLES.at(-1)!) return undefined;
  const span = ((along - POLES[0]!) % 24) / 12 - 1;
  const sag = 0.5 * (1 - span ** 2);
  const half = Math.max(0.02, 0.0016 * meters);
  return WIRES_UP.some((wire) => Math.abs(up - wire + sag) < half) ? { meters, colour: WIRE } : undefined;
}

const BIKE_RIGHT = 4.2;
const BIKES = [0xc62828, 0x1565c0, 0x263238, 0xf9a825];
const TYRE = 0x1d1f21;
const SEAT = 0x33291f;

/** Returns what a ray meets of the motorbikes in front of the doors: other houses have one in each year. */
function bikeHit(ray: Ray, side: -1 | 1): Hit | undefined {
  const meters = (side * BIKE_RIGHT - ray.from.right) / ray.to.right;
  if (!(meters > 0)) return undefined;
  const point = pointOf(ray, meters);
  const { along, up } = point;
  if (up < 0 || up > 1.2) return undefined;
  const { year } = ray.picture;
  const house = HOUSES.find((one) => one.side === side && one.from <= along && along < one.to);
  if (!house || house.number % 5 !== (year === 2023 ? 1 : 2)) return undefined;
  const x = along - (side === 1 ? house.to - 1.35 : house.from + 1.35);
  const colour = bikeColour(x, up, BIKES[house.number % BIKES.length]!);
  return colour === undefined
    ? undefined
    : { meters, colour: isInShade(point, year) ? shaded(colour) : colour };
}

/** Returns the colour of a motorbike seen from its side. Units: metres from its middle, and above the ground. */
function bikeColour(x: number, up: number, paint: Colour): Colour | undefined {
  for (const wheel of [-0.6, 0.6]) {
    const radius = Math.hypot(x - wheel, up - 0.28);
    if (radius < 0.28) return radius > 0.17 ? TYRE : POLE;
  }
  if (x > -0.65 && x < 0.2 && up > 0.68 && up < 0.8) return SEAT;
  if (x > -0.7 && x < 0.35 && up > 0.32 && up < 0.68 && up > 0.4 - 0.3 * x) return paint;
  if (Math.abs(x - 0.45 + (up - 0.6) * 0.25) < 0.09 && up > 0.3 && up < 1.05) return paint;
  return Math.abs(x - 0.33) < 0.16 && up > 0.98 && up < 1.05 ? TYRE : undefined;
}
