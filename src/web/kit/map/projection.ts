import type { MapPlace } from '../../../base/geo/mercator.ts';

/** Returns the latitude of a place on the map. Units: degrees. */
export function latitudeOf(y: number): number {
  return (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;
}

/** Returns the longitude of a place on the map. Units: degrees. */
export function longitudeOf(x: number): number {
  return (x - 0.5) * 360;
}

/** What a map shows: its centre, and how many pixels the whole world is wide. */
export interface MapView {
  x: number;
  y: number;
  scale: number;
}

/** The narrowest and the widest view; pixels of the world. */
const LEAST_SCALE = 256 * 2 ** 2;
const MOST_SCALE = 256 * 2 ** 18;
/** What is smaller is one place, some 8 m; alone it is shown with the streets around it. */
const PLACE_SIZE = 2e-7;
const PLACE_SCALE = 256 * 2 ** 15;
const EARTH_METERS = 40_075_017;

/** A part of the map. Shape: `north` is less than `south`. */
export interface MapBox {
  west: number;
  north: number;
  east: number;
  south: number;
}

/** Returns the box of some places, undefined for none. */
export function boxOfPlaces(places: readonly MapPlace[]): MapBox | undefined {
  if (places.length === 0) return undefined;
  const box = { west: 1, north: 1, east: 0, south: 0 };
  for (const { x, y } of places) {
    box.west = Math.min(box.west, x);
    box.east = Math.max(box.east, x);
    box.north = Math.min(box.north, y);
    box.south = Math.max(box.south, y);
  }
  return box;
}

/** How far the islands of a province may be from its middle to be shown with it. Units: share of the world. */
const MOST_REACH = 0.004;

/** Returns the part of a box that is near a place: far islands would make its land small. */
export function boxAround({ x, y }: MapPlace, { west, north, east, south }: MapBox): MapBox {
  return {
    west: Math.max(west, x - MOST_REACH),
    east: Math.min(east, x + MOST_REACH),
    north: Math.max(north, y - MOST_REACH),
    south: Math.min(south, y + MOST_REACH),
  };
}

/** Space beside the places of a view, above them, where a map has its buttons, and below, where it names its source. Units: pixels. */
const [MARGIN, TOP, BOTTOM] = [28, 76, 60];

/** Returns a view that shows all places of a box. Units: `width`, `height` in pixels. */
export function viewOf(box: MapBox, width: number, height: number): MapView {
  const fit = Math.min(
    Math.max(40, width - 2 * MARGIN) / Math.max(box.east - box.west, 1e-9),
    Math.max(40, height - TOP - BOTTOM) / Math.max(box.south - box.north, 1e-9),
  );
  const size = Math.max(box.east - box.west, box.south - box.north);
  const scale = Math.min(size < PLACE_SIZE ? PLACE_SCALE : MOST_SCALE, Math.max(LEAST_SCALE, fit));
  return {
    x: (box.west + box.east) / 2,
    y: (box.north + box.south) / 2 - (TOP - BOTTOM) / 2 / scale,
    scale,
  };
}

/** Zooms a view by a factor around a point of it. Units: `dx`, `dy` in pixels from the middle. */
export function zoomView(view: MapView, factor: number, dx = 0, dy = 0): MapView {
  const scale = Math.min(MOST_SCALE, Math.max(LEAST_SCALE, view.scale * factor));
  return {
    x: clamp(view.x + dx / view.scale - dx / scale),
    y: clamp(view.y + dy / view.scale - dy / scale),
    scale,
  };
}

/** Moves a view. Units: pixels. */
export function moveView(view: MapView, dx: number, dy: number): MapView {
  return { ...view, x: clamp(view.x + dx / view.scale), y: clamp(view.y + dy / view.scale) };
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Returns a length on the map as a share of the world. Units: metres. */
export function shareOfMeters(meters: number, y: number): number {
  return meters / (EARTH_METERS * Math.cos((latitudeOf(y) * Math.PI) / 180));
}

/** Returns a round length and its width in pixels, for the scale of a map. Units: metres. */
export function scaleBar({ y, scale }: MapView, most = 110): { meters: number; pixels: number } {
  const metersPerPixel = (EARTH_METERS * Math.cos((latitudeOf(y) * Math.PI) / 180)) / scale;
  const power = 10 ** Math.floor(Math.log10(most * metersPerPixel));
  const factor = [5, 2, 1].find((one) => one * power <= most * metersPerPixel) ?? 1;
  return { meters: factor * power, pixels: (factor * power) / metersPerPixel };
}
