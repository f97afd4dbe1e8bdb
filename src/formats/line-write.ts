import { COLLECTION_FRAME, roundDegrees } from './feature-collection.ts';

/** A line with its properties. */
export interface LineRecord {
  line: readonly { lat: number; lon: number }[];
  properties: Readonly<Record<string, unknown>>;
}

/** Encodes lines as GeoJSON Features; a line of fewer than two positions has a null geometry. Units: degrees WGS84, [lon, lat]. Source: RFC 7946. */
export function encodeLines(lines: readonly LineRecord[]): string {
  return lines.map(encodeLine).join(COLLECTION_FRAME.separator);
}

function encodeLine({ line, properties }: LineRecord): string {
  const coordinates = line.map(({ lat, lon }) => [roundDegrees(lon), roundDegrees(lat)]);
  const geometry = coordinates.length < 2 ? null : { type: 'LineString', coordinates };
  return JSON.stringify({ type: 'Feature', geometry, properties });
}
