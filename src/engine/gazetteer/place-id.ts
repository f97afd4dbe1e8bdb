import { hash } from 'node:crypto';

const KEY_BYTES = 8;
const ID_BYTES = 45;
const ID_LENGTH = 60;

/** 64-bit hash of the key of a source object, as two unsigned numbers of 32 bits. */
export interface PlaceKey {
  high: number;
  low: number;
}

// Reused by every call; each call has read it before the next one.
const idBytes = Buffer.alloc(ID_BYTES);
const keyBytes = idBytes.subarray(0, KEY_BYTES);

/** Returns the 64-bit hash of the key of a source object (`osm:way/123`, `ward:00004`). */
export function hashKey(key: string): PlaceKey {
  // A string costs a third of a buffer.
  const digest = hash('sha512', key, 'binary');
  return { high: numberAt(digest, 0), low: numberAt(digest, 4) };
}

function numberAt(bytes: string, at: number): number {
  let number = 0;
  for (let i = at; i < at + 4; i += 1) number = (number << 8) | bytes.charCodeAt(i);
  return number >>> 0;
}

/**
 * Returns the place id of a key hash: opaque, 60 characters of `[A-Za-z0-9_-]`.
 *
 * Shape: base64url of the hash and 37 bytes derived from it, so an invented id is detected.
 * Guarantee: depends on the key of the object only, so it is the same in every build of a dataset.
 * Source: service facts, "place id".
 */
export function placeIdOf(high: number, low: number): string {
  keyBytes.writeUInt32BE(high, 0);
  keyBytes.writeUInt32BE(low, 4);
  hash('sha512', keyBytes, 'buffer').copy(idBytes, KEY_BYTES, 0, ID_BYTES - KEY_BYTES);
  return idBytes.toString('base64url');
}

/** Returns the place id of the source object with a key. */
export function placeId(key: string): string {
  const { high, low } = hashKey(key);
  return placeIdOf(high, low);
}

/** Ids of the Global Entity Reference System: a UUID, until June 2025 without hyphens. Source: Overture schema 2.0. */
const GERS_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$|^[\da-f]{32}$/i;

/** Reports whether a text has the form of a GERS id. */
export function isGersId(text: string): boolean {
  return GERS_ID.test(text);
}

/** Returns the key of a place of Overture by its id. */
export function overtureKey(id: string): string {
  return `overture:${id.toLowerCase()}`;
}

/** Parses a place id, or the GERS id of a place of Overture. Shape: its key hash; undefined for text that is neither. */
export function readPlaceId(id: string): PlaceKey | undefined {
  if (isGersId(id)) return hashKey(overtureKey(id));
  if (id.length !== ID_LENGTH) return undefined;
  const bytes = Buffer.from(id, 'base64url');
  if (bytes.length !== ID_BYTES) return undefined;
  const key = { high: bytes.readUInt32BE(0), low: bytes.readUInt32BE(4) };
  return placeIdOf(key.high, key.low) === id ? key : undefined;
}

/** Creates the lookup of keys by place id, for objects that are few enough for a table; the first call builds it. */
export function createPlaceIdTable(keys: () => Iterable<string>): (id: string) => string | undefined {
  let table: Map<string, string> | undefined;
  return (id) => {
    table ??= new Map(Array.from(keys(), (key) => [placeId(key), key]));
    return table.get(id);
  };
}
