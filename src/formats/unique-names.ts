/** Returns the names with those that came before made unique: `name`, `name_2`, `name_3`. */
export function uniqueNames(columns: readonly string[]): string[] {
  const stated = new Set(columns);
  const used = new Set<string>();
  return columns.map((name) => {
    let unique = name;
    // A renamed column must not take the name of another one that comes later.
    for (let n = 2; used.has(unique) || (unique !== name && stated.has(unique)); n++) unique = `${name}_${n}`;
    used.add(unique);
    return unique;
  });
}
