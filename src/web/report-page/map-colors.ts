import { SHAPE_KINDS, type ShapeKind } from '../../report/data/ground-tiles.ts';
import { POINT_KINDS, type PointColors, type PointKind } from './point-layer.ts';

/** Colours of the map, from the styles of the page. */
export interface MapColors {
  points: PointColors;
  land: string;
  /** Those of the tiles. */
  ground: Readonly<Record<ShapeKind, string>>;
  border: string;
  back: string;
  text: string;
  tours: readonly string[];
}

/** Returns a variable of the styles. */
export function css(element: Element, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim();
}

/** Reads the colours that hold now: those of light or dark. */
export function readColors(element: Element): MapColors {
  const kinds = Object.fromEntries(
    POINT_KINDS.map((kind) => [kind, pixelOf(css(element, `--point-${kind}`))]),
  ) as Record<PointKind, number>;
  return {
    points: { kinds, rim: pixelOf(css(element, '--land')) },
    land: css(element, '--land'),
    ground: Object.fromEntries(
      SHAPE_KINDS.map((kind) => [kind, css(element, `--ground-${kind}`)]),
    ) as MapColors['ground'],
    border: css(element, '--border'),
    back: css(element, '--back'),
    text: css(element, '--text'),
    tours: [1, 2, 3, 4, 5, 6, 7, 8].map((number) => css(element, `--tour-${number}`)),
  };
}

/** Returns a colour `#rrggbb` as a pixel. Shape: red is the lowest byte, as pictures have it in memory. */
function pixelOf(color: string): number {
  const value = parseInt(color.slice(1), 16);
  const [red, green, blue] = [(value >> 16) & 255, (value >> 8) & 255, value & 255];
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
