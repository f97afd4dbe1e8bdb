import { message } from '../base/messages/message.ts';
import { inputBad } from './input-bad.ts';
import { createElementParser, LIST_NAMES } from './json-elements.ts';
import { parseJsonObject } from './ndjson-read.ts';

const SAMPLE_LINES = 50;
/** Starts each record of a text sequence. Source: RFC 7464. */
export const RECORD_SEPARATOR = '\u001E';
const ARRAY_START = /^\[\s*(?:[{["\]]|-?\d|true\b|false\b|null\b|$)/;
/** Objects of these types are data of other kinds, not rows. */
const FOREIGN_TYPE = /^(?:Topology|GeometryCollection|(?:Multi)?(?:Point|LineString|Polygon))$/;

/**
 * The first records of an input that is JSON.
 *
 * Shape: `form` is how the records are listed: one on each line, in a text sequence, in an array (or one after another), or in the member `features` of an object.
 * `records` are their texts; none if the first one is longer than the head.
 */
export interface JsonSample {
  form: 'lines' | 'sequence' | 'array' | 'collection';
  records: readonly string[];
  /** True if the first record is a GeoJSON Feature. */
  isFeatures: boolean;
}

/**
 * Returns the first records of a head that is JSON, or undefined for other text.
 *
 * Errors: INPUT_BAD if it is JSON, but no list of rows.
 */
export function sampleJson(
  head: string,
  isWhole: boolean,
  expected: string | undefined,
): JsonSample | undefined {
  const text = head.trimStart();
  // A first row that is longer than the head is recognised by the file name only.
  if (expected === 'ndjson' && !isWhole && !text.includes('\n'))
    return { form: 'lines', records: [], isFeatures: false };
  if (text.startsWith('[') && ARRAY_START.test(text)) return sampleDocument(text, isWhole);
  if (text.startsWith(RECORD_SEPARATOR)) {
    const records = text.split(RECORD_SEPARATOR).slice(1, SAMPLE_LINES);
    return { form: 'sequence', records, isFeatures: true };
  }
  if (isWrapper(text, isWhole)) return sampleDocument(text, isWhole);
  if (isLineDelimited(text, isWhole)) return sampleLines(text, isWhole);
  if (isConcatenated(text)) {
    const records = elementsOf(text, true).records.slice(0, SAMPLE_LINES);
    return { form: 'array', records, isFeatures: isFeature(objectOf(records[0] as string)) };
  }
  return text.startsWith('{') && /^\{\s*(?:"|\}|$)/.test(text) ? sampleDocument(text, isWhole) : undefined;
}

/** Reports whether a head is one object on one line with a list of objects in it, as services respond. */
function isWrapper(text: string, isWhole: boolean): boolean {
  const [line = '', ...others] = text.split('\n', SAMPLE_LINES + 1).filter((each) => each.trim() !== '');
  if (others.length > 0 || !line.startsWith('{') || !isWhole) return false;
  const lists = Object.entries(objectOf(line) ?? {}).filter(
    ([name, value]) => LIST_NAMES.has(name) && isListOfObjects(value),
  );
  return lists.length > 0;
}

const isListOfObjects = (value: unknown) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((each) => typeof each === 'object' && each !== null);

/** Reports whether a head contains one JSON object on each line, or a text sequence, rather than one document. */
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

function sampleLines(text: string, isWhole: boolean): JsonSample {
  const records = linesOf(text, isWhole);
  const objects = records.map(objectOf).filter((object) => object !== undefined);
  const [first] = objects;
  const isFeatures = isFeature(first);
  if (!isFeatures && objects.length === 1 && typeof first?.type === 'string' && FOREIGN_TYPE.test(first.type))
    throw noList(first.type);
  return { form: 'lines', records, isFeatures };
}

/** Samples a single document: an array, or an object with the member `features`. */
function sampleDocument(text: string, isWhole: boolean): JsonSample | undefined {
  const { records, parser, error } = elementsOf(text);
  // After some rows it is JSON that is damaged further on: reading it will report where.
  if (error !== undefined && records.length === 0) {
    if (text.startsWith('{')) return undefined;
    throw error;
  }
  const isFeatures = isFeature(records.map(objectOf).find((object) => object !== undefined));
  const type = parser.member('type');
  const isCollection = type === '"FeatureCollection"' || (text.startsWith('{') && records.length > 0);
  if (isCollection && !isFeatures && type !== '"FeatureCollection"' && records.length > 0)
    return { form: 'array', records, isFeatures };
  if (isCollection) return { form: 'collection', records, isFeatures };
  if (text.startsWith('[')) return { form: 'array', records, isFeatures };
  if (isWhole || type !== undefined) throw noList(type);
  // The first member is longer than the head: the list, if there is one, comes later.
  return { form: 'collection', records: [], isFeatures: false };
}

/** Returns the elements of a head until it ends or is damaged. */
function elementsOf(text: string, isSequence = false) {
  const records: string[] = [];
  let element = '';
  const sink = {
    part: (part: string) => (element += part),
    end: () => {
      if (records.length < SAMPLE_LINES) records.push(element);
      element = '';
    },
  };
  const parser = createElementParser(sink, isSequence);
  try {
    parser.push(Buffer.from(text));
    return { records, parser, error: undefined };
  } catch (error) {
    return { records, parser, error: error as Error };
  }
}

/** Reports whether a head has several objects that follow one another without commas, each on some lines or all on one. */
export function isConcatenated(head: string): boolean {
  return /^\s*\{/.test(head) && /\}\s*\{/.test(head) && elementsOf(head, true).records.length > 1;
}

function noList(type: string | undefined) {
  return inputBad(
    type === undefined ? message('json.singleObject') : message('json.singleObjectOfType', { type }),
  );
}

function isFeature(object: Record<string, unknown> | undefined): boolean {
  return object?.type === 'Feature' && 'geometry' in object;
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
