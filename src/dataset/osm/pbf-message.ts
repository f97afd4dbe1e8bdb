import { message } from '../../base/messages/message.ts';
import type { PbfReader } from 'pbf';
import { OsmFault } from './osm-faults.ts';

/** Encoding of a number: unsigned, 64 bits with sign, or zigzag (0, -1, 1, -2, ...). */
export type NumberKind = 'plain' | 'signed' | 'zigzag';

/** How a field is written. */
const WIRE = { number: 0, bytes: 2 } as const;

/**
 * Reads the fields of a message up to its end; a field whose value is not read is skipped.
 *
 * Errors: OsmFault if a field extends beyond the message, which the library would read as zeros.
 */
export function readFields(pbf: PbfReader, end: number, onField: (field: number) => void): void {
  for (let field = nextField(pbf, end); field !== 0; field = nextField(pbf, end)) onField(field);
  if (pbf.pos !== end) throw beyond();
}

/** Reads the length of a value and returns its end. Errors: OsmFault if that is beyond `limit`, or the field has no length. */
export function readEnd(pbf: PbfReader, limit: number): number {
  if (pbf.type !== WIRE.bytes) throw otherType(pbf);
  const end = readVarint(pbf) + pbf.pos;
  if (end > limit) throw beyond();
  return end;
}

/** Reads a number. Errors: OsmFault for a field of another kind. */
export function readNumber(pbf: PbfReader, kind: NumberKind = 'plain'): number {
  if (pbf.type !== WIRE.number) throw otherType(pbf);
  const number = readVarint(pbf, kind === 'signed');
  return kind === 'zigzag' ? unfold(number) : number;
}

/** Appends packed numbers, or one that is not packed, to a list. */
export function readPacked(pbf: PbfReader, limit: number, into: number[], kind: NumberKind = 'plain'): void {
  if (pbf.type === WIRE.number) {
    into.push(readNumber(pbf, kind));
    return;
  }
  const end = readEnd(pbf, limit);
  const { buf } = pbf;
  while (pbf.pos < end) {
    // Most numbers are of one to three bytes, which are read without a call.
    const at = pbf.pos;
    let number = buf[at];
    let length = 1;
    if (number >= 0x80) {
      number = (number & 0x7f) | (buf[at + 1] << 7);
      length = 2;
      if (number >= 0x4000) {
        number = (number & 0x3fff) | (buf[at + 2] << 14);
        length = 3;
      }
    }
    if (number < 0x200000 && at + length <= end) pbf.pos = at + length;
    else number = readVarint(pbf, kind === 'signed');
    into.push(kind === 'zigzag' ? unfold(number) : number);
  }
  if (pbf.pos !== end) throw beyond();
}

function nextField(pbf: PbfReader, end: number): number {
  try {
    const field = pbf.nextField(end);
    if (field === 0 && pbf.pos < end) throw new OsmFault(message('osm.noField0'));
    return field;
  } catch (cause) {
    throw asFault(cause);
  }
}

function readVarint(pbf: PbfReader, isSigned = false): number {
  try {
    return pbf.readVarint(isSigned);
  } catch (cause) {
    throw asFault(cause);
  }
}

/** Decodes a zigzag number like `readSVarint` of the library, but reports errors. */
function unfold(number: number): number {
  return number % 2 === 1 ? (number + 1) / -2 : number / 2;
}

/** Converts errors of the library to OsmFault, so they differ from errors of the visitor. */
function asFault(cause: unknown): OsmFault {
  return cause instanceof OsmFault
    ? cause
    : new OsmFault(message('text.plain', { text: cause instanceof Error ? cause.message : String(cause) }));
}

function beyond(): OsmFault {
  return new OsmFault(message('osm.fieldTooLong'));
}

function otherType(pbf: PbfReader): OsmFault {
  return new OsmFault(message('osm.otherWireType', { type: pbf.type }));
}
