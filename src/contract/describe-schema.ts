import type { TSchema } from 'typebox';
import { message, type Message } from '../base/messages/message.ts';

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
export function describeSchema(schema: TSchema): Message {
  return alternatives(optionsOf(schema));
}

/** Returns the values that a schema accepts, one by one where it names them. */
function optionsOf(schema: Described): (Message | string)[] {
  if (schema.const !== undefined) return [String(schema.const)];
  if (schema.enum) return schema.enum.map((value) => (value === '\t' ? '"\\t"' : value));
  if (schema.anyOf) return schema.anyOf.flatMap(optionsOf);
  return schema.type === 'boolean' ? ['true', 'false'] : [describe(schema)];
}

function describe(schema: Described): Message {
  const range = rangeOf(schema);
  const { minItems: least = 0, items, pattern, description: what = pattern ?? '' } = schema;
  switch (schema.type) {
    case 'integer':
      return range ? message('schema.wholeNumberIn', { range }) : message('schema.wholeNumber');
    case 'number':
      return range ? message('schema.numberIn', { range }) : message('schema.number');
    case 'string':
      return pattern === undefined ? message('schema.someText') : message('schema.textOf', { what });
    case 'array':
      return items?.enum
        ? message('schema.listOf', { names: alternatives(items.enum), least })
        : message('schema.list', { least });
    case 'object':
      return message('schema.mapping');
    default:
      return message('schema.other');
  }
}

function alternatives(options: readonly (Message | string)[]): Message {
  const unique = options.filter((option, at) => options.indexOf(option) === at);
  const last = unique.pop() ?? '';
  if (unique.length > 0) return message('list.alternatives', { items: unique, last });
  return typeof last === 'string' ? message('text.plain', { text: last }) : last;
}

function rangeOf({ minimum, exclusiveMinimum: above, maximum: most }: Described): Message | undefined {
  if (above !== undefined)
    return most === undefined
      ? message('schema.above', { least: above })
      : message('schema.aboveUpTo', { least: above, most });
  if (minimum !== undefined)
    return most === undefined
      ? message('schema.from', { least: minimum })
      : message('schema.fromTo', { least: minimum, most });
  return most === undefined ? undefined : message('schema.atMost', { most });
}
