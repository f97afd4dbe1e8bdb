/** Codes outside of the blocks of Latin letters and general punctuation: a test that costs a fraction of that of the script. */
const BEYOND_LATIN = /[\u0370-\u1dff\u1f00-\u1fff\u2c00-\uffff]/;
const FOREIGN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Reports whether a text has letters of a script other than Latin, such as Hangul, Chinese characters or Cyrillic. */
export function hasForeignScript(text: string): boolean {
  return BEYOND_LATIN.test(text) && FOREIGN.test(text);
}

/** Reports whether a text has letters that are typical of Vietnamese: those with diacritics, and đ. */
export function hasVietnameseLetters(text: string): boolean {
  return /đ|Đ|[\u0300-\u0303\u0306\u0309\u031b\u0323]/.test(text.normalize('NFD'));
}

/**
 * Returns the name to show of a place: its own, or another name in Latin script if its own has letters of another one.
 *
 * Shape: a name with Vietnamese letters comes before other names in Latin script; without any, the own name stays whole: a part of a name is another name.
 */
export function shownName(name: string, otherNames: () => readonly string[]): string {
  if (!hasForeignScript(name)) return name;
  const latin = otherNames().filter((other) => !hasForeignScript(other));
  return latin.find(hasVietnameseLetters) ?? latin[0] ?? name;
}
