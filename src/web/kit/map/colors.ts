import { SHAPE_KINDS, type ShapeKind } from '../../../base/geo/ground-tiles.ts';
import { POINT_KINDS, type PointKind } from './points.ts';

/** Colours of the map, from the styles of the page. */
export interface MapColors {
  /** Colours of the points as pixels in memory order, for drawing without a context. */
  pixels: Readonly<Record<PointKind | 'rim', number>>;
  pointKinds: Readonly<Record<PointKind, string>>;
  land: string;
  /** Those of the tiles. */
  ground: Readonly<Record<ShapeKind, string>>;
  border: string;
  wardBorder: string;
  /** Of units, from the least value to the most. */
  areas: Readonly<Record<'rows' | 'share', readonly string[]>>;
  name: string;
  quietName: string;
  nameHalo: string;
  back: string;
  text: string;
  accent: string;
  tours: readonly string[];
}

/** Reads the colours that hold now: those of light or dark. */
export function readColors(element: Element): MapColors {
  const styles = getComputedStyle(element);
  const css = (name: string) => styles.getPropertyValue(name).trim();
  const kinds = <T>(of: (color: string) => T) =>
    Object.fromEntries(POINT_KINDS.map((kind) => [kind, of(css(`--point-${kind}`))])) as Record<PointKind, T>;
  const steps = (name: string) => [0, 1, 2, 3, 4].map((step) => css(`--${name}-${step}`));
  return {
    pixels: { ...kinds(pixelOf), rim: pixelOf(css('--land')) },
    pointKinds: kinds((color) => color),
    land: css('--land'),
    ground: Object.fromEntries(
      SHAPE_KINDS.map((kind) => [kind, css(`--ground-${kind}`)]),
    ) as MapColors['ground'],
    border: css('--border'),
    wardBorder: css('--ward-border'),
    areas: { share: steps('area'), rows: steps('count') },
    name: css('--name'),
    quietName: css('--quiet-name'),
    nameHalo: css('--name-halo'),
    back: css('--back'),
    text: css('--text'),
    accent: css('--accent'),
    tours: [1, 2, 3, 4, 5, 6, 7, 8].map((number) => css(`--tour-${number}`)),
  };
}

/** Returns a colour `#rrggbb` as a pixel. Shape: red is the lowest byte, as pictures have it in memory. */
function pixelOf(color: string): number {
  const value = parseInt(color.slice(1), 16);
  const [red, green, blue] = [(value >> 16) & 255, (value >> 8) & 255, value & 255];
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
