import { message, type Message } from '../../../base/messages/message.ts';
import { joinMessages } from '../../../base/messages/join-messages.ts';
import { compileTemplate } from '../../stages/template.ts';
import type { DetectedOption } from '../../stages/stage.ts';
import { percent, share, type Doubt } from './judgement.ts';

const MANY = 0.5;
/** Cells that a sample has before a share of them says something, and before it does if all agree. */
const CELLS_MIN = 10;
const AGREEING_CELLS_MIN = 5;

/**
 * Judges whether the columns that a stage takes by their names have what their names say.
 *
 * Shape: one doubt for all that do not; its settings leave these columns, and state the others.
 */
export function judgeDetected(
  prefix: string,
  detected: readonly DetectedOption[],
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): Doubt[] {
  const judged = detected.map((option) => ({ ...option, ...wrongCells(option, columns, rows) }));
  const wrong = judged.filter(({ isWrong }) => isWrong);
  if (wrong.length === 0) return [];
  const list = wrong.map(({ option, text, kind, part, example }) =>
    message('sample.wrongColumn', { share: percent(part), text, option, kind, example }),
  );
  const others = judged.filter(({ isWrong, canBeStated }) => !isWrong && canBeStated);
  const sets = others.map(({ option, text }) => `${prefix}.${option}=${text}`);
  return [
    {
      rule: 'detected',
      sentence: joinMessages(list, 'list.semicolons') as Message,
      sets: [`${prefix}.detect_columns=false`, ...sets],
    },
  ];
}

/** Returns the share of the cells, empty ones apart, that are not what the option needs, and the first of these. */
function wrongCells(
  { text, isReadable }: DetectedOption,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): { isWrong: boolean; part: number; example: string } {
  const template = compileTemplate(text, columns);
  // An option that names no column, such as `end: start`, has no cells.
  if ('faults' in template) return { isWrong: false, part: 0, example: '' };
  const cells = rows.map((row) => template.render(row)).filter((cell) => cell !== '');
  const wrong = cells.filter((cell) => !isReadable(cell));
  const part = share(wrong.length, cells.length);
  const isWrong =
    (cells.length >= CELLS_MIN && part >= MANY) || (cells.length >= AGREEING_CELLS_MIN && part === 1);
  return { isWrong, part, example: wrong[0] ?? '' };
}
