import { message, type Message } from '../../../base/messages/message.ts';
import type { TSchema } from 'typebox';
import { checkerOf } from '../../../contract/parameters.ts';
import { ImageryItem } from '../../../contract/records/imagery.ts';
import { parseInstant } from '../../../contract/values/ranges.ts';

/** Members that are read elsewhere, and written as they were read. */
const READ_ELSEWHERE = new Set([
  'datetime',
  'start_datetime',
  'end_datetime',
  'created',
  'updated',
  'providers',
]);

/** Members with the value null if they are unknown. Source: interface document, section 2.7. */
const NULLABLE = ['pers:pitch', 'pers:roll', 'view:azimuth'] as const;

/** Patterns of common metadata that STAC demands. Source: STAC 1.0.0, item specification. */
const COMMON_METADATA: Readonly<Record<string, (value: unknown) => boolean>> = {
  title: isText,
  description: isText,
  license: (value) => typeof value === 'string' && /^[\w.+-]+$/.test(value),
  platform: isText,
  constellation: isText,
  mission: isText,
  instruments: (value) => Array.isArray(value) && value.every(isText),
  gsd: (value) => typeof value === 'number' && value > 0,
};

const SCHEMAS = ImageryItem.properties.properties.properties as unknown as Readonly<Record<string, TSchema>>;

/** Returns the properties of an item that the contract and STAC allow; `remark` receives those that are left out. */
export function readProperties(source: JsonObject, remark: (reason: Message) => void): JsonObject {
  const properties: JsonObject = {};
  for (const name of NULLABLE) properties[name] = null;
  for (const [name, value] of Object.entries(source)) {
    if (READ_ELSEWHERE.has(name) || value === undefined) continue;
    const schema = Object.hasOwn(SCHEMAS, name) ? SCHEMAS[name] : undefined;
    const check = Object.hasOwn(COMMON_METADATA, name) ? COMMON_METADATA[name] : undefined;
    const isUsable = (schema === undefined || checkerOf(schema).check(value)) && (check?.(value) ?? true);
    if (isUsable) properties[name] = value;
    else remark(message('imagery.propertyLeftOut', { name }));
  }
  return properties;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** First and last timestamp of RFC 3339: the interval of an item whose capture time is unknown, since STAC demands one. */
const FIRST_TIMESTAMP = '0001-01-01T00:00:00Z';
const LAST_TIMESTAMP = '9999-12-31T23:59:59Z';

/** The times of an item. Shape: `properties` replace those of the source. Units: ms since 1970; NaN if unknown. */
export interface ItemTimes {
  timeMs: number;
  updatedMs: number;
  properties: JsonObject;
}

/**
 * Reads the capture time and the time of the last change of an item.
 *
 * Shape: `datetime`, else `start_datetime`, is the capture time; `updated`, else `created`, the last change. Timestamps are written in UTC,
 * as STAC demands; a timestamp without a zone is taken as UTC. `remark` receives what the item lacks.
 */
export function readTimes(source: JsonObject, remark: (reason: Message) => void): ItemTimes {
  const read = (name: string): { text: string; ms: number } | undefined => {
    const text = textOf(source[name]);
    if (text === undefined) return undefined;
    const time = readTimestamp(text);
    if (time === undefined) remark(message('imagery.timestampLeftOut', { name }));
    return time;
  };
  const [datetime, start, end] = [read('datetime'), read('start_datetime'), read('end_datetime')];
  const [created, updated] = [read('created'), read('updated')];
  const time = datetime ?? start;
  if (datetime === undefined && start !== undefined) remark(message('imagery.noDatetime'));
  if (time === undefined) remark(message('imagery.noCaptureTime'));
  const changed = updated ?? created;
  if (changed === undefined) remark(message('imagery.noChangeTime'));
  const interval =
    time === undefined
      ? { start_datetime: FIRST_TIMESTAMP, end_datetime: LAST_TIMESTAMP }
      : start === undefined
        ? {}
        : { start_datetime: start.text, end_datetime: end?.text ?? start.text };
  return {
    timeMs: time?.ms ?? NaN,
    updatedMs: changed?.ms ?? NaN,
    properties: {
      datetime: time?.text ?? null,
      ...interval,
      ...(created === undefined ? {} : { created: created.text }),
      ...(updated === undefined ? {} : { updated: updated.text }),
    },
  };
}

function readTimestamp(text: string): { text: string; ms: number } | undefined {
  const zoned = /[zZ]$|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`;
  const complete = zoned.replace(' ', 'T').replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
  const ms = parseInstant(complete);
  if (ms === undefined) return undefined;
  // A timestamp in UTC keeps its digits.
  return { text: /(Z|\+00:00)$/.test(complete) ? complete : new Date(ms).toISOString(), ms };
}

/** A JSON object of a source. */
export type JsonObject = Record<string, unknown>;

/** Returns a value as an object; an empty one if it is none. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Reports whether a value is an object, not a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a value as a list; an empty one if it is none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** Returns a text without spaces around it, or a number as text; undefined if it is neither or empty. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' ? undefined : text;
}

/** Returns a finite number, also one written as text; undefined if it is none. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
