import type { RowWriter } from './output-format.ts';

/** The text around and between the routes of a file. Source: GPX 1.1. */
export const GPX_FRAME: Pick<RowWriter, 'head' | 'separator' | 'tail'> = {
  head: '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Geomill" xmlns="http://www.topografix.com/GPX/1/1">\n',
  separator: '\n',
  tail: '\n</gpx>\n',
};

/** A route through named places. Units: degrees WGS84. */
export interface GpxRoute {
  name: string;
  places: readonly { position: { lat: number; lon: number }; name: string }[];
}

/** Encodes routes, a `rte` for each. Guarantee: well-formed, whatever a name contains. */
export function encodeRoutes(routes: readonly GpxRoute[]): string {
  return routes.map(encodeRoute).join(GPX_FRAME.separator);
}

function encodeRoute({ name, places }: GpxRoute): string {
  const points = places.map(({ position: { lat, lon }, name: place }) => {
    // A tenth of a metre; never an exponent, which XML does not have for decimals.
    const at = `lat="${lat.toFixed(6)}" lon="${lon.toFixed(6)}"`;
    return `    <rtept ${at}><name>${xmlText(place)}</name></rtept>`;
  });
  return ['  <rte>', `    <name>${xmlText(name)}</name>`, ...points, '  </rte>'].join('\n');
}

/** Controls and halves of pairs may be in no XML 1.0. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function xmlText(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd').replace(/[&<>]/g, (character) => ENTITIES[character] ?? '');
}
