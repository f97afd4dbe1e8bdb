import { flattenFeature } from './geojson-flatten.ts';
import { inputBad } from './input-bad.ts';
import { formatOfName } from './inputs.ts';
import { createElementParser } from './json-elements.ts';
import { createColumnCollector } from './columns.ts';
import { parseJsonObject } from './ndjson-read.ts';
import type { StatedInput } from './input-source.ts';

const SAMPLE_LINES = 50;
const RECORD_SEPARATOR = '\u001E';
const ARRAY_START = /^\[\s*(?:[{["\]]|-?\d|true\b|false\b|null\b|$)/;
/** Objects with such a type are data of other kinds, not rows. */
const FOREIGN_TYPE = /^(?:Topology|GeometryCollection|(?:Multi)?(?:Point|LineString|Polygon))$/;

/** Names a format of the JSON family and the columns seen in a head. */
export interface JsonHead {
  format: 'ndjson' | 'json' | 'geojson';
  columns: string[];
}

/**
 * Recognises the JSON family by its content; returns undefined for what is rather CSV.
 *
 * Errors: INPUT_BAD when it is JSON but no list of rows, or named or stated to be JSON and is not.
 */
export function sniffJson(
  head: string,
  isWhole: boolean,
  name: string,
  stated: StatedInput['format'] = 'auto',
): JsonHead | undefined {
  const text = head.trimStart();
  const named = stated === 'auto' ? formatOfName(name) : stated;
  // A first row that is longer than the head can only be known by the name.
  if (named === 'ndjson' && !isWhole && !text.includes('\n')) return { format: 'ndjson', columns: [] };
  const found =
    text.startsWith('[') && ARRAY_START.test(text)
      ? sniffDocument(text, isWhole)
      : sniffObjects(text, isWhole);
  if (found === undefined) {
    if (named === undefined || named === 'csv' || (stated === 'auto' && !/^[{["]/.test(text)))
      return undefined;
    throw inputBad(
      `The input is ${stated === 'auto' ? 'named' : 'stated'} as ${named}, but its beginning is not valid JSON: ${JSON.stringify(text.slice(0, 60))}.`,
    );
  }
  if (stated !== 'auto' && stated !== found.format) {
    // Features may well be read as they are, one object a line.
    if (stated === 'ndjson' && found.format === 'geojson' && isLineDelimited(text, isWhole)) {
      return { format: 'ndjson', columns: columnsOf(linesOf(text, isWhole)) };
    }
    if (stated !== 'geojson' || found.format === 'ndjson') {
      throw inputBad(
        `The input was stated to be ${stated}, but its content is ${found.format}. State format: ${found.format}, or auto.`,
      );
    }
  }
  return found;
}

/** Tells whether a head holds one JSON object a line, or a text sequence, rather than one document. */
export function isLineDelimited(head: string, isWhole: boolean): boolean {
  const text = head.trimStart();
  if (text.startsWith(RECORD_SEPARATOR)) return true;
  const objects = linesOf(text, isWhole).map(objectOf);
  const first = objects.find((object) => object !== undefined);
  return (
    first !== undefined &&
    first.type !== 'FeatureCollection' &&
    2 * objects.filter(Boolean).length >= objects.length
  );
}

function sniffObjects(text: string, isWhole: boolean): JsonHead | undefined {
  if (text.startsWith(RECORD_SEPARATOR)) {
    const records = text.split(RECORD_SEPARATOR).slice(1, SAMPLE_LINES);
    return { format: 'geojson', columns: columnsOf(records.map(flattened)) };
  }
  if (isLineDelimited(text, isWhole)) {
    const lines = linesOf(text, isWhole);
    const objects = lines.map(objectOf).filter((object) => object !== undefined);
    const isFeature = objects[0]?.type === 'Feature' && 'geometry' in objects[0];
    if (isFeature) return { format: 'geojson', columns: columnsOf(lines.map(flattened)) };
    const [only] = objects;
    if (objects.length === 1 && typeof only?.type === 'string' && FOREIGN_TYPE.test(only.type)) {
      throw inputBad(
        `The input is a JSON object of type ${only.type}; expected is an array of objects, a GeoJSON FeatureCollection, or one object a line.`,
      );
    }
    return { format: 'ndjson', columns: columnsOf(lines) };
  }
  return text.startsWith('{') && /^\{\s*(?:"|\}|$)/.test(text) ? sniffDocument(text, isWhole) : undefined;
}

/** Reads the beginning of a single document: an array, or a FeatureCollection. */
function sniffDocument(text: string, isWhole: boolean): JsonHead | undefined {
  const elements: string[] = [];
  let element = '';
  const parser = createElementParser({
    piece: (piece) => (element += piece),
    end: () => {
      if (elements.length < SAMPLE_LINES) elements.push(element);
      element = '';
    },
  });
  try {
    parser.push(Buffer.from(text));
  } catch (error) {
    // With some rows in sight it is JSON, damaged farther on: reading it will tell where.
    if (elements.length === 0) {
      if (/^\{/.test(text)) return undefined;
      throw error;
    }
  }
  const isCollection =
    parser.member('type') === '"FeatureCollection"' || (text.startsWith('{') && elements.length > 0);
  const first = elements.map(objectOf).find((object) => object !== undefined);
  const isFeatures = first?.type === 'Feature' && 'geometry' in first;
  if (isCollection || isFeatures) return { format: 'geojson', columns: columnsOf(elements.map(flattened)) };
  if (text.startsWith('[')) return { format: 'json', columns: columnsOf(elements) };
  if (isWhole || parser.member('type') !== undefined) {
    const type = parser.member('type');
    throw inputBad(
      `The input is a single JSON object${type === undefined ? '' : ` of type ${type}`}; expected is an array of objects, a GeoJSON FeatureCollection, or one object a line.`,
    );
  }
  // What comes first is longer than the head: the list, if there is one, comes later.
  return { format: 'geojson', columns: [] };
}

function linesOf(text: string, isWhole: boolean): string[] {
  const lines = text.split('\n', SAMPLE_LINES + 1);
  if (lines.length > SAMPLE_LINES || (!isWhole && lines.length > 1)) lines.pop();
  return lines.filter((line) => line.trim() !== '');
}

function objectOf(json: string): Record<string, unknown> | undefined {
  const parsed = parseJsonObject(json);
  return 'code' in parsed ? undefined : parsed.object;
}

function flattened(json: string): string {
  return objectOf(json) === undefined ? json : flattenFeature(json.trim());
}

function columnsOf(records: readonly string[]): string[] {
  const collector = createColumnCollector();
  for (const record of records) collector.add(record);
  return collector.columns();
}
