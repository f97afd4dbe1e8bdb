import type { RowWriter } from './output-format.ts';

/** The seventh decimal of a degree is a centimetre; RFC 7946 advises against meaningless digits. */
const PRECISION = 1e7;

/** The text around and between the Features of a FeatureCollection. Source: RFC 7946. */
export const COLLECTION_FRAME: Pick<RowWriter, 'head' | 'separator' | 'tail'> = {
  head: '{"type":"FeatureCollection","features":[\n',
  separator: ',\n',
  tail: '\n]}\n',
};

/** Rounds degrees to a centimetre. */
export function roundDegrees(degrees: number): number {
  return Math.round(degrees * PRECISION) / PRECISION;
}

/** A line with its properties. */
interface LineRecord {
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
