import type { TSchema } from 'typebox';
import { checkerOf } from '../contract/parameters.ts';
import type { Prediction, PredictionList } from '../contract/records/prediction.ts';
import { type OsmFeature, OsmFeatureCollection } from '../contract/records/osm-feature.ts';
import { STATUS } from '../contract/status.ts';
import type { ServiceRequest } from './service-request.ts';

/** Members that place, name and measure nothing: where a service leaves them out, or has them otherwise, they are empty, or absent where they may be. */
const SPARE = new Set([
  'bbox',
  'bounds',
  'category',
  'continent',
  'country',
  'country_code',
  'created',
  'datetimetz',
  'end_address',
  'exif',
  'geocoded_waypoints',
  'has_child',
  'height',
  'html_instructions',
  'imagery:producer',
  'instruction',
  'license',
  'main_text_matched_substrings',
  'maneuver',
  'matched_substrings',
  'opening_hours',
  'opening_hours_v2',
  'original_file:name',
  'original_file:size',
  'pers:interior_orientation',
  'phone',
  'providers',
  'roundabout_exit_count',
  'secondary_text',
  'secondary_text_matched_substrings',
  'side_of_street',
  'sign',
  'source',
  'stac_extensions',
  'start_address',
  'street_names',
  'summary',
  'terms',
  'tiles:tile_matrix_sets',
  'travel_mode',
  'travel_type',
  'types',
  'updated',
  'url',
  'verbal_multi_cue',
  'verbal_post_transition_instruction',
  'verbal_pre_transition_instruction',
  'verbal_succinct_transition_instruction',
  'verbal_transition_alert_instruction',
  'viewport',
  'warnings',
  'waypoint_order',
  'website',
  'width',
]);

/** The keywords of a schema that are read here. */
interface Schema {
  type?: string;
  required?: readonly string[];
  properties?: Readonly<Record<string, TSchema>>;
  items?: TSchema;
  anyOf?: readonly TSchema[];
}

/** A response as the interface has it, and the places where that of the service was different. */
export interface TolerantReading {
  value: unknown;
  /** As `features/0/properties/types`. */
  differences: readonly string[];
}

/**
 * Reads a response that differs from the interface where nothing depends on it: texts and lists that are missing, null or of another type, an empty object for
 * null, a number with decimals for a whole one. Undefined for any other difference.
 */
export function readTolerantly(schema: TSchema, value: unknown): TolerantReading | undefined {
  const differences: string[] = [];
  const read = readValue(schema, value, '', differences);
  return differences.length > 0 && fits(schema, read) ? { value: read, differences } : undefined;
}

const fits = (schema: TSchema, value: unknown): boolean => checkerOf(schema).check(value);

function readValue(schema: TSchema, value: unknown, path: string, differences: string[]): unknown {
  if (fits(schema, value)) return value;
  const { type, properties, items, anyOf } = schema as Schema;
  if (anyOf) return readUnion(anyOf, value, path, differences);
  if (type === 'integer' && typeof value === 'number' && Number.isFinite(value)) {
    differences.push(path);
    return Math.round(value);
  }
  if (Array.isArray(value))
    return items ? value.map((each, at) => readValue(items, each, `${path}/${at}`, differences)) : value;
  if (properties && typeof value === 'object' && value !== null)
    return readMembers(schema, value as Record<string, unknown>, path, differences);
  return value;
}

/** Of a value or null: the value if it can be read, null for an object without members. */
function readUnion(
  schemas: readonly TSchema[],
  value: unknown,
  path: string,
  differences: string[],
): unknown {
  for (const schema of schemas) {
    const own: string[] = [];
    const read = readValue(schema, value, path, own);
    if (!fits(schema, read)) continue;
    differences.push(...own);
    return read;
  }
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  if (!isEmpty || !schemas.some((schema) => fits(schema, null))) return value;
  differences.push(path);
  return null;
}

function readMembers(
  schema: TSchema,
  value: Readonly<Record<string, unknown>>,
  path: string,
  differences: string[],
): Record<string, unknown> {
  const { properties = {}, required = [] } = schema as Schema;
  const read: Record<string, unknown> = { ...value };
  for (const [name, member] of Object.entries(properties)) {
    const isRequired = required.includes(name);
    if (value[name] === undefined && !isRequired) continue;
    const own: string[] = [];
    const found = readValue(member, value[name], `${path}/${name}`, own);
    if (fits(member, found)) {
      differences.push(...own);
      read[name] = found;
    } else if (SPARE.has(name)) {
      differences.push(`${path}/${name}`);
      if (isRequired) read[name] = emptyOf(member);
      else delete read[name];
    }
  }
  return read;
}

function emptyOf(schema: TSchema): unknown {
  const { type } = schema as Schema;
  return type === 'array' ? [] : type === 'object' ? {} : '';
}

interface Member {
  type?: string;
  const?: unknown;
}

/**
 * Builds an empty response that fits a schema, for a service that reports "no match" by its status only.
 *
 * Shape: required lists are empty, constants have their value, `status` is as given.
 */
export function emptyResponse(schema: TSchema, status: string): Record<string, unknown> {
  const { required = [], properties = {} } = schema as unknown as {
    required?: string[];
    properties?: Record<string, Member>;
  };
  const response: Record<string, unknown> = {};
  for (const name of required) {
    const member = properties[name];
    if (name === 'status') response.status = status;
    else if (member?.const !== undefined) response[name] = member.const;
    else if (member?.type === 'array') response[name] = [];
  }
  return response;
}

/**
 * Converts the children of a place from the OSM shape to predictions; undefined for any other response.
 *
 * Source: interface document, section 2.3, which has children in OSM shape, and 4.3, which has no parameter that selects it: a service may
 * send either.
 */
export function childrenOf({ operation, shape }: ServiceRequest, value: unknown): PredictionList | undefined {
  if (operation.name !== 'children' || shape !== 'google') return undefined;
  if (!checkerOf(OsmFeatureCollection).check(value)) return undefined;
  const { features } = value as OsmFeatureCollection;
  return {
    predictions: features.map(predictionOf),
    status: features.length > 0 ? STATUS.ok : STATUS.zeroResults,
  };
}

function predictionOf({ properties }: OsmFeature): Prediction {
  const { id, name, label, category, distance, has_child } = properties;
  return {
    description: label,
    distance_meters: distance ?? null,
    ...(has_child !== undefined && { has_child }),
    matched_substrings: null,
    place_id: id,
    structured_formatting: {
      main_text: name,
      main_text_matched_substrings: null,
      secondary_text: label.startsWith(`${name}, `) ? label.slice(name.length + 2) : label,
      secondary_text_matched_substrings: null,
    },
    terms: termsOf(label),
    types: category ?? [],
  };
}

function termsOf(label: string): Prediction['terms'] {
  let offset = 0;
  return label.split(', ').map((value) => {
    const term = { offset, value };
    offset += value.length + 2;
    return term;
  });
}
