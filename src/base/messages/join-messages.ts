import { message, type Message } from './message.ts';

/** Joins messages to one, with semicolons, blanks or "and" between; undefined for none. */
export function joinMessages(
  parts: readonly Message[],
  code: 'list.semicolons' | 'list.sentences' | 'list.and',
): Message | undefined {
  return parts.length < 2 ? parts[0] : message(code, { items: parts });
}

/** Returns a list of texts, the first ones of many. */
export function listFirst(texts: readonly string[], most: number): Message {
  const list = texts.slice(0, most);
  const more = texts.length - list.length;
  return more > 0 ? message('list.andMore', { list, more }) : message('list.all', { list });
}
