import type { Position } from '../../base/geo/position.ts';
import type { Projection } from '../../base/position/projection.ts';
import { readPositionCell } from '../../base/position/written-position.ts';
import { message, type Message } from '../../base/messages/message.ts';
import type { StageFault, StageRow } from './stage.ts';
import { compileTemplate } from './template.ts';

/** The start or end of a tour: a row of the batch, the start itself, or a position of its own. */
export type EndSource =
  | { kind: 'first' | 'last' | 'start' }
  | { kind: 'place'; read: (row: StageRow) => Position | { fault: Message } };

/** Binds `start` or `end` to the columns of an input. Shape: `projection` is that of positions in metres. */
export function planEnd(
  option: 'start' | 'end',
  text: string,
  columns: readonly string[],
  projection?: Projection,
): EndSource | { faults: readonly StageFault[] } {
  const words = option === 'start' ? ['first'] : ['last', 'start'];
  if (words.includes(text)) return { kind: text as 'first' };
  if (/[{}]/.test(text)) {
    const template = compileTemplate(text, columns);
    if ('faults' in template) return { faults: template.faults.map((fault) => ({ option, message: fault })) };
    return { kind: 'place', read: ({ cells }) => readPositionCell(template.render(cells), projection) };
  }
  const place = readPositionCell(text, projection);
  if (!('fault' in place)) return { kind: 'place', read: () => place };
  return { faults: [{ option, message: message('stage.noEnd', { text, option }) }] };
}
