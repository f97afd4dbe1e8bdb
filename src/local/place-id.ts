import { createHash } from 'node:crypto';

const ID_BYTES = 45;

/**
 * Names a source object as the interface names places: opaque, 60 characters of `[A-Za-z0-9_-]`.
 *
 * Guarantee: depends on the object's own key alone, so that it stays the same from one build of a dataset to the next.
 * Source: service facts, "place id".
 */
export function placeId(key: string): string {
  return createHash('sha512').update(key).digest().subarray(0, ID_BYTES).toString('base64url');
}

/** Finds keys by place id; the table is made when it is first asked. */
export function createPlaceIdTable(keys: () => Iterable<string>): (id: string) => string | undefined {
  let table: Map<string, string> | undefined;
  return (id) => {
    table ??= new Map(Array.from(keys(), (key) => [placeId(key), key]));
    return table.get(id);
  };
}
