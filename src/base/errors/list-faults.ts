import { message, wordsOf, type Message, type MessageValue } from '../messages/message.ts';

/** What a message may have: more is read by nobody, and fills logs. */
export const MESSAGE_BYTES_MAX = 4000;

/** Room for what stands before a list: a path, a sentence. */
const LIST_BYTES_MAX = MESSAGE_BYTES_MAX - 600;
const MORE = ' ...';

/** How a list is joined: by semicolons, or a line for each. */
const CODES = { '; ': 'list.semicolons', '\n  ': 'list.lines' } as const;

/** Joins faults to a list for a message. Shape: those that do not fit are counted; the first one is cut where it alone is too long. */
export function listFaults(faults: readonly (Message | string)[], separator: keyof typeof CODES): Message {
  const shown: MessageValue[] = [];
  let bytesLeft = LIST_BYTES_MAX;
  for (const fault of faults) {
    bytesLeft -= Buffer.byteLength(wordsOf(fault)) + separator.length;
    if (bytesLeft < 0) break;
    shown.push(fault);
  }
  if (shown.length === 0 && faults[0] !== undefined) shown.push(cutText(wordsOf(faults[0]), LIST_BYTES_MAX));
  const count = faults.length - shown.length;
  if (count > 0) shown.push(message('list.more', { count }));
  return message(CODES[separator], { items: shown });
}

/** Returns a text that fits into so many bytes of UTF-8. */
function cutText(text: string, bytesMax: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytesMax - MORE.length));
  return read === text.length ? text : text.slice(0, read) + MORE;
}
