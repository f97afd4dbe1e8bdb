import { hashBytes, rollHash } from './name-key.ts';
import { createRepeated } from './name-forms.ts';

/** Fewest and most words of a name whose initials are indexed. */
const FEWEST = 2;
const MOST = 8;

/**
 * Builds the index of names by their initials: the first letter of each word, numbers whole (`ntmk`, `cmt8`).
 *
 * Shape: hashes ascending, and the name of each; `isWanted` selects the names to index.
 */
export function buildInitials(
  texts: readonly string[],
  isWanted: (name: number) => boolean,
): { initialHash: Int32Array; initialName: Uint32Array } {
  const isRepeated = createRepeated(texts);
  const pairs: { hash: number; name: number }[] = [];
  texts.forEach((text, name) => {
    const words = text.split(' ');
    if (words.length < FEWEST || words.length > MOST || isRepeated(text) || !isWanted(name)) return;
    const initials = Buffer.from(words.map(initialOf).join(''));
    pairs.push({ hash: hashBytes(initials, 0, initials.length), name });
  });
  pairs.sort((a, b) => a.hash - b.hash || a.name - b.name);
  return {
    initialHash: Int32Array.from(pairs, ({ hash }) => hash),
    initialName: Uint32Array.from(pairs, ({ name }) => name),
  };
}

function initialOf(word: string): string {
  const digits = /^\d+/.exec(word);
  return digits === null ? word.charAt(0) : digits[0];
}

/** Extends the hash of initials by one word: by its first letter, or by all its digits. */
export function rollInitial(hash: number, bytes: Uint8Array, start: number, end: number): number {
  let rolled = hash;
  let at = start;
  do rolled = rollHash(rolled, bytes[at++]);
  while (at < end && isDigit(bytes[start]) && isDigit(bytes[at]));
  return rolled;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
