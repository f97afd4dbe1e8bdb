import Type, { type Static, type TObject, type TSchema } from 'typebox';
import { isGeomillError } from '../base/errors/geomill-error.ts';
import { message, type Message } from '../base/messages/message.ts';
import { beyond, type Mark } from './beyond.ts';
import { parseLatLng } from './values/point-text.ts';
import { optional } from './optional.ts';

/**
 * Declares a member that the interface documents as nullable: it may be null, and a tolerant reader accepts its absence.
 * {@link exactSchema} makes the member required again, for what we write ourselves.
 */
export function nullable<S extends TSchema>(schema: S) {
  return optional.union([schema, Type.Null()]);
}

/** The members declared by {@link alwaysWritten}. */
const ALWAYS_WRITTEN = new WeakSet<object>();

/**
 * Declares a member that responses of other services leave out, and that ours always have: a tolerant reader accepts its absence,
 * {@link exactSchema} makes it required again.
 */
export function alwaysWritten<S extends TSchema>(schema: S) {
  const member = Type.Optional(schema);
  ALWAYS_WRITTEN.add(member);
  return member;
}

/** The schema of our own responses for each member declared by {@link toleratedNull}. */
const WRITTEN = new WeakMap<object, TSchema>();

/**
 * Declares a member that responses of other services leave out or have as null, against the interface, and that ours always have:
 * {@link exactSchema} has the given schema, required.
 */
export function toleratedNull<S extends TSchema>(schema: S) {
  const member = nullable(schema);
  WRITTEN.set(member, schema);
  return member;
}

/** The members declared by {@link omittedOrNull}. */
const OMITTED = new WeakSet<object>();

/** Declares a member that other services also have as null; ours leave it out instead: {@link exactSchema} has the given schema, not required. */
export function omittedOrNull<S extends TSchema>(schema: S) {
  const member = toleratedNull(schema);
  OMITTED.add(member);
  return member;
}

/**
 * Adds a check that JSON Schema has no keyword for.
 *
 * Shape: `faultOf` returns what is wrong with a value, with the name of the parameter. The schema carries texts only: it is their JSON, which
 * `checkerOf` reads.
 */
export function refined<S extends TSchema>(schema: S, faultOf: (value: Static<S>) => Message | undefined) {
  return Type.Refine(
    schema,
    (value) => faultOf(value) === undefined,
    (value) => JSON.stringify(faultOf(value)),
  );
}

/** Adds the check that a value is parsed without an error. Shape: the reason of the error is the fault that a request is refused with. */
export function parsedBy<S extends TSchema>(schema: S, parse: (value: Static<S>) => unknown) {
  return refined(schema, (value) => {
    try {
      parse(value);
      return undefined;
    } catch (error) {
      // A value of another type is the fault of the schema.
      return isGeomillError(error) ? error.reason : undefined;
    }
  });
}

/** Declares a parameter that is a point written as text, `<lat>,<lng>`. */
export function latLngText(parameter: string) {
  const schema = Type.String({
    description: 'point as text, <lat>,<lng>; degrees WGS84',
    ...beyond(
      ['refusal', 'open', 'a text that is no position is 400, and said to be swapped where it is'],
      ['values', 'open', 'exponents and a plus sign are read: programs print small numbers so'],
    ),
  });
  return parsedBy(schema, (text) => parseLatLng(parameter, text));
}

const HALF = beyond(['refusal', 'open', 'half of a position, a latitude without a longitude, is 400']);

/** Declares parameters of which two are a position: both are given, or neither. */
export function pairedPosition<S extends TObject>(parameters: S, prefix: string) {
  const [lat, lon] = [`${prefix}.lat`, `${prefix}.lon`];
  const isGiven = (values: object, name: string) =>
    (values as Readonly<Record<string, unknown>>)[name] !== undefined;
  const marked = Type.Object(parameters.properties, HALF);
  return refined(marked as unknown as S, (values) =>
    isGiven(values, lat) === isGiven(values, lon)
      ? undefined
      : message('parameter.halfPosition', { missing: isGiven(values, lat) ? lon : lat }),
  );
}

/** The greatest radius of a search: half of the circumference of the earth, rounded up. More is metres written for kilometres. Units: kilometres. */
export const MAX_RADIUS_KM = 20_100;

