import { hasDiacritics } from '../../../base/text/diacritics.ts';
import { repairTokens } from '../../../base/text/repair.ts';
import { untelex } from '../../../base/text/telex.ts';
import { tokenize, type Token } from '../../../base/text/tokens.ts';
import { trailingUnitWordAt } from '../../../base/text/unit-words.ts';

/** Most tokens of a question: of a longer one only the beginning and the end are parsed, where the units are written. */
const MOST_TOKENS = 64;

/** Letters that occur in words typed in Telex. */
const MAY_BE_TELEX = /[fjwzsrx]|aa|ee|oo|dd/;

/** Splits a question into tokens; separates joined words and decodes Telex input if the result is a known word. */
export function readTokens(
  text: string,
  isWord: (word: string) => boolean,
  isName: (word: string) => boolean,
): Token[] {
  let tokens = repairTokens(tokenize(text), isName, text);
  if (tokens.length > MOST_TOKENS) {
    tokens = [...tokens.slice(0, MOST_TOKENS / 2), ...tokens.slice(-MOST_TOKENS / 2)];
  }
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    // A token with diacritics was typed with an input method, so its letters are no Telex codes.
    if (!MAY_BE_TELEX.test(token.text) || isWord(token.text.replaceAll('y', 'i'))) continue;
    const read = untelex(token.text);
    if (read === undefined || !isWord(read.replaceAll('y', 'i'))) continue;
    // "Axan" is a name and "town" a type word; decoded they would be "an" and "ton".
    if (isName(token.text) || trailingUnitWordAt(tokens, i) !== undefined) continue;
    if (!hasDiacritics(text.slice(token.start, token.end))) tokens[i] = { ...token, text: read };
  }
  return tokens;
}
