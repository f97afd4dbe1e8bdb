import { createObjectWriter, memberValues } from './json-text.ts';
import { createPlainWriter, type RecordReader, type RowFormat, type RowWriter } from './output-format.ts';
import type { OutputColumn, OutputRow } from './record.ts';

const reader: RecordReader = {
  syntax: 'json-lines',
  read: (record, columns) => memberValues(readFeature(record).properties, columns),
  position(record) {
    const { geometry } = readFeature(record);
    if (geometry === null) return null;
    const [lon, lat] = geometry.coordinates;
    return { lat, lon };
  },
};

/** A row as GeoJSON has it. */
interface StoredFeature {
  properties: Readonly<Record<string, unknown>>;
  geometry: { coordinates: [lon: number, lat: number] } | null;
}

function readFeature(record: string): StoredFeature {
  // RFC 8142 puts a record separator in front of each feature.
  return JSON.parse(record.replace(/^\u001e/, '')) as StoredFeature;
}

/** A GeoJSON FeatureCollection; a row without position has a null geometry. Units: degrees WGS84, [lon, lat]. Source: RFC 7946. */
export const geojsonOutput: RowFormat = {
  name: 'geojson',
  extension: '.geojson',
  mediaType: 'application/geo+json',
  reader,
  open(columns) {
    const write = createFeatureWriter(columns);
    return { ...COLLECTION_FRAME, encode: (rows) => rows.map(write).join(COLLECTION_FRAME.separator) };
  },
};

/** Newline-delimited GeoJSON: one Feature on each line. Source: the driver GeoJSONSeq of GDAL, which writes it as `.geojsonl`. */
export const geojsonlOutput: RowFormat = featureLines('geojsonl', '', 'application/x-ndjson');

/** A GeoJSON text sequence: one Feature in each record, between U+001E and LF. Source: RFC 8142. */
export const geojsonsOutput: RowFormat = featureLines('geojsons', '\u001E', 'application/geo+json-seq');

function featureLines(name: string, recordStart: string, mediaType: string): RowFormat {
  return {
    name,
    extension: `.${name}`,
    mediaType,
    reader,
    open(columns) {
      const write = createFeatureWriter(columns);
      return createPlainWriter((row) => `${recordStart}${write(row)}\n`);
    },
  };
}

function createFeatureWriter(columns: readonly OutputColumn[]): (row: OutputRow) => string {
  const writeProperties = createObjectWriter(columns);
  return ({ position, values }) =>
    `{"type":"Feature","geometry":${pointText(position)},"properties":${writeProperties(values)}}`;
}

function pointText(position: OutputRow['position']): string {
  return position === null || !Number.isFinite(position.lat) || !Number.isFinite(position.lon)
    ? 'null'
    : `{"type":"Point","coordinates":[${roundDegrees(position.lon)},${roundDegrees(position.lat)}]}`;
}

/** The seventh decimal of a degree is a centimetre; RFC 7946 advises against meaningless digits. */
const PRECISION = 1e7;

/** The text around and between the Features of a FeatureCollection. Source: RFC 7946. */
export const COLLECTION_FRAME: Pick<RowWriter, 'head' | 'separator' | 'tail'> = {
  head: '{"type":"FeatureCollection","features":[\n',
  separator: ',\n',
  tail: '\n]}\n',
};

/** Rounds degrees to a centimetre. */
function roundDegrees(degrees: number): number {
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