/** Most places in a response of our own, whatever `size` is. Source: service facts, "unit of /nearby radius". */
export const MOST_PLACES = 50;

/** Declares a radius of a search. Units: kilometres. */
export function radiusKm(defaultKm: number) {
  return optional.number({
    exclusiveMinimum: 0,
    maximum: MAX_RADIUS_KM,
    default: defaultKm,
    description: 'kilometres',
    ...beyond(RADIUS_LIMIT),
  });
}

/** The mark of the limits of a radius. */
export const RADIUS_LIMIT = [
  'limit',
  'open',
  `above 0 and at most ${MAX_RADIUS_KM} km, half of the circumference of the earth: more is metres written for kilometres`,
] as const;

/** Declares the number of rows of a response. Shape: `marks` are those beside its limits. */
export function sizeOf(what: string, defaultSize: number, ...marks: readonly Mark[]) {
  const limit = `a number below 1 is 400; a response of our own has at most ${MOST_PLACES}, as live responses of nearby`;
  return optional.integer({
    minimum: 1,
    default: defaultSize,
    description: `number of ${what} at most`,
    ...beyond(...marks, ['limit', 'seen', limit]),
  });
}

/** Declares a required text of a search. */
export function searchText(description: string) {
  return Type.String({
    minLength: 1,
    description,
    ...beyond(['refusal', 'open', 'an empty text is 400: nothing can match it']),
  });
}

/** Declares a latitude parameter. */
export const Latitude = Type.Number({
  minimum: -90,
  maximum: 90,
  description: 'latitude; degrees WGS84, -90 to 90',
  ...beyond(['refusal', 'open', 'a latitude or longitude that no place of the earth has is 400']),
});

/** Declares a longitude parameter. */
export const Longitude = Type.Number({
  minimum: -180,
  maximum: 180,
  description: 'longitude; degrees WGS84, -180 to 180',
  ...beyond(['refusal', 'open', 'a latitude or longitude that no place of the earth has is 400']),
});

/** Declares the flag of section 1 rule 5, taken by every place, geocode, nearby, children, direction and optimized-route operation. */
export const AdminV2 = optional.boolean({
  default: false,
  description: 'true: labels name the administrative units after the consolidation of 2025',
});

/** Declares the token that joins autocomplete calls and one place-detail call into one billed session (section 3). */
export const SessionToken = optional.string({
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$',
  description: 'UUID v4 made by the client; valid 5 minutes',
  ...beyond(['refusal', 'open', 'a token of another form is 400: it could not be billed as one session']),
});

/** Declares `{lat, lng}`, the position in responses of the google shape. */
export const LatLng = Type.Object({ lat: Type.Number(), lng: Type.Number() });

interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  [keyword: string]: unknown;
}

/**
 * Derives the exact schema of our own responses from the tolerant one: nullable members and those always written are present, tolerated
 * nulls and unknown members are not, except in an object whose schema has `additionalProperties: true`.
 *
 * Guarantee: whatever satisfies the exact schema satisfies the tolerant one.
 */
export function exactSchema(schema: TSchema): TSchema {
  return exact(schema as unknown as JsonSchema);
}

function exact(schema: JsonSchema): JsonSchema {
  const copy: JsonSchema = { ...schema };
  if (copy.anyOf) copy.anyOf = copy.anyOf.map(exact);
  if (copy.items) copy.items = exact(copy.items);
  if (copy.properties) {
    const properties = Object.entries(copy.properties);
    const always = properties
      .filter(([, member]) => (acceptsNull(member) && !OMITTED.has(member)) || ALWAYS_WRITTEN.has(member))
      .map(([name]) => name);
    copy.required = [...new Set([...(copy.required ?? []), ...always])];
    copy.properties = Object.fromEntries(properties.map(([name, member]) => [name, exact(written(member))]));
    copy.additionalProperties ??= false;
  }
  return copy;
}

function written(member: JsonSchema): JsonSchema {
  return (WRITTEN.get(member) as JsonSchema | undefined) ?? member;
}

function acceptsNull(schema: JsonSchema): boolean {
  return schema.anyOf?.some((option) => option.type === 'null') ?? false;
}
