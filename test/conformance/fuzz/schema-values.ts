import fc from 'fast-check';
import type { TSchema } from 'typebox';

/** The keywords of JSON Schema that parameters of the contract use. */
interface ValueSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: ValueSchema[];
  pattern?: string;
  minLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  items?: ValueSchema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, ValueSchema>;
  required?: string[];
}

/** Longest generated lists: longer ones cost time, and show nothing more. */
const MAX_ITEMS = 8;
const WIDE = 1e6;

/** Texts that match something, that nearly do, and that break careless code. */
const WORDS =
  'Đường Hồng Hà|hong ha|131|12/3/45A|phường|quận|Phúc Xá|Bến Nghé|Ba Đình|Hà Nội|tphcm|Lê Lợi|3/2|chợ long biên|bv bạch mai|atm|cafe|market|hospital|HN4TZUZBPKRN0F|HNO4DT45BQNZ|,|🙂|\u0301|\u0000|"|<b>|%|%00|../|{}|[]|null|-1|1e9|٣|中文|21.04,105.85|nothing'.split(
    '|',
  );
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((list) => list.join(' '));

/** Returns arbitrary values of a schema, weighted towards its edges; `texts` are tried first for free text. */
export function valuesOf(schema: TSchema, texts: readonly string[] = []): fc.Arbitrary<unknown> {
  return values(schema, texts);
}

function values(schema: ValueSchema, texts: readonly string[]): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => values(option, texts)));
  switch (schema.type) {
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'array': {
      const { minItems = 0, maxItems = Math.max(minItems, MAX_ITEMS) } = schema;
      return fc.array(values(schema.items ?? {}, texts), { minLength: minItems, maxLength: maxItems });
    }
    case 'object': {
      const members = Object.entries(schema.properties ?? {});
      const model = Object.fromEntries(members.map(([name, member]) => [name, values(member, texts)]));
      return fc.record(model, { requiredKeys: schema.required ?? [] });
    }
    default:
      return strings(schema, texts);
  }
}

function numbers({ type, minimum, maximum, exclusiveMinimum }: ValueSchema): fc.Arbitrary<number> {
  const [min, max] = [minimum ?? exclusiveMinimum ?? -WIDE, maximum ?? WIDE];
  const inRange = (value: number) => value >= min && value <= max && value !== exclusiveMinimum;
  const round = (value: number) => (type === 'integer' ? Math.trunc(value) : value);
  const edges = [min, max, 0, 1, -1, min + 1, max - 1].map(round).filter(inRange);
  const spread =
    type === 'integer'
      ? fc.oneof(fc.integer({ min, max }), fc.integer({ min, max: Math.min(max, min + 20) }))
      : fc.double({ min, max, noNaN: true }).filter(inRange);
  return fc.oneof({ weight: 3, arbitrary: spread }, { weight: 1, arbitrary: fc.constantFrom(...edges) });
}

function strings({ pattern, minLength = 0 }: ValueSchema, texts: readonly string[]): fc.Arbitrary<string> {
  const known = texts.length > 0 ? [fc.constantFrom(...texts)] : [];
  if (pattern !== undefined) return fc.oneof(...known, fc.stringMatching(new RegExp(pattern)));
  return fc
    .oneof(
      ...known,
      words,
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
    )
    .filter((text) => text.length >= minLength);
}
