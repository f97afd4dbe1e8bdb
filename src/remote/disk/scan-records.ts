import { findMarker, HEADER_BYTES, isRecord, recordLengthAt } from './response-record.ts';

/** Bytes of which a part is read at a time. */
export interface Source {
  size: number;
  read(target: Buffer, position: number): number;
}

/** The end of a scan. Units: bytes. */
export interface ScanResult {
  /** Where the next scan begins: behind the last whole record. */
  end: number;
  /** Bytes between records that are none, and no record that a write left incomplete. */
  damagedBytes: number;
}

const WINDOW_BYTES = 1 << 20;
const MARKER_BYTES = 4;

/**
 * Calls back for each whole record from a position to the end.
 *
 * Guarantee: damaged records are skipped, and so are incomplete ones that others follow; an incomplete one at the end may still be being
 * written, so the next scan begins with it.
 */
export function scanRecords(
  source: Source,
  from: number,
  onRecord: (record: Buffer, offset: number) => void,
): ScanResult {
  const window = createWindow(source);
  let damagedBytes = 0;
  let at = from;
  let damagedFrom: number | undefined;
  while (at < source.size) {
    const record = recordAt(window, at, source.size);
    if (!record) {
      damagedFrom ??= at;
      at = nextMarker(window, at + 1, source.size);
      continue;
    }
    const { length } = record;
    onRecord(record, at);
    if (damagedFrom !== undefined && !isIncomplete(window, damagedFrom, at)) damagedBytes += at - damagedFrom;
    damagedFrom = undefined;
    at += length;
  }
  return { end: damagedFrom ?? at, damagedBytes };
}

/** Returns up to `length` bytes at a position, which the next call overwrites. */
type Window = (position: number, length: number) => Buffer;

function createWindow(source: Source): Window {
  let buffer: Buffer = Buffer.alloc(0);
  let start = 0;
  let filled = 0;
  return (position, length) => {
    const wanted = Math.min(length, source.size - position);
    if (position < start || position + wanted > start + filled) {
      const capacity = Math.min(Math.max(WINDOW_BYTES, wanted), source.size - position);
      if (buffer.length < capacity) buffer = Buffer.allocUnsafe(capacity);
      start = position;
      filled = source.read(buffer.subarray(0, capacity), position);
    }
    const offset = position - start;
    return buffer.subarray(offset, Math.min(offset + length, filled));
  };
}

function recordAt(window: Window, at: number, size: number): Buffer | undefined {
  const length = recordLengthAt(window(at, HEADER_BYTES), 0);
  if (length === undefined || at + length > size) return undefined;
  const record = window(at, length);
  return isRecord(record) ? record : undefined;
}

function nextMarker(window: Window, from: number, size: number): number {
  // Neighbours overlap, so that a marker across the border is found.
  for (let at = from; at < size; at += WINDOW_BYTES - MARKER_BYTES + 1) {
    const found = findMarker(window(at, WINDOW_BYTES), 0);
    if (found >= 0) return at + found;
  }
  return size;
}

/** Reports whether bytes are the beginning of a record whose writing failed. */
function isIncomplete(window: Window, from: number, to: number): boolean {
  const head = window(from, HEADER_BYTES);
  if (to - from < HEADER_BYTES) return head[0] === 0xff;
  const length = recordLengthAt(head, 0);
  return length !== undefined && from + length > to;
}
