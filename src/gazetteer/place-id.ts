import { hash } from 'node:crypto';

const KEY_BYTES = 8;
const ID_BYTES = 45;
const ID_LENGTH = 60;

/** Holds the 64-bit hash of a source object's key, as two unsigned numbers of 32 bits. */
export interface PlaceKey {
  high: number;
  low: number;
}

// Written over by every call, read before the next one.
const idBytes = Buffer.alloc(ID_BYTES);
const keyBytes = idBytes.subarray(0, KEY_BYTES);

/** Hashes the key of a source object (`osm:way/123`, `ward:00004`) to 64 bits. */
export function hashKey(key: string): PlaceKey {
  const digest = hash('sha512', key, 'buffer');
  return { high: digest.readUInt32BE(0), low: digest.readUInt32BE(4) };
}

/**
 * Writes a key hash as the interface names places: opaque, 60 characters of `[A-Za-z0-9_-]`.
 *
 * Shape: base64url of the hash and 37 bytes that follow from it, so that an invented id is told from a real one.
 * Guarantee: depends on the object's own key alone, so that it stays the same from one build of a dataset to the next.
 * Source: service facts, "place id".
 */
export function placeIdOf(high: number, low: number): string {
  keyBytes.writeUInt32BE(high, 0);
  keyBytes.writeUInt32BE(low, 4);
  hash('sha512', keyBytes, 'buffer').copy(idBytes, KEY_BYTES, 0, ID_BYTES - KEY_BYTES);
  return idBytes.toString('base64url');
}

/** Writes the place id of the source object with a key. */
export function placeId(key: string): string {
  const { high, low } = hashKey(key);
  return placeIdOf(high, low);
}

/** Reads the key hash out of a place id. Shape: undefined for text that is none, or that nobody was given. */
export function readPlaceId(id: string): PlaceKey | undefined {
  if (id.length !== ID_LENGTH) return undefined;
  const bytes = Buffer.from(id, 'base64url');
  if (bytes.length !== ID_BYTES) return undefined;
  const key = { high: bytes.readUInt32BE(0), low: bytes.readUInt32BE(4) };
  return placeIdOf(key.high, key.low) === id ? key : undefined;
}

/** Finds keys by place id, of objects that are few enough for a table; it is made when it is first asked. */
export function createPlaceIdTable(keys: () => Iterable<string>): (id: string) => string | undefined {
  let table: Map<string, string> | undefined;
  return (id) => {
    table ??= new Map(Array.from(keys(), (key) => [placeId(key), key]));
    return table.get(id);
  };
}
