import type { Texts } from './texts-en.ts';

/** The levels that have a name in each language. */
const LEVELS = ['house', 'street', 'poi', 'ward', 'district', 'province', 'alley', 'interpolated'] as const;

/** Returns the name of a level in the language of the page; a level that has none there as it is. */
export function levelName(level: string, texts: Texts): string {
  return LEVELS.find((known) => known === level) ? texts[level as (typeof LEVELS)[number]] : level;
}
