// Writes JSON Schemas as plain TypeScript, as `Static` of TypeBox reads them.

/** A schema of the contract, as it is at run time. */
export interface JsonSchema {
  type?: string;
  description?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  patternProperties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/**
 * Returns the type of a schema as text.
 *
 * Shape: `nameOf` returns the name of an interface to be used instead of the members of an object; undefined writes them out.
 * Errors: Error for a keyword that this writer does not know, so that no type is wrong without notice.
 */
export function typeText(
  schema: JsonSchema,
  nameOf: (members: string) => string | undefined = () => undefined,
): string {
  const text = (inner: JsonSchema) => typeText(inner, nameOf);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(text))].join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.items) return `Array<${text(schema.items)}>`;
  if (schema.patternProperties) {
    const values = Object.values(schema.patternProperties).map(text);
    return `Record<string, ${values.join(' | ')}>`;
  }
  if (schema.properties) {
    const members = membersText(schema, nameOf);
    return nameOf(membersText(schema)) ?? members;
  }
  if (schema.type === undefined) return 'unknown';
  const plain = PLAIN[schema.type];
  if (plain === undefined) throw new Error(`no type is known for the schema ${JSON.stringify(schema)}`);
  return plain;
}

/** Returns the members of an object schema in braces, each with its description. */
export function membersText(
  { properties = {}, required = [] }: JsonSchema,
  nameOf?: (members: string) => string | undefined,
): string {
  const lines = Object.entries(properties).map(([name, member]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    const comment = member.description ? `/** ${member.description.replaceAll('*/', '* /')} */\n` : '';
    return `${comment}${key}${required.includes(name) ? '' : '?'}: ${typeText(member, nameOf)};`;
  });
  return `{\n${lines.join('\n')}\n}`;
}
