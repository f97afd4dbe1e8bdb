import { joinMessages } from '../../base/messages/join-messages.ts';
import { message, type Message } from '../../base/messages/message.ts';
import { useFigures } from '../../contract/uses.ts';

/** Returns the sentence about what the rows of a stage are good for, with their numbers; undefined where none is counted. */
export function usesMessage(all: number, counts: Readonly<Record<string, number>>): Message | undefined {
  const parts = useFigures(counts).map(({ name, rows, isWithin }) =>
    message(isWithin ? 'use.within' : 'use.part', { n: rows, use: message(`use.${name}`) }),
  );
  const uses = joinMessages(parts, 'list.semicolons');
  return uses && message('use.rows', { all, uses });
}
