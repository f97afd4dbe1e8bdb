import { diacriticKey } from '../../src/base/text/diacritics.ts';
import { foldKey } from '../../src/base/text/fold.ts';

/** An item (khoản) of the first article of a resolution. */
export interface ResolutionItem {
  number: string;
  /** The text on one line, without marks of emphasis. */
  text: string;
  /** Name of the unit that it makes, with type word; empty for the closing item. */
  makes: string;
}

/** A resolution on the wards of one province. Shape: `passed` is the day it was passed, `YYYY-MM-DD`. */
export interface Resolution {
  id: string;
  province: string;
  passed: string;
  items: ResolutionItem[];
}

const MAKES = /.*(?:gọi\s*là|thành)\s*((?:phường|xã|đặc\s*khu)\s*.+?)\s*[.;]*\s*$/iu;

/**
 * Reads a resolution from its text in Markdown.
 *
 * Shape: items of the first article in order; an item begins with a line `12\. ` or `12.`, and must count on from the one before, so that a line that
 * begins with a number by chance begins none.
 * Errors: TypeError if number, day or province are not in the text.
 */
export function readResolution(markdown: string): Resolution {
  const plain = markdown
    .normalize('NFC')
    .replace(/\\\n/g, '\n')
    .replace(/\\/g, '')
    .replace(/\*/g, '')
    .replace(/\u00a0/g, ' ');
  const flat = plain.replace(/\s+/g, ' ');
  const id = /(\d{4})\/NQ-UBTVQH15/.exec(flat)?.[1];
  const day = /ngày (\d{1,2}) tháng (\d{1,2}) năm (2025)/.exec(flat);
  const province = /QUYẾT NGHỊ.*?cấp xã của (.+?)(?: \(mới\))?\s*(?:năm 2025|Trên cơ sở)/iu.exec(flat)?.[1];
  if (id === undefined || day === null || province === undefined)
    throw new TypeError('The text has no number, day or province of a resolution.');
  const [, dayOfMonth = '', month = ''] = day;
  const article = plain.slice(plain.search(/QUYẾT\s+NGHỊ/), plain.search(/Điều\s+2\s*\.\s*Hiệu\s*lực/u));
  return {
    id: `${id}/NQ-UBTVQH15`,
    province: province.trim(),
    passed: `2025-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`,
    items: readItems(article),
  };
}

function readItems(article: string): ResolutionItem[] {
  const items: { number: number; lines: string[] }[] = [];
  for (const line of article.split('\n')) {
    const start = /^\s*(\d{1,3})\s*\.\s*(?=\D)(.*)$/u.exec(line);
    const number = Number(start?.[1]);
    if (start !== null && number === (items.at(-1)?.number ?? 0) + 1)
      items.push({ number, lines: [start[2] ?? ''] });
    else items.at(-1)?.lines.push(line);
  }
  return items.map(({ number, lines }) => {
    const text = lines.join(' ').replace(/\s+/g, ' ').trim();
    return { number: String(number), text, makes: MAKES.exec(text)?.[1]?.trim() ?? '' };
  });
}

/** Returns the items that make a unit with a name and type word. Shape: diacritics count, spaces do not, as in `xãThạnh An`. */
export function itemsThatMake({ items }: Resolution, fullName: string): ResolutionItem[] {
  const isUnit = ({ makes }: ResolutionItem): boolean =>
    diacriticKey(makes) === diacriticKey(fullName) || joined(makes) === joined(fullName);
  return items.filter(isUnit);
}

function joined(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s/g, '');
}

/**
 * Returns true if an item names a former ward among those that it moves.
 *
 * Shape: by the name without spaces and with diacritics, because the text runs words together (`củaxã Đồng Sơn`); a number needs its type word, because
 * `Phường 1` is in `Phường 11`.
 */
export function namesWard(item: ResolutionItem, { type, name }: { type: string; name: string }): boolean {
  // The unit that an item makes often has the name of one that it is made of.
  const text =
    item.makes === ''
      ? item.text
      : item.text.slice(
          0,
          item.text.search(/thành\s*(?:phường|xã|đặc\s*khu)(?!.*thành\s*(?:phường|xã|đặc\s*khu))/iu),
        );
  if (/^\d+$/.test(name)) return new RegExp(`(?:${type}|,|và) *0*${Number(name)}(?!\\d)`, 'iu').test(text);
  return [diacriticKey, foldKey].some((key) => key(text).includes(key(name)));
}

/** Returns true if an item moves a whole district, as those of islands: `huyện Kiên Hải`, not in brackets behind the name of a ward. */
export function namesWholeDistrict({ text }: ResolutionItem, fullName: string): boolean {
  return fullName !== '' && diacriticKey(text.replace(/\([^)]*\)/g, '')).includes(diacriticKey(fullName));
}
