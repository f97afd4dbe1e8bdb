import type { Translate } from '../../base/messages/translate.ts';

/** The levels that have a name in each language. */
const LEVELS = [
  ...(['position', 'house', 'street', 'poi', 'hamlet'] as const),
  ...(['ward', 'district', 'province', 'alley', 'interpolated'] as const),
] as const;

/** Returns the name of a level in the language of the page; a level that has none there as it is. */
export function levelName(level: string, t: Translate): string {
  const known = LEVELS.find((one) => one === level);
  return known ? t(`level.${known}`) : level;
}
