import type { MapBox, MapView } from './projection.ts';

/** The size of a picture of a map. Units: `ratio` is the number of its pixels in one of the page. */
export interface PictureSize {
  width: number;
  height: number;
  ratio: number;
}

/** A picture of a view: where its left top corner is, and how many of its pixels the world is wide. */
export interface MapFrame extends PictureSize {
  scale: number;
  left: number;
  top: number;
  /** Zoom of web maps: the world is 256 * 2^zoom pixels of the page wide. */
  zoom: number;
  /** What of the world is in the picture. */
  box: MapBox;
}

/** Returns the frame of a view. */
export function frameOf(size: PictureSize, { x, y, scale: pageScale }: MapView): MapFrame {
  const { width, height, ratio } = size;
  const scale = pageScale * ratio;
  const left = x * scale - width / 2;
  const top = y * scale - height / 2;
  return {
    ...size,
    scale,
    left,
    top,
    zoom: Math.log2(pageScale / 256),
    box: {
      west: left / scale,
      north: top / scale,
      east: (left + width) / scale,
      south: (top + height) / scale,
    },
  };
}

/** Reports whether a box of the world is at least partly in a frame. */
export function isInFrame({ box: { west, north, east, south } }: MapFrame, other: MapBox): boolean {
  return other.east >= west && other.west <= east && other.south >= north && other.north <= south;
}
