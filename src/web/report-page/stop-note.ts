import { levelName } from './level-name.ts';
import { fill } from '../kit/texts.ts';
import type { Texts } from './texts-en.ts';

/** Remarks of the stage `route` about a stop, and their texts in the language of the page. */
const REMARKS: readonly (readonly [RegExp, (found: RegExpExecArray, texts: Texts) => string])[] = [
  [/^reached after it closes, (\d+:\d+)/, ([, time = ''], texts) => fill(texts.noteLate, { time })],
  [
    /^the position is that of the (\w+), not of the house(?:, within (\d+) m)?$/,
    ([, level = '', meters], texts) =>
      fill(meters === undefined ? texts.noteCoarse : texts.noteWithin, {
        level: levelName(level, texts),
        meters: meters ?? '',
      }),
  ],
  [/^(\d+) m from the nearest road$/, ([, meters = ''], texts) => fill(texts.noteOffRoad, { meters })],
];

/** Returns the remarks about a stop in the language of the page; a remark that has none there stays as it is. */
export function stopNote(note: string, texts: Texts): string {
  const translated = note.split('; ').map((remark) => {
    for (const [pattern, translate] of REMARKS) {
      const found = pattern.exec(remark);
      if (found) return translate(found, texts);
    }
    return remark;
  });
  return translated.join('; ');
}
