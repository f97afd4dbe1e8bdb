import type { RowWriter } from './output-format.ts';

/** Holds a line to write with what is told of it. */
export interface LineRecord {
  line: readonly { lat: number; lon: number }[];
  properties: Readonly<Record<string, unknown>>;
}

/** Names the extra output that holds lines, and what its file is called after the input's name. */
export const LINES_OUTPUT = { name: 'routes', extension: '.routes.geojson' } as const;

/** The seventh decimal of a degree is a centimetre. */
const PRECISION = 1e7;

/** Holds the text around and between lines, as {@link RowWriter} does for rows. */
export const LINES_FRAME: Pick<RowWriter, 'head' | 'separator' | 'tail'> = {
  head: '{"type":"FeatureCollection","features":[\n',
  separator: ',\n',
  tail: '\n]}\n',
};

/** Writes lines as GeoJSON Features; a line of fewer than two places has a null geometry. Units: degrees WGS84, [lon, lat]. Source: RFC 7946. */
export function encodeLines(lines: readonly LineRecord[]): string {
  return lines.map(encodeLine).join(LINES_FRAME.separator);
}

function encodeLine({ line, properties }: LineRecord): string {
  const round = (degrees: number) => Math.round(degrees * PRECISION) / PRECISION;
  const coordinates = line.map(({ lat, lon }) => [round(lon), round(lat)]);
  const geometry = coordinates.length < 2 ? null : { type: 'LineString', coordinates };
  return JSON.stringify({ type: 'Feature', geometry, properties });
}
