import type { OutputColumn } from './record.ts';

/** Returns a value as JSON text; values that JSON lacks (undefined, NaN, Infinity) are null, a bigint its digits. Errors: never. */
export function toJsonText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null';
    case 'bigint':
      return String(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      return value === null ? 'null' : JSON.stringify(value, bigintAsNumber);
    default:
      return 'null';
  }
}

function bigintAsNumber(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

/** Returns the columns' names with those that came before made unique: `name`, `name_2`, `name_3`. */
export function uniqueNames(columns: readonly Pick<OutputColumn, 'name'>[]): string[] {
  const stated = new Set(columns.map((column) => column.name));
  const used = new Set<string>();
  return columns.map(({ name }) => {
    let unique = name;
    // A renamed column must not take the name of another one that comes later.
    for (let n = 2; used.has(unique) || (unique !== name && stated.has(unique)); n++) unique = `${name}_${n}`;
    used.add(unique);
    return unique;
  });
}

/**
 * Returns a function that writes a row's values as a JSON object with all columns, in their order.
 *
 * Guarantee: every object has the same members, absent values are null; a column named `__proto__` is written like any other.
 */
export function createObjectWriter(
  columns: readonly Pick<OutputColumn, 'name'>[],
): (values: readonly unknown[]) => string {
  const keys = uniqueNames(columns).map(
    (name, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`,
  );
  return (values) => {
    let text = '';
    for (let index = 0; index < keys.length; index++) text += keys[index]! + toJsonText(values[index]);
    return text === '' ? '{}' : text + '}';
  };
}
