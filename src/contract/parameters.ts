import type { TObject, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { failure, GeomillError } from '../base/errors/geomill-error.ts';
import { nearestName } from '../base/text/suggestion.ts';
import { englishText, message, type Message, type MessageCode } from '../base/messages/message.ts';
import type { Operation } from './operation.ts';

/** A longer name of an unknown parameter is cut in the message. */
const MAX_SHOWN_CHARACTERS = 60;

/**
 * The compiled check of a schema.
 *
 * Shape: `reasonsOf` returns what is wrong, each fault with its place in the value; the place of the value itself is `root`, without one no place.
 * `faults` are the same in English.
 */
interface Checker {
  check: (value: unknown) => boolean;
  reasonsOf: (value: unknown, root?: '' | '/') => Message[];
  faults: (value: unknown) => string[];
}
const checkers = new WeakMap<object, Checker>();

/** Returns the compiled check of a schema; compiled once. */
export function checkerOf(schema: TSchema): Checker {
  let checker = checkers.get(schema);
  if (!checker) {
    const compiled = Compile(schema);
    const reasonsOf: Checker['reasonsOf'] = (value, root = '') =>
      compiled.Errors(value).map((error) => reasonAt(error, root));
    checker = {
      check: (value) => compiled.Check(value),
      reasonsOf,
      faults: (value) => reasonsOf(value, '/').map(englishText),
    };
    checkers.set(schema, checker);
  }
  return checker;
}

/**
 * Checks the parameters of a call against one shape of its operation.
 *
 * Errors: INVALID_REQUEST naming every parameter that is wrong and what it must be.
 */
export function checkParameters(
  operation: Operation,
  shape: string,
  parameters: Readonly<Record<string, unknown>>,
): void {
  const schema = shapeNamed(operation, shape).parameters;
  const checker = checkerOf(schema);
  if (checker.check(parameters)) return;
  const faults = checker.reasonsOf(parameters);
  throw new GeomillError(
    'INVALID_REQUEST',
    ofOperation(operation, message('list.semicolons', { items: faults })),
    {
      details: { faults: faults.map(englishText) },
    },
  );
}

const ofOperation = ({ name }: Operation, fault: Message): Message =>
  message('parameter.ofOperation', { operation: name, fault });

/** The codes of the keywords of JSON Schema; their places are what TypeBox has of the fault. */
const KEYWORDS: Readonly<Record<string, MessageCode>> = {
  additionalProperties: 'schema.unknownMembers',
  anyOf: 'schema.noAlternative',
  const: 'schema.otherConstant',
  enum: 'schema.otherValue',
  exclusiveMaximum: 'schema.outOfRange',
  exclusiveMinimum: 'schema.outOfRange',
  maximum: 'schema.outOfRange',
  minimum: 'schema.outOfRange',
  maxItems: 'schema.tooManyItems',
  minItems: 'schema.tooFewItems',
  maxLength: 'schema.tooLong',
  minLength: 'schema.tooShort',
  pattern: 'schema.otherPattern',
  required: 'schema.missingMembers',
  type: 'schema.otherType',
};

type SchemaError = { keyword: string; instancePath: string; message: string; params: object };

function reasonAt({ keyword, instancePath, message: words, params }: SchemaError, root: string): Message {
  // A check of its own has the name of the parameter in its message.
  if (keyword === '~refine') return JSON.parse((params as { message: string }).message) as Message;
  const hasTypes = keyword === 'type' && Array.isArray((params as { type: unknown }).type);
  const code = hasTypes ? 'schema.otherTypes' : KEYWORDS[keyword];
  const fault = code
    ? { code, values: params as Message['values'] & object }
    : message('text.plain', { text: words });
  const place = instancePath === '' ? root : root + instancePath.slice(1);
  return place === '' ? fault : message('schema.at', { place, fault });
}

/**
 * The parameters that libraries and pages send to every service of the kind, and that no answer depends on here: the language of names and texts, filters by
 * country and kind, what to leave out of a response, and what counts calls or defeats a cache.
 */
export const OF_OTHER_CLIENTS: ReadonlySet<string> = new Set(
  'language lang accept-language hl region country countrycodes components bounds strictbounds types fields result_type location_type locationbias v version client channel signature email source utm_source utm_medium utm_campaign timestamp ts t _ pretty'.split(
    ' ',
  ),
);

/** Returns one shape of an operation by name. */
export function shapeNamed(operation: Operation, shape: string) {
  const found = operation.shapes[shape];
  if (!found) throw failure('INTERNAL', 'parameter.noShape', { operation: operation.name, shape });
  return found;
}

/**
 * Turns parameters as they arrive in a query string or on a command line into typed ones, and checks them.
 *
 * Shape: numbers and booleans are read from their text, arrays from comma-separated text (or JSON, or repeated parameters),
 * objects from JSON text. Unknown parameters are refused, so that a misspelt one is not silently ignored; those that other clients send are given to
 * `onIgnored` where there is one.
 * Errors: INVALID_REQUEST naming every parameter that is wrong.
 */
export function readParameters(
  operation: Operation,
  raw: Readonly<Record<string, string | readonly string[]>>,
  onIgnored?: (name: string) => void,
): Record<string, unknown> {
  const shape = operation.shapeOf(raw);
  const properties = shapeNamed(operation, shape).parameters.properties as Record<string, ValueSchema>;
  const parameters: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw)) {
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!member) {
      if (!onIgnored || !OF_OTHER_CLIENTS.has(name)) throw unknownParameter(operation, shape, name);
      onIgnored(name);
      continue;
    }
    if (typeof value !== 'string' && value.length > 1 && member.type !== 'array') {
      throw new GeomillError(
        'INVALID_REQUEST',
        ofOperation(operation, message('parameter.repeated', { name })),
      );
    }
    parameters[name] = readValue(member, value);
  }
  checkParameters(operation, shape, parameters);
  return parameters;
}

