import { crc32 } from 'node:zlib';

/** A line of a shared log. Shape: `id` is that of the writer and its count; `entry` kinds are for the state, a `rotation` ends the file. */
export interface LogLine {
  kind: 'entry' | 'rotation';
  id: string;
  entry: string;
}

/** The characters of a line id: 12 of the writer, 6 of its count. */
export const ID_LENGTH = 18;

const CRC_LENGTH = 8;
const NEW_LINE = 0x0a;
const KINDS = { entry: 'e', rotation: 'r' } as const;

/** Returns the length of every line of a log. Units: bytes. */
export const lineLengthOf = (entryLength: number) => 1 + 2 + ID_LENGTH + 1 + entryLength + 1 + CRC_LENGTH;

/**
 * Returns a line for a log. Shape: line feed, kind, id, entry, CRC32. The line feed comes first, so that a line which a full disk cut short does not
 * merge with the next; all lines of a log have one length, which tells a line cut short from a damaged one.
 */
export function encodeLine({ kind, id, entry }: LogLine, entryLength: number): Buffer {
  if (entry.length > entryLength) throw new RangeError(`an entry of ${entry.length} characters`);
  return Buffer.from(`\n${withCrc(`${KINDS[kind]} ${id} ${entry.padEnd(entryLength)}`)}`, 'latin1');
}

/** The first line of a log: the state at that point. */
export const encodeHeader = (state: string) => Buffer.from(withCrc(state), 'latin1');

/**
 * Returns the state in the first line of a log; undefined if it is damaged.
 *
 * Shape: the line also ends at a zero byte: after a power cut, a file system may have the length of what was appended, but zeros in its place.
 */
export function decodeHeader(bytes: Buffer): { state: string | undefined; end: number } {
  const ends = [bytes.indexOf(NEW_LINE), bytes.indexOf(0)].filter((at) => at >= 0);
  const end = Math.min(bytes.length, ...ends);
  return { state: withoutCrc(bytes.toString('latin1', 0, end)), end };
}

/**
 * Reads lines from a position, up to a rotation.
 *
 * Shape: calls `onLine` with each line, undefined for a damaged one; a line that was cut short counts as not written, and several short ones
 * in a row that together have the length of one as damaged. Returns where the next reading begins: an incomplete line at the end may still
 * be being written, unless it ends exactly where a line that was split by a damaged byte would end.
 */
export function readLines(
  bytes: Buffer,
  entryLength: number,
  onLine: (line: LogLine | undefined) => void,
): number {
  const length = lineLengthOf(entryLength);
  let at = 0;
  /** Where the short lines in front of this one begin. */
  let shortFrom = 0;
  while (at < bytes.length) {
    const next = bytes.indexOf(NEW_LINE, at + 1);
    const end = next < 0 ? bytes.length : next;
    const isWhole = bytes[at] === NEW_LINE && end - at >= length;
    if (isWhole) {
      const line = decodeLine(bytes.toString('latin1', at + 1, at + length), entryLength);
      onLine(line);
      at += length;
      shortFrom = at;
      if (line?.kind === 'rotation') return at;
    } else if (end - shortFrom >= length && !(next < 0 && isBegun(bytes, at) && end - shortFrom > length)) {
      onLine(undefined);
      at = end;
      shortFrom = at;
    } else {
      if (next < 0) return shortFrom;
      at = end;
    }
  }
  return at;
}

/** Reports whether a line begins here, of which the rest may still be being written. */
function isBegun(bytes: Buffer, at: number): boolean {
  const begun = bytes.toString('latin1', at + 1, at + 3);
  return bytes[at] === NEW_LINE && Object.values(KINDS).some((kind) => `${kind} `.startsWith(begun));
}

function decodeLine(text: string, entryLength: number): LogLine | undefined {
  const body = withoutCrc(text);
  if (body === undefined) return undefined;
  const kind = body[0] === KINDS.entry ? 'entry' : body[0] === KINDS.rotation ? 'rotation' : undefined;
  if (!kind) return undefined;
  const id = body.slice(2, 2 + ID_LENGTH);
  return { kind, id, entry: body.slice(3 + ID_LENGTH, 3 + ID_LENGTH + entryLength).trimEnd() };
}

const withCrc = (text: string) => `${text} ${crcOf(text)}`;

function withoutCrc(text: string): string | undefined {
  const body = text.slice(0, -CRC_LENGTH - 1);
  return text.slice(-CRC_LENGTH - 1) === ` ${crcOf(body)}` ? body : undefined;
}

const crcOf = (text: string) => crc32(Buffer.from(text, 'latin1')).toString(16).padStart(CRC_LENGTH, '0');
