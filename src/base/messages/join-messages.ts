import { message, type Message } from './message.ts';

/** Joins messages to one, with semicolons, blanks or "and" between; undefined for none. */
export function joinMessages(
  parts: readonly Message[],
  code: 'list.semicolons' | 'list.sentences' | 'list.and',
): Message | undefined {
  const [first, ...others] = parts;
  if (first === undefined) return undefined;
  const rest = joinMessages(others, code);
  return rest === undefined ? first : message(code, { first, rest });
}

/** Returns a list of texts, the first ones of many. */
export function listFirst(texts: readonly string[], most: number): Message {
  const list = texts.slice(0, most);
  const more = texts.length - list.length;
  return more > 0 ? message('list.andMore', { list, more }) : message('list.all', { list });
}
