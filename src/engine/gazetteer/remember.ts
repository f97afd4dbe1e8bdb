/**
 * Returns a function that keeps its results, one for each key.
 *
 * Shape: keys are of a set that a dataset bounds, such as its units; for numbers without bound, and few results, see `keepLast`.
 */
export function remember<Key, Value extends object | string>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    let value = values.get(key);
    if (value === undefined) values.set(key, (value = make(key)));
    return value;
  };
}
