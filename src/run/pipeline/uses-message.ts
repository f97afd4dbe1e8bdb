import { joinMessages } from '../../base/messages/join-messages.ts';
import { message, type Message } from '../../base/messages/message.ts';
import { USES } from '../../contract/uses.ts';

/** Returns the sentence about what the rows of a stage are good for, with their numbers; undefined where none is counted. */
export function usesMessage(all: number, counts: Readonly<Record<string, number>>): Message | undefined {
  const parts = USES.flatMap((use) => {
    const n = counts[use] ?? 0;
    return n === 0 ? [] : [message('use.part', { n, use: message(`use.${use}`) })];
  });
  const uses = joinMessages(parts, 'list.semicolons');
  return uses && message('use.rows', { all, uses });
}
