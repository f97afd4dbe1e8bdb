import { isUtf8 } from 'node:buffer';
import { convertLetters, LEGACY_ENCODINGS, type LegacyEncoding } from '../base/text/legacy-encodings.ts';
import { ROW_BYTES_MAX } from './limits.ts';
import { asBuffer, LF } from './lines.ts';
import type { InputLayout } from './record.ts';
import { encodeUtf8, INVALID_BYTE } from './utf8.ts';

/** The encodings of the input, by the names that a job states. */
export const INPUT_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1258',
  ...LEGACY_ENCODINGS,
] as const satisfies readonly [...InputLayout['encoding'][]];

/** Reports whether an encoding is one of letters, which text of any format can have. */
export function isOfLetters(
  encoding: InputLayout['encoding'] | 'auto' | undefined,
): encoding is LegacyEncoding {
  return (LEGACY_ENCODINGS as readonly string[]).includes(encoding ?? '');
}

/** A converter to UTF-8, block by block. */
export interface Transcoder {
  /** Returns the bytes that are certain so far; all of the rest if the input ends with these bytes. */
  push(bytes: Uint8Array, atEnd: boolean): Buffer;
}

/**
 * Returns a transcoder to UTF-8 without BOM.
 *
 * Shape: windows-1258 writes most Vietnamese letters as base and combining tone, so its text is normalised to NFC; UTF-8 is unchanged.
 * Guarantee: half a character of UTF-16 becomes a byte that is not UTF-8, so that only its record is rejected.
 */
export function createTranscoder(encoding: InputLayout['encoding']): Transcoder {
  switch (encoding) {
    case 'utf-8':
      return { push: (bytes) => asBuffer(bytes) };
    case 'windows-1258':
      return createWindows1258();
    case 'tcvn3':
    case 'vni':
    case 'double-utf-8':
      return createLetters(encoding);
    default:
      return createUtf16(encoding === 'utf-16be');
  }
}

function createWindows1258(): Transcoder {
  const decoder = new TextDecoder('windows-1258');
  let held = '';
  return {
    push(bytes, atEnd) {
      const text = held + decoder.decode(bytes, { stream: true });
      // The last letter waits for the marks that may follow it.
      const last = atEnd ? text.length : text.search(/\P{M}\p{M}*$/u);
      held = text.slice(Math.max(last, 0));
      return Buffer.from(text.slice(0, Math.max(last, 0)).normalize('NFC'));
    },
  };
}

/** The bytes of a font are in the file as they are, or as the characters of Latin-1 in UTF-8: what a line is, it is read as. */
function createLetters(letters: LegacyEncoding): Transcoder {
  const latin = new TextDecoder('windows-1252');
  let held: Buffer = Buffer.alloc(0);
  const convert = (bytes: Buffer): string => {
    if (bytes.every((byte) => byte < 0x80)) return bytes.toString('latin1');
    const text = isUtf8(bytes) ? bytes.toString('utf8') : latin.decode(bytes);
    return convertLetters(text.replace(/^\uFEFF/, ''), letters);
  };
  return {
    push(bytes, atEnd) {
      const all = Buffer.concat([held, bytes]);
      const newline = all.lastIndexOf(LF);
      // A line that is too long for a row is converted in parts.
      const end = atEnd || (newline < 0 && all.length > ROW_BYTES_MAX) ? all.length : newline + 1;
      held = Buffer.from(all.subarray(end));
      let text = '';
      for (let start = 0; start < end;) {
        const next = all.indexOf(LF, start);
        const lineEnd = next < 0 || next >= end ? end : next + 1;
        text += convert(all.subarray(start, lineEnd));
        start = lineEnd;
      }
      return Buffer.from(text);
    },
  };
}

function createUtf16(isBigEndian: boolean): Transcoder {
  let carry: Buffer = Buffer.alloc(0);
  let isStart = true;
  return {
    push(bytes, atEnd) {
      const all = Buffer.concat([carry, bytes]);
      let whole = all.length - (all.length % 2);
      // A high surrogate waits for its other half.
      const high = isBigEndian ? all[whole - 2] : all[whole - 1];
      if (!atEnd && whole >= 2 && (high! & 0xfc) === 0xd8) whole -= 2;
      carry = Buffer.from(all.subarray(whole));
      const units = all.subarray(0, whole);
      if (isBigEndian) units.swap16();
      let text = units.toString('utf16le');
      if (isStart && text !== '') {
        isStart = false;
        if (text.startsWith('\uFEFF')) text = text.slice(1);
      }
      const encoded = encodeUtf8(text);
      return atEnd && carry.length > 0 ? Buffer.concat([encoded, INVALID_BYTE]) : encoded;
    },
  };
}
