import { levelName } from './level-name.ts';
import type { Translate } from '../../base/messages/translate.ts';

/** Remarks of the stage `route` about a stop, and their texts in the language of the page. */
const REMARKS: readonly (readonly [RegExp, (found: RegExpExecArray, t: Translate) => string])[] = [
  [/^reached after it closes, (\d+:\d+)/, ([, time = ''], t) => t('report.noteLate', { time })],
  [
    /^the position is that of the (\w+), not of the house(?:, within (\d+) m)?$/,
    ([, level = '', meters], t) =>
      meters === undefined
        ? t('report.noteCoarse', { level: levelName(level, t) })
        : t('report.noteWithin', { level: levelName(level, t), meters }),
  ],
  [/^(\d+) m from the nearest road$/, ([, meters = ''], t) => t('report.noteOffRoad', { meters })],
];

/** Returns the remarks about a stop in the language of the page; a remark that has none there stays as it is. */
export function stopNote(note: string, t: Translate): string {
  const translated = note.split('; ').map((remark) => {
    for (const [pattern, translate] of REMARKS) {
      const found = pattern.exec(remark);
      if (found) return translate(found, t);
    }
    return remark;
  });
  return translated.join('; ');
}
