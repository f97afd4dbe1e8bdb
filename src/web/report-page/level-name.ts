import type { Translate } from '../../base/messages/translate.ts';
import type { UnitChange } from '../../contract/records/conversion.ts';
import type { ReportTexts } from './format.ts';

/** Beside the record of conversions, whose module has the schemas of all its members: 70 kB in each page. */
const CHANGES = [
  'unchanged',
  'renamed',
  'retyped',
  'merged',
  'divided',
  'moved',
] as const satisfies readonly UnitChange[];

/** The levels that have a name in each language, from the most precise one. */
const LEVELS = [
  ...(['position', 'house', 'interpolated', 'alley', 'street', 'poi', 'hamlet'] as const),
  ...(['ward', 'district', 'province'] as const),
  ...CHANGES,
] as const;

/** Returns the place of a level among all, the most precise first; others come after them. */
export function levelOrder(level: string): number {
  return (LEVELS.findIndex((one) => one === level) + LEVELS.length + 1) % (LEVELS.length + 1);
}

/** Returns the name of a level in the language of the page, or of the change of a converted unit; one that has none there as it is. */
export function levelName(level: string, t: Translate): string {
  const known = LEVELS.find((one) => one === level);
  return known ? t(`level.${known}`) : level;
}

/** Returns what levels are levels of: those of a conversion are changes. */
export function levelTitle(levels: readonly string[], { change, level }: ReportTexts): string {
  return levels.some((one) => CHANGES.some((known) => known === one)) ? change : level;
}
