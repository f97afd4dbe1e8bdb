import Type, { type Static, type TSchema } from 'typebox';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { message, type Message } from '../../base/messages/message.ts';
import { describeSchema } from '../../contract/describe-schema.ts';
import { checkerOf, readValue } from '../../contract/parameters.ts';
import { Latitude, Longitude } from '../../contract/schema.ts';
import { isKeyParameter } from '../parse-query.ts';

/** Returns the JSON Schema of an object, whose members are all required unless some are named. */
export function objectSchema(
  properties: Readonly<Record<string, object>>,
  required = Object.keys(properties),
) {
  return { type: 'object', required, properties };
}

/** Returns the JSON Schema of a list. Shape: `length` where lists have one. */
export function listSchema(items: object, length?: number) {
  return { type: 'array', items, ...(length !== undefined && { minItems: length, maxItems: length }) };
}

const POINT = objectSchema({
  type: { const: 'Point' },
  coordinates: { ...listSchema({ type: 'number' }, 2), description: 'longitude, latitude' },
});

const FEATURE = objectSchema({
  type: { const: 'Feature' },
  properties: { type: 'object' },
  geometry: POINT,
});

/** The schema of a FeatureCollection of points. */
export const POINT_COLLECTION = objectSchema({
  type: { const: 'FeatureCollection' },
  features: listSchema(FEATURE),
});

/** The parameters of a request as they arrive: a repeated one is a list. */
export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A query parameter of a dialect: the schema by which it is described in `/openapi.json`, and read. */
interface DialectParameter<S extends TSchema = TSchema> {
  schema: S;
  /** For `/openapi.json`: the call itself refuses a query without it, in the words of the dialect. */
  isRequired?: boolean;
}

/** The query parameters of a call, by name. */
export type DialectParameters = Readonly<Record<string, DialectParameter>>;

/** The values of the parameters of a call. Shape: absent ones have the default of their schema. */
export type ValuesOf<P extends DialectParameters> = {
  readonly [N in keyof P]: Static<P[N]['schema']> | (P[N]['schema'] extends WithDefault ? never : undefined);
};

/** A schema with a default: the value of its parameter is never absent. */
export interface WithDefault {
  default: unknown;
}

type Limits = { minimum?: number; exclusiveMinimum?: number; maximum?: number };

/** Declares a parameter of free text. */
export function textParameter(description: string) {
  return { schema: Type.String({ description }) };
}

/** Declares a parameter with a few values. */
export function choiceParameter<const V extends readonly string[]>(description: string, values: V) {
  return { schema: Type.Unsafe<V[number]>(Type.Enum([...values], { description })) };
}

/** Declares a flag: 0, false, no and off are false, other texts are true. */
export function flagParameter(description: string, fallback: boolean) {
  return { schema: withDefault(Type.Boolean({ description, default: fallback })) };
}

/** Declares a number. */
export function numberParameter(description: string, limits: Limits = {}) {
  return { schema: Type.Number({ description, ...limits }) };
}

/** Declares a whole number with a default. */
export function countParameter(description: string, fallback: number, limits: Limits = {}) {
  return { schema: withDefault(Type.Integer({ description, ...limits, default: fallback })) };
}

/** Declares a parameter that may be repeated. */
export function listParameter(description: string) {
  return { schema: withDefault(Type.Array(Type.String(), { description, default: [] })) };
}

/** Declares that a call needs a parameter. */
export function required<S extends TSchema>({ schema }: DialectParameter<S>) {
  return { schema, isRequired: true };
}

/** The parameters of a position. Units: degrees WGS84. */
export const POSITION_PARAMETERS = { lat: { schema: Latitude }, lon: { schema: Longitude } };

/** The parameter that chooses the units of labels. */
export const ADMIN_V2 = flagParameter(
  'whether places are labelled by the units since July 2025; an addition of Geomill',
  true,
);

/** The language of names, accepted for clients that always send it. */
export const LANGUAGE = textParameter('without effect: names are Vietnamese');

function withDefault<S extends TSchema>(schema: S): S & WithDefault {
  return schema as S & WithDefault;
}

/**
 * Reads the parameters of a call. Shape: a parameter without a value is absent; unknown ones are ignored.
 *
 * Errors: INVALID_REQUEST for a parameter that is repeated or does not fit its schema.
 */
export function readQuery<P extends DialectParameters>(parameters: P, query: RawQuery): ValuesOf<P> {
  const values = Object.entries(parameters).map(([name, { schema }]) => [name, valueOf(name, schema, query)]);
  return Object.fromEntries(values) as ValuesOf<P>;
}

function valueOf(name: string, schema: Partial<WithDefault> & TSchema, query: RawQuery): unknown {
  const raw = query[name];
  const { type } = schema as { type?: string };
  if (raw === undefined || (raw === '' && type !== 'array')) return schema.default;
  if (type === 'array') return typeof raw === 'string' ? [raw] : raw;
  if (typeof raw !== 'string')
    throw badParameter(message('server.parameterRepeated', { parameter: quoted(name), times: raw.length }));
  // Clients of the dialects write flags in several ways.
  if (type === 'boolean') return !/^(0|false|no|off)$/i.test(raw);
  const value = readValue(schema, raw);
  if (checkerOf(schema).check(value)) return value;
  throw badParameter(
    message('server.parameterWrong', {
      parameter: quoted(name),
      schema: describeSchema(schema),
      value: quoted(raw.trim().slice(0, 40)),
    }),
  );
}

/** Returns the items of a text separated by commas, without empty ones. */
export function commaList(text: string | undefined): string[] {
  const items = text?.split(',') ?? [];
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

/** Returns a name or value as the messages of the dialects show it. */
export const quoted = (text: string): string => `'${text}'`;

/** Builds the failure of a parameter. */
export function badParameter(reason: Message): GeomillError {
  return new GeomillError('INVALID_REQUEST', reason);
}

/** Refuses parameters that are not in the table, as Photon does; the key is read elsewhere. Errors: INVALID_REQUEST with the first unknown one. */
export function refuseUnknown(query: RawQuery, parameters: DialectParameters): void {
  const unknown = Object.keys(query).find(
    (name) => !isKeyParameter(name) && !Object.hasOwn(parameters, name),
  );
  if (unknown === undefined) return;
  const shown = Object.keys(parameters).join(', ');
  throw badParameter(
    message('server.photonUnknown', { parameter: quoted(unknown.slice(0, 40)), names: shown }),
  );
}

/** Describes the parameters of a call for `/openapi.json`. */
export function describeParameters(parameters: DialectParameters): object[] {
  return Object.entries(parameters).map(([name, { schema, isRequired = false }]) => {
    const { description, ...rest } = schema as Partial<WithDefault> & { description?: string; type?: string };
    return {
      name,
      in: 'query',
      required: isRequired,
      description,
      schema:
        rest.type === 'boolean'
          ? { type: 'string', enum: ['0', '1', 'false', 'true'], default: rest.default === true ? '1' : '0' }
          : rest,
    };
  });
}
