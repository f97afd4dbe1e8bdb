import { crc32 } from 'node:zlib';

/** The bytes of a key: a SHA-256. */
export const KEY_BYTES = 32;
/** The bytes of a record in front of its value. */
export const HEADER_BYTES = 44;
/** The maximum size of a value; a larger length in a record is damage. */
export const MAX_VALUE_BYTES = 16 << 20;

// 0xff is in no UTF-8 text, so no response can contain what looks like a record.
const MARKER = Buffer.from([0xff, 0x47, 0x4d, 0x32]);
const KEY_AT = 4;
const LENGTH_AT = KEY_AT + KEY_BYTES;
const CRC_AT = LENGTH_AT + 4;

/** Returns the record of a response. Shape: marker, key, length of the value, CRC32 of key, length and value; then the value. */
export function encodeRecord(key: Buffer, value: Buffer): Buffer {
  const record = Buffer.allocUnsafe(HEADER_BYTES + value.length);
  MARKER.copy(record);
  key.copy(record, KEY_AT);
  record.writeUInt32LE(value.length, LENGTH_AT);
  value.copy(record, HEADER_BYTES);
  record.writeUInt32LE(crcOf(record), CRC_AT);
  return record;
}

/** Returns the length of the record that may begin at a position, if its header is there and plausible. */
export function recordLengthAt(bytes: Buffer, at: number): number | undefined {
  if (at + HEADER_BYTES > bytes.length || bytes.readUInt32LE(at) !== MARKER.readUInt32LE(0)) return undefined;
  const length = bytes.readUInt32LE(at + LENGTH_AT);
  return length <= MAX_VALUE_BYTES ? HEADER_BYTES + length : undefined;
}

/** Reports whether bytes are one whole, undamaged record. */
export function isRecord(record: Buffer): boolean {
  return recordLengthAt(record, 0) === record.length && crcOf(record) === record.readUInt32LE(CRC_AT);
}

/** Returns the key of a record. */
export const keyOf = (record: Buffer) => record.subarray(KEY_AT, LENGTH_AT);
/** Returns the value of a record. */
export const valueOf = (record: Buffer) => record.subarray(HEADER_BYTES);
/** Returns where the next record may begin, at or after a position; -1 if nowhere. */
export const findMarker = (bytes: Buffer, from: number) => bytes.indexOf(MARKER, from);

function crcOf(record: Buffer): number {
  return crc32(record.subarray(HEADER_BYTES), crc32(record.subarray(KEY_AT, CRC_AT)));
}
