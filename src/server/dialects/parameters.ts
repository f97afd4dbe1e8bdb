import type { TSchema } from 'typebox';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { message, type Message } from '../../base/messages/message.ts';
import { describeSchema } from '../../contract/describe-schema.ts';
import { checkerOf, readValue } from '../../contract/parameters.ts';
import { isKeyParameter } from '../parse-query.ts';

/** The parameters of a request as they arrive: a repeated one is a list. */
export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The JSON Schema of a query parameter: by it the parameter is described in `/openapi.json`, and read. */
interface ParameterSchema {
  description: string;
  type?: string;
  default?: unknown;
}

/** The query parameters of a call, by name. */
export type DialectParameters = Readonly<Record<string, ParameterSchema>>;

/** The values of the parameters of a call. Shape: absent ones have the default of their schema; those with limits are numbers. */
export type ValuesOf<P extends DialectParameters> = { readonly [N in keyof P]: ValueOf<P[N]> };

type ValueOf<S> = S extends { items: unknown }
  ? readonly string[]
  : S extends { default: infer D }
    ? D
    : S extends { minimum: number } | { exclusiveMinimum: number }
      ? number | undefined
      : string | undefined;

/**
 * Reads the parameters of a call. Shape: a parameter without a value is absent; unknown ones are ignored.
 *
 * Errors: INVALID_REQUEST for a parameter that is repeated or does not fit its schema.
 */
export function readQuery<P extends DialectParameters>(parameters: P, query: RawQuery): ValuesOf<P> {
  const values = Object.entries(parameters).map(([name, schema]) => [name, valueOf(name, schema, query)]);
  return Object.fromEntries(values) as ValuesOf<P>;
}

function valueOf(name: string, schema: ParameterSchema, query: RawQuery): unknown {
  const raw = query[name];
  const { type } = schema;
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
      schema: describeSchema(schema as TSchema),
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
  const names = Object.keys(parameters).join(', ');
  throw badParameter(message('server.photonUnknown', { parameter: quoted(unknown.slice(0, 40)), names }));
}

/** Describes the parameters of a call for `/openapi.json`. */
export function describeParameters(
  parameters: DialectParameters,
  required: readonly string[] = [],
): object[] {
  return Object.entries(parameters).map(([name, { description, ...rest }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description,
    schema:
      rest.type === 'boolean'
        ? { type: 'string', enum: ['0', '1', 'false', 'true'], default: rest.default === true ? '1' : '0' }
        : rest,
  }));
}
