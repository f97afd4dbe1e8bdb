/** Returns the names with those that came before made unique: `name`, `name_2`, `name_3`. Cost: linear, also where all names are equal. */
export function uniqueNames(columns: readonly string[]): string[] {
  const stated = new Set(columns);
  const used = new Set<string>();
  /** The last suffix of each name: what was taken before stays taken. */
  const suffixes = new Map<string, number>();
  return columns.map((name) => {
    let unique = name;
    let suffix = suffixes.get(name) ?? 1;
    // A renamed column must not take the name of another one that comes later.
    while (used.has(unique) || (unique !== name && stated.has(unique))) unique = `${name}_${++suffix}`;
    suffixes.set(name, suffix);
    used.add(unique);
    return unique;
  });
}
