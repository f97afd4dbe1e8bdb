import { OUTLINE_UNITS, ringPoints, type Outlines } from './outlines.ts';
import { mercator } from './mercator.ts';

/** Size of a picture, of which the longer side of the units takes all but the margin. */
const SIZE = 320;
const MARGIN = 24;

/** A unit in a picture. Shape: `path` is the attribute `d` of a path of SVG; `x` and `y` are the place of its name. */
interface PictureUnit {
  code: string;
  name: string;
  path: string;
  x: number;
  y: number;
}

/** Some units with those around them, as paths of SVG. */
export interface UnitPicture {
  viewBox: string;
  units: readonly PictureUnit[];
  /** The boundaries of the units around them. */
  around: string;
}

/** Returns a picture of units by their codes; undefined where none of them is in the outlines. */
export function unitPicture({ units, arcs }: Outlines, codes: ReadonlySet<string>): UnitPicture | undefined {
  const ringsOf = ({ rings }: Outlines['units'][number]) =>
    rings.map((ring) => ringPoints(ring, arcs).map((one) => one / OUTLINE_UNITS));
  const shown = units.filter(({ code }) => codes.has(code)).map((unit) => ({ unit, rings: ringsOf(unit) }));
  const places = shown.flatMap(({ rings }) => rings.flatMap(placesOf));
  if (places.length === 0) return undefined;
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b), 1);
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b), 0);
  const [west, north, width, height] = [least(xs), least(ys), most(xs) - least(xs), most(ys) - least(ys)];
  const scale = (SIZE - 2 * MARGIN) / Math.max(width, height);
  const round = (value: number) => Math.round(10 * value) / 10;
  const at = ({ x, y }: { x: number; y: number }) =>
    [round((x - west) * scale + MARGIN), round((y - north) * scale + MARGIN)] as const;
  const [fullWidth, fullHeight] = [round(width * scale + 2 * MARGIN), round(height * scale + 2 * MARGIN)];
  const pathOf = (rings: readonly number[][]) =>
    rings
      .map(
        (ring) =>
          `M${placesOf(ring)
            .map((place) => at(place).join(' '))
            .join('L')}Z`,
      )
      .join('');
  const isNear = (rings: readonly number[][]) =>
    rings.some((ring) =>
      placesOf(ring).some((place) => {
        const [x, y] = at(place);
        return x > 0 && y > 0 && x < fullWidth && y < fullHeight;
      }),
    );
  const others = units
    .filter(({ code }) => !codes.has(code))
    .map(ringsOf)
    .filter(isNear);
  return {
    viewBox: `0 0 ${fullWidth} ${fullHeight}`,
    units: shown.map(({ unit: { code, name, lat, lon }, rings }) => {
      const [x, y] = at(mercator(lat, lon));
      return { code, name, path: pathOf(rings), x, y };
    }),
    around: others.map(pathOf).join(''),
  };
}

function placesOf(ring: readonly number[]): { x: number; y: number }[] {
  return Array.from({ length: ring.length / 2 }, (_, nth) => mercator(ring[2 * nth]!, ring[2 * nth + 1]!));
}
