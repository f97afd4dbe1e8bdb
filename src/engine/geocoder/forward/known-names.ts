import { hashBytes, LONGEST_TEXT, rollHash, writeWord } from '../../gazetteer/names/name-key.ts';
import type { Names } from '../../gazetteer/names/names.ts';
import type { KnownNames } from '../reader/admin-search.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { LONGEST_NAME } from './hits.ts';

/** Creates the lookup of words and street names that the unit search uses. */
export function createKnownNames(tables: PlaceTables, names: Names): KnownNames {
  const key = new Uint8Array(LONGEST_TEXT);
  return {
    isWord(word) {
      const end = writeWord(word, key, 0);
      return names.findWord(hashBytes(key, 0, end), key, 0, end) >= 0;
    },
    isName(word) {
      const end = writeWord(word, key, 0);
      return names.find(hashBytes(key, 0, end), key, 0, end) >= 0;
    },
    streetLength(tokens, index) {
      let length = 0;
      let hash = 0;
      let end = 0;
      const limit = Math.min(tokens.length, index + LONGEST_NAME);
      for (let i = index; i < limit; i += 1) {
        const { text, gap } = tokens[i];
        if (i > index && gap === 2) break;
        const start = end;
        end = writeWord(text, key, start);
        for (let at = start; at < end; at += 1) hash = rollHash(hash, key[at]);
        const name = names.find(hash, key, 0, end);
        if (name >= 0 && isStreet(name)) length = i + 1 - index;
      }
      return length;
    },
  };

  function isStreet(name: number): boolean {
    return names.posting[names.postingStart[name]] < tables.streetCount;
  }
}
