import { MAP_VIEW } from './map-view.ts';
import { html, type Html } from './html.ts';

/** A province of the map of the landing page. Shape: `path` is the data of an SVG path in map units; the position is inside of it. */
export interface MapProvince {
  code: string;
  name: string;
  lat: number;
  lon: number;
  path: string;
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
