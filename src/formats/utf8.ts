import { asBuffer } from './lines.ts';

/** A byte that occurs in no UTF-8 text; it marks a record whose original bytes were not valid. */
export const INVALID_BYTE = Buffer.from([0xff]);

/** Returns how many of the last bytes begin a UTF-8 sequence that is not complete yet (0 to 3). */
export function incompleteTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? back : 0;
    }
  }
  return 0;
}

/** Encodes text as UTF-8; a lone surrogate, which UTF-8 cannot encode, becomes `INVALID_BYTE`, so that its record is rejected. */
export function encodeUtf8(text: string): Buffer {
  if (!LONE_SURROGATE.test(text)) return Buffer.from(text);
  const parts = text.split(LONE_SURROGATE).flatMap((part) => [INVALID_BYTE, Buffer.from(part)]);
  return Buffer.concat(parts.slice(1));
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Cuts blocks so that none ends inside a UTF-8 sequence. */
export async function* wholeCharacters(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let carry: Buffer = Buffer.alloc(0);
  for await (const block of blocks) {
    const bytes = carry.length === 0 ? asBuffer(block) : Buffer.concat([carry, block]);
    const whole = bytes.length - incompleteTail(bytes);
    carry = Buffer.from(bytes.subarray(whole));
    yield bytes.subarray(0, whole);
  }
  if (carry.length > 0) yield carry;
}
