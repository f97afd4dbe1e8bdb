import type { TSchema } from 'typebox';

interface Described {
  type?: string;
  const?: string | number | boolean;
  enum?: readonly string[];
  anyOf?: readonly Described[];
  items?: Described;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minItems?: number;
  pattern?: string;
  description?: string;
}

/** Describes the values that a schema accepts: `a whole number from 0 to 15`, `true, false or both`. */
export function describeSchema(schema: TSchema): string {
  return describe(schema);
}

function describe(schema: Described): string {
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum) return alternatives(schema.enum.map((value) => (value === '\t' ? '"\\t"' : value)));
  if (schema.anyOf) return alternatives(schema.anyOf.flatMap((option) => describe(option).split(' or ')));
  switch (schema.type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `a whole number${range(schema)}`;
    case 'number':
      return `a number${range(schema)}`;
    case 'string':
      return schema.pattern === undefined
        ? 'text that is not empty'
        : `text: ${schema.description ?? schema.pattern}`;
    case 'array':
      return `a list${schema.items?.enum ? `, each one of ${describe(schema.items)} and at most once` : ''}, with at least ${schema.minItems ?? 0} in it`;
    case 'object':
      return 'a mapping of names to values';
    default:
      return 'something else';
  }
}

function alternatives(names: readonly string[]): string {
  const unique = [...new Set(names)];
  const last = unique.pop() ?? '';
  return unique.length === 0 ? last : `${unique.join(', ')} or ${last}`;
}

function range({ minimum, exclusiveMinimum, maximum }: Described): string {
  if (exclusiveMinimum !== undefined)
    return ` above ${exclusiveMinimum}${maximum === undefined ? '' : ` and at most ${maximum}`}`;
  if (minimum !== undefined) return ` from ${minimum}${maximum === undefined ? '' : ` to ${maximum}`}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}
