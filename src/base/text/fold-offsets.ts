import { FOLDED_CODES, foldCode } from './fold.ts';

/**
 * A folded text, and where each of its characters comes from.
 *
 * Shape: `offsets` has the offset into the text of each folded character, and the length of the text at its end; undefined where these are the same.
 */
export interface FoldedText {
  folded: string;
  offsets: readonly number[] | undefined;
}

/** Codes that fold to one byte, and that byte; zero for all others. Composed Vietnamese has no others. */
const BYTES = Uint8Array.from({ length: FOLDED_CODES }, (_, code) => {
  const char = foldCode(code);
  return char.length === 1 && char <= '\xff' ? char.charCodeAt(0) : 0;
});
/** Longer than an address; a longer text has a buffer of its own. */
const scratch = Buffer.alloc(1024);

/**
 * Folds each character of a text by itself; see `foldCode`.
 *
 * Cost: a text that folds character by character is written as bytes and becomes one string; appending character by character costs
 * five times as much, and leaves a string for each.
 */
export function foldWithOffsets(text: string): FoldedText {
  const { length } = text;
  const bytes = length <= scratch.length ? scratch : Buffer.allocUnsafe(length);
  let whole = 0;
  for (; whole < length; whole += 1) {
    const byte = BYTES[text.charCodeAt(whole)];
    if (byte === undefined || byte === 0) break;
    bytes[whole] = byte;
  }
  if (whole === length) return { folded: bytes.toString('latin1', 0, length), offsets: undefined };
  let folded = '';
  const offsets: number[] = [];
  for (let at = 0; at < length; at += 1) {
    const chars = foldCode(text.charCodeAt(at));
    folded += chars;
    for (let nth = 0; nth < chars.length; nth += 1) offsets.push(at);
  }
  offsets.push(length);
  return { folded, offsets };
}
