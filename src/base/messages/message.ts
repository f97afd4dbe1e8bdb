import en from '../../locales/en.json' with { type: 'json' };
import type { MessagePlaces } from '../../locales/places.ts';
import { formatMessage, type Catalogue, type Message, type MessageValue } from './format-message.ts';

export type { Message, MessageValue };

/** A code of the catalogue: `section.name`. */
export type MessageCode = keyof MessagePlaces;

/** A code whose text has no places: it stands for its message where many are counted. */
export type PlainCode = {
  [C in MessageCode]: keyof MessagePlaces[C] extends never ? C : never;
}[MessageCode];

/** The values of the places of a message. */
export type ValuesOf<C extends MessageCode> = {
  [Name in keyof MessagePlaces[C]]: MessagePlaces[C][Name] extends 'number'
    ? number
    : MessagePlaces[C][Name] extends 'word'
      ? string
      : MessageValue;
};

/** The texts in English, which are those of files and of programs that ask for no language. */
export const ENGLISH: Catalogue = { language: 'en', texts: en };

/** The values of a message as arguments: none for a text without places. */
export type ValuesArguments<C extends MessageCode> = keyof MessagePlaces[C] extends never
  ? []
  : [values: ValuesOf<C>];

/** Returns a message of the catalogue. Shape: `values` are those of the places of its text in `locales/en.json`. */
export function message<C extends MessageCode>(code: C, ...[values]: ValuesArguments<C>): Message {
  return values === undefined ? { code } : { code, values: values };
}

/** Returns a message in English. */
export const englishText = (of: Message): string => formatMessage(of, ENGLISH);

/** Returns a message with its English text, for programs that show it to a person. */
export const withText = (of: Message): Message & { text: string } => ({ ...of, text: englishText(of) });

/** Returns a message, or a text of somebody else, in English: for records. */
export const wordsOf = (said: Message | string): string =>
  typeof said === 'string' ? said : englishText(said);

/** Reports whether a value that was stored or sent is a message. */
export function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && typeof (value as Message).code === 'string';
}

/** Returns what a message says was found, without what to do about it: its value `fact`, or that of the message it is the reason of. */
export function factOf(of: Message): Message {
  const inner = of.values?.fact ?? of.values?.reason;
  return isMessage(inner) ? factOf(inner) : of;
}

/** Returns a message and those in it. */
export function messagesIn(whole: Message): Message[] {
  const inner: readonly MessageValue[] = Object.values<MessageValue | readonly MessageValue[]>(
    whole.values ?? {},
  ).flat();
  return [whole, ...inner.flatMap((value) => (isMessage(value) ? messagesIn(value) : []))];
}

/** Returns the code of a message and those of the messages in it. */
export function codesIn(whole: Message): string[] {
  return messagesIn(whole).map(({ code }) => code);
}
