import { fold } from '../../base/text/fold.ts';
import { foldHouseNumber, shownPath } from '../../engine/gazetteer/store/shown-path.ts';
import { compareHousePaths, type HousePath } from '../../base/text/house-path.ts';
import type { PlaceTables } from '../../engine/gazetteer/store/place-tables.ts';
import type { FeatureStore } from './feature-store.ts';
import { createTextColumn } from './text-pool.ts';

/** The paths of the tables, and the path of each house number of the store. */
export interface BuiltPaths extends Pick<PlaceTables, 'pathText' | 'pathOffset' | 'pathNumber' | 'pathUpTo'> {
  pathOfNumber: Uint32Array;
}

/** Returns the distinct house numbers of a store, sorted; numbers that differ in case or spaces are one, displayed in the most frequent spelling. */
export function buildPaths({ numbers, houses }: FeatureStore): BuiltPaths {
  const uses = new Uint32Array(numbers.count);
  for (let house = 0; house < houses.number.length; house += 1) {
    const number = houses.number.at(house);
    uses[number] = uses[number] + 1;
  }
  const entries: { number: number; text: string; folded: string; path: HousePath }[] = [];
  for (let number = 0; number < uses.length; number += 1) {
    if (uses[number] === 0) continue;
    const text = numbers.text(number);
    entries.push({ number, text, folded: foldHouseNumber(text), path: shownPath(text) });
  }
  entries.sort(
    (a, b) =>
      compareHousePaths(a.path, b.path) ||
      compare(a.folded, b.folded) ||
      uses[b.number] - uses[a.number] ||
      compare(a.text, b.text),
  );
  const texts = createTextColumn();
  const pathNumber: number[] = [];
  const pathUpTo: number[] = [];
  const pathOfNumber = new Uint32Array(numbers.count);
  entries.forEach(({ number, text, folded, path }, index) => {
    const before = entries[index - 1];
    // Folding decides which numbers are one, and it drops what cannot be seen, so an equal text is an equal path.
    if (before === undefined || before.folded !== folded) {
      texts.push(withoutAnnouncement(text));
      const [first] = path;
      pathNumber.push(first?.number ?? 0);
      pathUpTo.push(path.length === 1 && first !== undefined ? first.upTo : 0);
    }
    pathOfNumber[number] = texts.count - 1;
  });
  const { text: pathText, offset: pathOffset } = texts.values();
  return {
    ...{ pathText, pathOffset, pathOfNumber },
    pathNumber: Uint32Array.from(pathNumber),
    pathUpTo: Uint32Array.from(pathUpTo),
  };
}

/** Removes "số" and similar words in front of a number. */
function withoutAnnouncement(text: string): string {
  const spaced = text.search(/[a-z]{0,2}\d/iu);
  return spaced > 0 && foldHouseNumber(text) === fold(text.slice(spaced)) ? text.slice(spaced) : text;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
