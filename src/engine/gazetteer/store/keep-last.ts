interface Kept<O, T> {
  owner: O;
  number: number;
  result: T;
}

/**
 * Returns a function of the numbers of an owner, such as the places of some tables, that keeps its last results: one for each slot, by the number.
 *
 * Cost: a few nanoseconds for a result that is kept; the rows of a file, and the comparisons of one question, have the same numbers again and again.
 */
export function keepLast<O extends object, T>(
  slots: number,
  make: (owner: O, number: number) => T,
): (owner: O, number: number) => T {
  const kept = new Array<Kept<O, T> | undefined>(slots).fill(undefined);
  return (owner, number) => {
    const slot = number % slots;
    let known = kept[slot];
    if (known?.number !== number || known.owner !== owner) {
      known = { owner, number, result: make(owner, number) };
      kept[slot] = known;
    }
    return known.result;
  };
}
