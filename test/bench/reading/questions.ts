import { isInFirstHalf } from '../accuracy-data.ts';
import { hashOf } from '../noisy-addresses.ts';
import { createRandom, type Random } from '../random.ts';
import type { Answer } from './faces.ts';
import type { OfficialUnits } from './official-units.ts';
import { textKinds } from './questions-of-texts.ts';
import { unitKinds } from './questions-of-units.ts';

/** How good an answer is: `coarse` is a unit above the right one. */
export type Grade = 'right' | 'coarse' | 'wrong' | 'not found';

/** A text, and how an answer to it is judged. */
export interface Question {
  kind: string;
  text: string;
  isDevelopment: boolean;
  judge: (answer: Answer) => Grade;
}

/** What questions of a kind are made of. */
export type Draft = Pick<Question, 'text' | 'judge'> & { key: string };
/** Names a kind and draws one of its questions; undefined where the draw fits none. */
export type Kind = [name: string, draw: (random: Random) => Draft | undefined];

/** Builds the judge of answers whose ward in force must be one of these. */
export type WardGrade = (codes: readonly string[]) => Question['judge'];

/** Draws these many questions of each kind, the same for one seed; all that are made of one unit are in one half. */
export function generateQuestions(official: OfficialUnits, seed: number, most: number): Question[] {
  return [...unitKinds(official, wardGrade(official)), ...textKinds(official, wardGrade(official))].flatMap(
    ([kind, draw]) => {
      const random = createRandom(seed ^ hashOf(kind));
      const drawn = new Map<string, Question>();
      for (let attempt = 0; attempt < most * 8 && drawn.size < most; attempt += 1) {
        const { text, judge, key } = draw(random) ?? {};
        if (text === undefined || judge === undefined) continue;
        drawn.set(text, { kind, text, judge, isDevelopment: isInFirstHalf(`reading ${key ?? ''}`) });
      }
      return [...drawn.values()];
    },
  );
}

/** Builds the judge of answers by the ward in force. */
export const wardGrade =
  ({ current }: OfficialUnits) =>
  (codes: readonly string[]): Question['judge'] =>
  ({ wardCode, level, province }) => {
    if (codes.includes(wardCode)) return 'right';
    if (level === 'none') return 'not found';
    const isAbove = level === 'district' || level === 'province';
    return isAbove && codes.some((code) => current.get(code)?.province === province) ? 'coarse' : 'wrong';
  };
