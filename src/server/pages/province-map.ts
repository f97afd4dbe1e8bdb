import type { Position } from '../../base/geo/position.ts';
import { html, type Html } from './html.ts';

/** A province of the map of the landing page. Shape: `path` is the data of an SVG path in map units; the position is inside of it. */
export interface MapProvince {
  code: string;
  name: string;
  lat: number;
  lon: number;
  path: string;
}

/**
 * The map of the landing page: a plain cylindrical projection, true to scale in the middle of Vietnam.
 *
 * Units: degrees of its north-west corner; size and scale in map units.
 */
export const MAP_VIEW = {
  west: 101.9,
  north: 23.6,
  width: 1540,
  height: 1700,
  unitsPerLonDegree: 96,
  unitsPerLatDegree: 100,
} as const;

/** Returns the place of a position on the map. Units: map units, right and down from the corner. */
export function toMapPoint({ lat, lon }: Position): { x: number; y: number } {
  return {
    x: (lon - MAP_VIEW.west) * MAP_VIEW.unitsPerLonDegree,
    y: (MAP_VIEW.north - lat) * MAP_VIEW.unitsPerLatDegree,
  };
}

/** Returns the map as SVG. It is for the pointer only: the list of provinces beside it does the same with the keyboard. */
export function provinceMap(provinces: readonly MapProvince[], label: string): Html {
  const { width, height, west, north, unitsPerLonDegree, unitsPerLatDegree } = MAP_VIEW;
  const shapes = provinces.map(
    ({ code, name, path }) => html`<path data-code="${code}" d="${path}"><title>${name}</title></path>`,
  );
  return html`<svg
    id="map"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label="${label}"
    data-west="${west}"
    data-north="${north}"
    data-lon-units="${unitsPerLonDegree}"
    data-lat-units="${unitsPerLatDegree}"
  >
    ${shapes}
    <circle id="marker" r="24" cx="-100" cy="-100" />
  </svg>`;
}
