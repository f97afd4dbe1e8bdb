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

/**
 * Returns a function that writes a row's values as a JSON object with all columns, in their order.
 *
 * Shape: no two columns have one name. Guarantee: every object has the same members, absent values are null; a column named `__proto__` is written like any other.
 */
export function createObjectWriter(
  columns: readonly Pick<OutputColumn, 'name'>[],
): (values: readonly unknown[]) => string {
  const keys = columns.map(({ name }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  // Most members of a wide row may be absent: a run of them is a part of one text.
  const absent = keys.map((key) => `${key}null`);
  const starts = [0];
  for (const [index, text] of absent.entries()) starts.push(starts[index]! + text.length);
  const allAbsent = absent.join('');
  return (values) => {
    let text = '';
    for (let index = 0; index < keys.length; index++) {
      const first = index;
      while (index < keys.length && (values[index] === undefined || values[index] === null)) index++;
      if (index > first) text += allAbsent.slice(starts[first], starts[index]);
      if (index < keys.length) text += keys[index]! + toJsonText(values[index]);
    }
    return text === '' ? '{}' : text + '}';
  };
}

/** Returns the values of the members of an object by their names, null for an absent one. */
export function memberValues(
  members: Readonly<Record<string, unknown>>,
  columns: readonly string[],
): unknown[] {
  return columns.map((name) => (Object.hasOwn(members, name) ? members[name] : null));
}
