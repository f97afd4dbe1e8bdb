import { fold } from './fold.ts';

/** What of a cell becomes the name of a column. */
const NAME_CHARACTERS_MAX = 1000;

/** What stands between the names of two header rows: `Địa chỉ / Tỉnh/TP`. */
export const HEADER_SEPARATOR = ' / ';

/**
 * Returns the names of columns from the rows of a header, of which the upper ones name groups of columns.
 *
 * Shape: a name of an upper row also counts for the columns on its right that only have a name below it; a name that a merged cell repeats counts
 * once; empty where a column has no name; cut where it is a whole text.
 */
export function joinHeaderRows(rows: readonly (readonly (string | undefined)[])[], width: number): string[] {
  // A merged cell is one text in many columns.
  const known = new Map<string, string>();
  const clean = (text: string) => {
    const name = known.get(text) ?? text.slice(0, NAME_CHARACTERS_MAX).replace(/\s+/g, ' ').trim();
    known.set(text, name);
    return name;
  };
  const cleaned = rows.map((row) => Array.from({ length: width }, (_, at) => clean(row[at] ?? '')));
  const last = cleaned.length - 1;
  for (let level = 0; level < last; level += 1) {
    const row = cleaned[level] as string[];
    const below = cleaned[level + 1] as string[];
    for (let at = 1; at < width; at += 1)
      if (
        row[at] === '' &&
        below[at] !== '' &&
        row[at - 1] !== '' &&
        below[at - 1] !== '' &&
        row[at - 1] !== below[at - 1]
      )
        row[at] = row[at - 1] as string;
  }
  return Array.from({ length: width }, (_, at) => {
    const names = cleaned.map((row) => row[at] as string).filter((name) => name !== '');
    const different = names.filter((name, nth) => name !== names[nth - 1]);
    return different.length === 1 ? (different[0] as string) : different.join(HEADER_SEPARATOR);
  });
}

/** Characters of the longest name of a column. */
const MOST_CHARACTERS = 60;

/** Words that columns of tables are called by, folded; addresses and their parts, people, codes, positions. */
// bounded: MOST_CHARACTERS
const HEADER_WORD =
  /^(?:stt|tt|so tt|so thu tu|no\.?|#|id|code|ma|ma .{1,30}|ten|ten .{1,30}|ho ten.{0,30}|ho va ten.{0,30}|dia chi.{0,40}|d\/c.{0,30}|dc|dc .{1,30}|address.{0,20}|.{1,20} address|(?:full )?name|customer.{0,20}|khach hang|so nha.{0,30}|so|duong|ten duong|duong\/pho|pho|street|house.{0,10}|phuong|phuong ?[/,-] ?xa.{0,20}|xa|xa ?[/,-] ?phuong.{0,20}|ward|commune|quan|quan ?[/,-] ?huyen.{0,20}|huyen|district|tinh|tinh ?[/,-] ?(?:tp|thanh pho).{0,10}|tp|thanh pho|thanh pho ?[/,-] ?tinh|province|city|ghi chu|note|notes|remark|ngay|ngay .{1,20}|date|thang|nam|phone|sdt|dt|dien thoai.{0,15}|so dien thoai|email|lat|latitude|lon|lng|long|longitude|kinh do|vi do|toa do.{0,10}|so luong|sl|don gia|gia|thanh tien|tien|doanh thu|amount|price|qty|quantity|total|loai|trang thai|status|nguoi nhan|cua hang|chi nhanh|postcode|zip|value)\s*[:*]*$/;

/** Reports whether a text is a usual name of a column. */
export function isHeaderWord(text: string): boolean {
  if (text.length > MOST_CHARACTERS) return false;
  return HEADER_WORD.test(
    fold(text.replace(/\([^)\r\n]*\)?/g, (group) => (group.endsWith(')') ? ' ' : group)).trim()),
  );
}

/** What the columns of a table of places are called, folded: an address, its house or street, a position. */
// bounded: MOST_CHARACTERS
const PLACE_WORD =
  /^(?:dia chi.{0,40}|d\/c.{0,30}|dc|dc .{1,30}|address.{0,20}|.{1,20} address|so nha.{0,30}|duong|ten duong|street|lat|latitude|lon|lng|longitude|kinh do|vi do|toa do.{0,10})\s*[:*]*$/;

/** Reports whether a text is a usual name of a column that says where something is, closer than a unit. */
export function isPlaceWord(text: string): boolean {
  return text.length <= MOST_CHARACTERS && !/:\s*\S/.test(text) && PLACE_WORD.test(fold(text.trim()));
}

/** Reports whether a text looks like an address, or another value, and not like the name of a column. */
export function looksLikeValue(text: string): boolean {
  if (
    /^\s*-?\d+[.,]\d{2,}\s*$/.test(text) ||
    /^\s*\d{4}-\d{2}-\d{2}/.test(text) ||
    /^\s*0\d{8,10}\s*$/.test(text)
  )
    return true;
  const commas = text.split(',').length - 1;
  if (commas === 0 || isHeaderWord(text)) return false;
  return (
    /^\s*(?:số\s*)?\d[\w/.-]*\s+\p{L}/iu.test(text) ||
    (commas >= 2 && /\p{L}/u.test(text) && text.length >= 20)
  );
}
