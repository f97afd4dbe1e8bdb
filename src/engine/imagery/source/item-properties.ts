import type { TSchema } from 'typebox';
import { checkerOf } from '../../../contract/parameters.ts';
import { ImageryItem } from '../../../contract/records/imagery.ts';
import type { JsonObject } from './source-values.ts';

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
export function readProperties(source: JsonObject, remark: (reason: string) => void): JsonObject {
  const properties: JsonObject = {};
  for (const name of NULLABLE) properties[name] = null;
  for (const [name, value] of Object.entries(source)) {
    if (READ_ELSEWHERE.has(name) || value === undefined) continue;
    const schema = Object.hasOwn(SCHEMAS, name) ? SCHEMAS[name] : undefined;
    const check = Object.hasOwn(COMMON_METADATA, name) ? COMMON_METADATA[name] : undefined;
    const isUsable = (schema === undefined || checkerOf(schema).check(value)) && (check?.(value) ?? true);
    if (isUsable) properties[name] = value;
    else remark(`${name} is not usable: left out`);
  }
  return properties;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
