import { foldKey } from '../base/text/fold.ts';
import { tokenize } from '../base/text/tokens.ts';
import { unitWordAt } from '../base/text/unit-words.ts';

/** The name of a unit for comparisons. */
export interface UnitKey {
  type: string;
  name: string;
}

/** Parses the name of a unit as addresses write it: "Phường 13", "P.13", "p13" and "13" are equal. */
export function readUnit(text: string): UnitKey {
  const tokens = tokenize(text.replace(/\b(p|ph|f|q)(?=\d)/giu, '$1 '));
  const word = tokens.length > 1 ? unitWordAt(tokens, 0) : undefined;
  const name = tokens
    .slice(word?.length ?? 0)
    .map((token) => foldKey(token.text.replace(/^0+(?=\d)/, '')))
    .join('');
  return { type: word?.type ?? '', name };
}
