import { isBrokenWord, type Token } from '../../../base/text/tokens.ts';
import { FREE, STREET, UNIT, type Context } from './context.ts';
import { extendHash, HASH_SEED, type NameIndex } from './names.ts';
import { holdsNumber, type Hit } from './spans.ts';
import { LONGEST_KEY, SHORTEST_KEY, type TypoIndex } from './typo-index.ts';

/** Most words of a misspelt name. */
const LONGEST_NAME = 7;

/**
 * Returns the misspelt names in runs of unexplained tokens.
 *
 * Shape: a name ends with its part, or where a unit or a number follows; a word that is left behind it would be one more fault ("Phường Bảo Lộc" is not Phường B'Lao).
 */
export function findTypos(
  tokens: readonly Token[],
  context: Context,
  explained: Uint8Array,
  names: NameIndex,
  typos: TypoIndex,
): Hit[] {
  const hits: Hit[] = [];
  for (let start = 0; start < tokens.length; start += 1) {
    if (explained[start] === 1) continue;
    const typed = context.unitWord[start] !== undefined;
    if (!typed && (context.kind[start] === STREET || context.head[start] !== FREE)) continue;
    let key = '';
    const limit = Math.min(context.partEnd[start], start + LONGEST_NAME);
    for (let end = start; end < limit && explained[end] === 0 && context.head[end] !== UNIT; end += 1) {
      if (isBrokenWord(tokens[end].text)) break;
      key += tokens[end].text.replaceAll('y', 'i');
      if (key.length < SHORTEST_KEY || holdsNumber(tokens, start, start + 1)) continue;
      if (key.length > LONGEST_KEY) break;
      const exact = names.find(extendHash(HASH_SEED, key), tokens, start, end + 1) !== undefined;
      // A misspelling of one name is often another name, but only with a type word is a correction likely.
      if (exact && !typed) continue;
      if (isLeft(tokens, context, explained, end + 1)) continue;
      for (const name of typos.near(key)) hits.push({ start, end: end + 1, name, distance: 1 });
    }
  }
  return hits;
}

/** Reports whether a token is a word of the same part that nothing explains. */
function isLeft(
  tokens: readonly Token[],
  { partEnd, head }: Context,
  explained: Uint8Array,
  index: number,
): boolean {
  if (index >= partEnd[index - 1]) return false;
  return explained[index] === 0 && head[index] === FREE && !holdsNumber(tokens, index, index + 1);
}
