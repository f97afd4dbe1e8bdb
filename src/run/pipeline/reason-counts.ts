import { englishText, isMessage, type Message, type MessageValue } from '../../base/messages/message.ts';

/** The rows with one reason. Shape: `values` are those that are equal in all of them; a text shows the others as "...". */
export interface CountedReason extends Message {
  rows: number;
}

/**
 * The reasons of rows, or their notes, by stage prefix.
 *
 * Shape: in the order of their first rows. Bounded by the catalogue: rows whose reasons have the same codes are counted together.
 * Guarantee: sums do not depend on how the rows were cut into chunks, shards or updates.
 */
export type ReasonCounts = Record<string, CountedReason[]>;

/** The different reasons of rows that are not ok, and remarks in their columns, by stage prefix; those of records that could not be read by an empty prefix. */
export type RowMessages = Record<string, Message[]>;

/** Different messages with one code that are kept for a stage: texts of the rows in them may be as many as the rows. */
const MOST_OF_CODE = 200;

/** Adds a reason, with the number of its rows. */
export function addReason(to: ReasonCounts, prefix: string, reason: Message, rows = 1): void {
  const list = (to[prefix] ??= []);
  const codes = codesOf(reason);
  const at = list.findIndex((known) => codesOf(known) === codes);
  const known = list[at];
  if (known === undefined) list.push({ ...plainMessage(reason), rows });
  else list[at] = { ...commonPart(known, reason), rows: known.rows + rows };
}

/** Adds reasons to reasons. */
export function addReasons(to: ReasonCounts, more: ReasonCounts): void {
  for (const [prefix, reasons] of Object.entries(more))
    for (const reason of reasons) addReason(to, prefix, reason, reason.rows);
}

/** Adds messages that are not there yet, as far as there is room for more of their codes. Guarantee: as of {@link ReasonCounts}. */
export function addMessages(to: RowMessages, prefix: string, more: readonly Message[]): void {
  if (more.length === 0) return;
  const list = (to[prefix] ??= []);
  const index = indexOf(list);
  for (const message of more) {
    const text = englishText(message);
    const count = index.ofCode.get(message.code) ?? 0;
    if (count >= MOST_OF_CODE || index.texts.has(text)) continue;
    list.push(plainMessage(message));
    index.texts.add(text);
    index.ofCode.set(message.code, count + 1);
  }
}

interface ListIndex {
  texts: Set<string>;
  ofCode: Map<string, number>;
}

/** The index of a list to which others are added again and again. */
const indexes = new WeakMap<readonly Message[], ListIndex>();

function indexOf(list: readonly Message[]): ListIndex {
  let index = indexes.get(list);
  if (index?.texts.size !== list.length) {
    index = { texts: new Set(list.map(englishText)), ofCode: new Map() };
    for (const { code } of list) index.ofCode.set(code, (index.ofCode.get(code) ?? 0) + 1);
    indexes.set(list, index);
  }
  return index;
}

/** Returns the messages of rows by their English texts, which is what results have of them. */
export function messagesByText(messages: readonly Message[]): Map<string, Message> {
  return new Map(messages.map((message) => [englishText(message), message]));
}

const plainMessage = ({ code, values }: Message): Message => ({ code, ...(values && { values }) });

/** Returns the code of a message with those of the messages in it: what rows are counted by. */
export function codesOf({ code, values = {} }: Message): string {
  const inner = Object.values(values)
    .flat()
    .flatMap((value) => (isMessage(value) ? [codesOf(value)] : []));
  return inner.length === 0 ? code : `${code}(${inner.join()})`;
}

/** Returns a message with the values that two with the same codes have in common. */
export function commonPart({ code, values = {} }: Message, { values: others = {} }: Message): Message {
  const common = Object.entries(values).flatMap(([name, value]): [string, MessageValue][] => {
    const other = others[name];
    if (isMessage(value) && isMessage(other)) return [[name, commonPart(value, other)]];
    return JSON.stringify(value) === JSON.stringify(other) ? [[name, value]] : [];
  });
  return { code, ...(common.length > 0 && { values: Object.fromEntries(common) }) };
}
