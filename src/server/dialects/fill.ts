/** What a template is filled with, by name. */
export type Facts = Readonly<Record<string, unknown>>;

/**
 * Fills a template of a response: a text `$name`, also as the name of a member, stands for the fact of that name.
 *
 * Shape: a member whose name has no fact is left out, one whose value has none is undefined, which JSON leaves out; in a list so is each object that lacks one.
 */
export function fill(template: unknown, facts: Facts): unknown {
  if (typeof template === 'string') return isFact(template) ? facts[template.slice(1)] : template;
  if (Array.isArray(template))
    return template.filter((item) => isComplete(item, facts)).map((item) => fill(item, facts));
  if (typeof template !== 'object' || template === null) return template;
  const filled: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(template)) {
    const member = isFact(name) ? facts[name.slice(1)] : name;
    if (typeof member === 'string') filled[member] = fill(value, facts);
  }
  return filled;
}

const isFact = (text: string) => text.startsWith('$');

function isComplete(item: unknown, facts: Facts): boolean {
  const values = typeof item === 'object' && item !== null ? Object.values(item) : [];
  return !values.some(
    (value) => typeof value === 'string' && isFact(value) && facts[value.slice(1)] === undefined,
  );
}
