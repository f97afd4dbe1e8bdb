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

/** Describes a schema in a few words: its type, and its limits. */
export function schemaText(given: Schema, root: object): { type: string; facts: string } {
  const schema = resolve<Schema>(given, root);
  return { type: typeOf(schema, root), facts: factsOf(schema) };
}

function typeOf(schema: Schema, root: object): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return [...new Set(alternatives.map((one) => schemaText(one, root).type))].join(' or ');
  if (schema.items) return `array of ${schemaText(schema.items, root).type}`;
  if (schema.type !== undefined) return [schema.type].flat().join(' or ');
  return schema.properties ? 'object' : 'any';
}

function factsOf(schema: Schema): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, minItems, maxItems, minLength, maxLength } =
    schema;
  return [
    minimum !== undefined && `>= ${minimum}`,
    exclusiveMinimum !== undefined && `> ${exclusiveMinimum}`,
    maximum !== undefined && `<= ${maximum}`,
    exclusiveMaximum !== undefined && `< ${exclusiveMaximum}`,
    minItems !== undefined && `>= ${minItems} items`,
    maxItems !== undefined && `<= ${maxItems} items`,
    // An empty text is refused nearly everywhere; that needs no word.
    minLength !== undefined && minLength > 1 && `>= ${minLength} characters`,
    maxLength !== undefined && `<= ${maxLength} characters`,
    schema.format,
    schema.pattern,
  ]
    .filter(Boolean)
    .join('; ');
}