function unknownParameter(operation: Operation, shape: string, name: string): GeomillError {
  const names = Object.keys(shapeNamed(operation, shape).parameters.properties);
  const known = names.join(', ');
  const isOfAnother = Object.values(operation.shapes).some(({ parameters }) =>
    Object.hasOwn(parameters.properties, name),
  );
  const shown = name.slice(0, MAX_SHOWN_CHARACTERS);
  const nearest = nearestName(shown, names);
  const reason = isOfAnother
    ? message('parameter.ofAnotherShape', { name, shape, known })
    : nearest === undefined
      ? message('parameter.unknown', { name: shown, known })
      : message('parameter.unknownMeant', { name: shown, nearest, known });
  return new GeomillError('INVALID_REQUEST', ofOperation(operation, reason));
}

/** The keywords of a schema that decide how a text is read. */
interface ValueSchema {
  type?: string;
  items?: ValueSchema;
  anyOf?: readonly ValueSchema[];
}

/**
 * Reads a text as the value that a schema describes: of the contract, of the options of a stage (`--set`, a batch), of a dialect.
 *
 * Shape: where several types are allowed, the text stays text if the schema accepts that. A text of another type stays text too, so that
 * the check reports it.
 */
export function readValue(schema: TSchema, raw: string | readonly string[]): unknown {
  const { type, items: item, anyOf } = schema as ValueSchema;
  if (type === 'array') {
    const items = typeof raw === 'string' ? readList(raw) : raw.flatMap(readList);
    return items.map((each) => (item && typeof each === 'string' ? readValue(item, each) : each));
  }
  const text = typeof raw === 'string' ? raw : (raw[0] ?? '');
  if (type === 'number' || type === 'integer') return readNumber(text);
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type === 'object') return readJson(text);
  if (!anyOf) return text;
  const readings = [text, ...anyOf.map((option) => readValue(option, text))];
  return readings.find((value) => checkerOf(schema).check(value)) ?? text;
}

/** Reads the text of a member of an object. Shape: the text of an unknown one stays text. */
export function readMember(schema: TObject, name: string, text: string): unknown {
  const members = schema.properties as Record<string, TSchema>;
  const member = Object.hasOwn(members, name) ? members[name] : undefined;
  return member ? readValue(member, text) : text;
}

function readList(text: string): readonly unknown[] {
  if (text.trimStart().startsWith('[')) {
    const list = readJson(text);
    if (Array.isArray(list)) return list;
  }
  return text.split(',').map((item) => item.trim());
}

// Text that is not a number stays text, so that the schema reports it; Number('') would be 0.
function readNumber(text: string): number | string {
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text.trim()) ? Number(text) : text;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
