import type { PlaceTables } from '../../engine/gazetteer/store/place-tables.ts';
import { foldKey } from '../../base/text/fold.ts';
import { createColumn } from './column.ts';
import { createTextColumn } from './text-column.ts';
import type { TextPool } from './text-pool.ts';

/** The columns of names. */
export type SpellingTables = Pick<
  PlaceTables,
  'featureSpelling' | 'spellingText' | 'spellingOffset' | 'aliasFeature' | 'aliasSpelling'
>;

/** Creates the spellings of names, numbered in the order of their use; features have to ascend. */
export function createSpellings(names: TextPool, featureCount: number) {
  const texts = createTextColumn();
  const numberOf = new Int32Array(names.count).fill(-1);
  const featureSpelling = new Uint32Array(featureCount);
  const aliasFeature = createColumn('u32');
  const aliasSpelling = createColumn('u32');

  function number(name: number): number {
    if (numberOf[name] === -1) {
      numberOf[name] = texts.count;
      texts.push(names.text(name));
    }
    return numberOf[name];
  }

  return {
    /** Adds the name and other names of a feature; those that differ in case, diacritics or signs only are left out. */
    add(feature: number, main: number, others: ArrayLike<number>): void {
      featureSpelling[feature] = number(main);
      if (others.length === 0 || (others.length === 1 && others[0] === main)) return;
      const seen = new Set([foldKey(names.text(main))]);
      for (const name of Array.from(others, (other) => ({ other, text: names.text(other) })).sort(byText)) {
        const key = foldKey(name.text);
        if (key === '' || seen.has(key)) continue;
        seen.add(key);
        aliasFeature.push(feature);
        aliasSpelling.push(number(name.other));
      }
    },
    finish(): SpellingTables {
      const { text, offset } = texts.values();
      return {
        featureSpelling,
        spellingText: text,
        spellingOffset: offset,
        aliasFeature: aliasFeature.values().slice(),
        aliasSpelling: aliasSpelling.values().slice(),
      };
    },
  };
}

function byText(a: { text: string }, b: { text: string }): number {
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
}
