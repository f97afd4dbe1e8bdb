import { message, type Message } from '../../base/messages/message.ts';

/** Months as spreadsheets write them in English; in Vietnamese they have numbers. */
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A date where the house number stands: in front of a word, or alone in front of a comma. */
const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:T00:00:00)?(?=\s+\p{L}|\s*(?:,|$))/u;
const DAY_MONTH =
  /^(\d{1,2})[-\s]?(?:(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|thg\s?(\d{1,2}))(?=\s+\p{L}|\s*(?:,|$))/iu;

/**
 * Returns a text whose house number a spreadsheet took for a date, with that number: `2026-03-12 Lê Văn Sỹ` and `12-Mar Lê Văn Sỹ` are 12/3.
 *
 * Shape: the day is the first number, as dates are written in Vietnam; undefined for a text that does not begin with a date.
 */
export function houseOfDate(text: string): { text: string; note: Message } | undefined {
  const first = text.charCodeAt(0);
  // Most texts begin otherwise.
  if (!(first >= 0x30 && first <= 0x39)) return undefined;
  const iso = ISO.exec(text);
  const named = iso ? null : DAY_MONTH.exec(text);
  const [date] = iso ?? named ?? [];
  if (date === undefined) return undefined;
  const day = Number(iso ? iso[3] : named?.[1]);
  const ofName = MONTHS.indexOf(named?.[2]?.toLowerCase() ?? '') + 1;
  const month = iso ? Number(iso[2]) : ofName || Number(named?.[3]);
  if (day < 1 || day > 31 || month < 1 || month > 12) return undefined;
  const house = `${day}/${month}`;
  return { text: house + text.slice(date.length), note: message('stage.houseOfDate', { date, house }) };
}
