import { CATALOGUES } from '../../base/messages/catalogues.ts';
import { formatMessage } from '../../base/messages/format-message.ts';
import {
  codesIn,
  isMessage,
  type Message,
  type MessageCode,
  type MessageValue,
} from '../../base/messages/message.ts';
import { codesOf, commonPart, messagesByText, type RowMessages } from '../../run/pipeline/reason-counts.ts';
import type { Manifest } from '../../run/pipeline/journal/manifest.ts';
import type { Sentence } from '../data/report-facts.ts';
import { shownText } from '../data/shown-text.ts';

/** Returns a message in each language, or a text as it is, for the page. */
export function sentenceOf(said: Message | string): Sentence {
  if (!isMessage(said)) return shownText(said);
  const texts = Object.entries(CATALOGUES).map(([language, catalogue]) => [
    language,
    shownText(formatMessage(said, catalogue)),
  ]);
  return Object.fromEntries(texts) as Exclude<Sentence, string>;
}

/**
 * The reasons of the rows of a run, which its results have as English texts.
 *
 * Shape: a text is looked up among the messages that the run lists; those with the same codes are one kind of reason, and any other text is a kind of its own.
 */
export interface Reasons {
  /** Returns the number of the kind of a reason, from 0; undefined for one that is beyond the number of kinds. */
  kindOf: (text: string) => number | undefined;
  /** Returns a reason as it is. */
  sentenceOf: (text: string) => Sentence;
  /** Reports whether a reason has a code, or a message in it. */
  hasCode: (text: string, code: MessageCode) => boolean;
  /** Returns a kind, with what its reasons up to now have in common. */
  sentenceOfKind: (kind: number) => Sentence;
}

/** Creates the reasons of a run, with its notes. */
export const reasonsOf = (
  { counts: { messages, notes } }: Pick<Manifest, 'counts'>,
  isBare = false,
): Reasons =>
  createReasons(
    {
      ...messages,
      ...(notes && { '': [...(messages?.[''] ?? []), ...Object.values(notes).flat()] }),
    },
    isBare,
  );

const NO_WORDS = '...';

/** Different kinds of reasons; later ones are left out, so that reasons with texts of the rows take no memory. */
const MOST_KINDS = 5000;

/** Returns a message without its texts, which may be those of rows: a sentence has "..." for each. */
export function bareMessage({ code, values = {} }: Message): Message {
  const kept = Object.entries(values).flatMap(([name, value]): [string, MessageValue][] => {
    if (isMessage(value)) return [[name, bareMessage(value)]];
    return typeof value === 'number' ? [[name, value]] : [];
  });
  return { code, values: Object.fromEntries(kept) };
}

/** Creates the reasons of a run with its messages; `isBare` leaves the texts of rows out of them. */
export function createReasons(messages: RowMessages = {}, isBare = false): Reasons {
  const all = messagesByText(Object.values(messages).flat());
  const known = new Map([...all].map(([text, said]) => [text, isBare ? bareMessage(said) : said]));
  const plain = (text: string) => (isBare ? NO_WORDS : text);
  const kinds: (Message | string)[] = [];
  const ofText = new Map<string, number>();
  const ofCodes = new Map<string, number>();
  function addKind(text: string): number | undefined {
    const message = known.get(text);
    const same = message && ofCodes.get(codesOf(message));
    if (message && same !== undefined) {
      kinds[same] = commonPart(kinds[same] as Message, message);
      return same;
    }
    if (kinds.length >= MOST_KINDS) return undefined;
    if (message) ofCodes.set(codesOf(message), kinds.length);
    return kinds.push(message ?? plain(text)) - 1;
  }
  return {
    kindOf(text) {
      let kind = ofText.get(text);
      if (kind === undefined) {
        kind = addKind(text);
        if (kind !== undefined) ofText.set(text, kind);
      }
      return kind;
    },
    sentenceOf: (text) => sentenceOf(known.get(text) ?? plain(text)),
    hasCode(text, code) {
      const message = known.get(text);
      return message !== undefined && codesIn(message).includes(code);
    },
    sentenceOfKind: (kind) => sentenceOf(kinds[kind] ?? ''),
  };
}
