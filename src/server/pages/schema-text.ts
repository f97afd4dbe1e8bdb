import type { Language } from '../../base/text/languages.ts';

/** The parts of a JSON Schema that the page of the interface shows. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  /** Of a text that is JSON. */
  contentSchema?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  default?: unknown;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
}

/** Follows a `$ref` within a document: `#/components/schemas/Error`. Shape: a reference that leads nowhere gives an empty object. */
export function resolve<T extends object>(value: T | { $ref?: string }, root: object): T {
  let result: unknown = value;
  for (let hops = 0; hops < 10; hops++) {
    const reference = (result as { $ref?: unknown } | undefined)?.$ref;
    if (typeof reference !== 'string') return (result ?? {}) as T;
    result = reference
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>(
        (node, step) =>
          (node as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
        root,
      );
  }
  return {} as T;
}

/** Describes a schema in a few words: its type in those of JSON Schema, and its limits. */
export function schemaText(given: Schema, root: object, language: Language): { type: string; facts: string } {
  const schema = resolve<Schema>(given, root);
  return { type: typeOf(schema, root), facts: factsOf(schema, UNITS[language]) };
}

/** What is counted in a list and in a text. */
const UNITS: Readonly<Record<Language, { items: string; characters: string }>> = {
  en: { items: 'items', characters: 'characters' },
  vi: { items: 'phần tử', characters: 'ký tự' },
};

function typeOf(schema: Schema, root: object): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives)
    return [...new Set(alternatives.map((one) => typeOf(resolve<Schema>(one, root), root)))].join(' or ');
  if (schema.items) return `array of ${typeOf(resolve<Schema>(schema.items, root), root)}`;
  if (schema.type !== undefined) return [schema.type].flat().join(' or ');
  return schema.properties ? 'object' : 'any';
}

function factsOf(schema: Schema, { items, characters }: (typeof UNITS)[Language]): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, minItems, maxItems, minLength, maxLength } =
    schema;
  // A bound stays on one line.
  const bound = (...words: (string | number)[]) => words.join('\u00a0');
  return [
    minimum !== undefined && bound('>=', minimum),
    exclusiveMinimum !== undefined && bound('>', exclusiveMinimum),
    maximum !== undefined && bound('<=', maximum),
    exclusiveMaximum !== undefined && bound('<', exclusiveMaximum),
    minItems !== undefined && bound('>=', minItems, items),
    maxItems !== undefined && bound('<=', maxItems, items),
    // An empty text is refused nearly everywhere; that needs no word.
    minLength !== undefined && minLength > 1 && bound('>=', minLength, characters),
    maxLength !== undefined && bound('<=', maxLength, characters),
    schema.format,
    schema.pattern,
  ]
    .filter(Boolean)
    .join('; ');
}
