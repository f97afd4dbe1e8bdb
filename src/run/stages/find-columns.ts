import table from '../../data/column-names.json' with { type: 'json' };
import { fold } from '../../base/text/fold.ts';
import { HEADER_SEPARATOR, looksLikeValue } from '../../base/text/header-names.ts';
import { message, type Message } from '../../base/messages/message.ts';

/**
 * Returns the first column with one of some names.
 *
 * Shape: `names` in order of preference, folded and without separators; column names are compared in the same form.
 */
export function findColumn(columns: readonly string[], names: readonly string[]): string | undefined {
  const keys = columns.map(columnKey);
  // Of a header of two rows, as in "Địa chỉ / Tỉnh/TP", the lower name says what the column has.
  const lower = columns.map((column) =>
    column.includes(HEADER_SEPARATOR) ? columnKey(column.slice(column.lastIndexOf(HEADER_SEPARATOR))) : '',
  );
  for (const name of names) {
    const at = keys.includes(name) ? keys.indexOf(name) : lower.indexOf(name);
    if (at >= 0) return columns[at];
  }
  return undefined;
}

function columnKey(column: string): string {
  return fold(column).replace(/[^a-z0-9]/g, '');
}

/** What columns are looked for by their names. */
type Wanted = 'address' | 'text' | 'id' | 'code' | 'position' | 'origin' | 'destination';

/** Returns the message that no column name is known for something, with what to state in the job: `meant` is the likeliest template of an address. */
export function noColumnLike(what: Wanted, columns: readonly string[], meant?: string): Message {
  const named =
    what === 'address' ? columns.find((column) => LIKE_ADDRESS.test(columnKey(column))) : undefined;
  const likeliest = meant ?? (named && `{${named}}`);
  const listed = columns.map((column) => `"${column}"`);
  const none = likeliest
    ? message('stage.noAddressColumn', { columns: listed, likeliest })
    : message('stage.noColumnLike', { what, columns: listed });
  if (columns.includes('column_1')) return none;
  // The header is perhaps not what was read as it.
  const address = columns.findIndex((name) => name.includes(',') && looksLikeValue(name));
  const rest =
    address >= 0
      ? message('stage.firstLineLooksLikeRow', { column: `"{column_${address + 1}}"` })
      : message('stage.ifFirstLineIsRow');
  return message('list.semicolons', { items: [none, rest] });
}

/** What an address is of that is no place, behind or in front of the word. */
const NO_PLACE = /^(?:ip|ipv4|mac|web|website|url|email|mail|wallet|vi|code|ma)$/;

/** The word for an address at the beginning or end of the name of a column; "ĐC" only before what an address is of. */
const ADDRESS_WORD =
  /^(?:diachi|dchi|dc(?=nha|giao|gui|khach|kh$|lien|lam|lap|thuong|tam|cong|cua|cu$|moi$))|address$/;

/** Names of columns that perhaps have an address, in a table without any known one. */
const LIKE_ADDRESS = /diachi|dchi|addr|street|duong|noi(?!dung)|location|vitri|diadiem/;

/** Reports whether a column is called an address in words that no list has, as in "Địa chỉ lắp đặt". */
function isCalledAddress(column: string): boolean {
  const key = columnKey(column);
  if (column.includes(HEADER_SEPARATOR) || !ADDRESS_WORD.test(key)) return false;
  return !NO_PLACE.test(key.replace(ADDRESS_WORD, ''));
}

/** Reports whether an input without a header has one column: it is a list. */
export function isList(columns: readonly string[]): boolean {
  return columns.length === 1 && columns[0] === 'column_1';
}

/**
 * Builds the template of an address from the column names: one whole address, its parts, or both; the only column of an input without a header.
 *
 * Shape: undefined when no column name is known; a second line, ward, district or city, province and country follow the street. Of a header whose groups each have an address ("Người gửi / Địa chỉ", "Người nhận / Địa chỉ") all
 * parts are of one group.
 */
export function addressTemplate(columns: readonly string[]): string | undefined {
  if (isList(columns)) return '{column_1}';
  const anywhere = firstPart(columns);
  const own = anywhere === undefined ? columns : withoutOtherAddresses(columns, anywhere);
  const plain = partsOf(own, own);
  const [first] = plain;
  // Columns of one address with a word in front or behind: "Shipping Address1", "Phường/Xã nhận". Of several addresses that of the first group is read.
  for (const group of table.groups) {
    const { full, short } = ofGroup(own, group);
    const parts = partsOf(full, short);
    const isOther = first !== undefined && first !== parts[0];
    if (parts.length > plain.length && !isOther && firstPart(short) !== undefined) return templateOf(parts);
  }
  return plain.length === 0 ? undefined : templateOf(plain);
}

const templateOf = (parts: readonly string[]) => parts.map((column) => `{${column}}`).join(', ');

/** Returns the columns with a word of a group in front or behind, and their names without it. */
function ofGroup(columns: readonly string[], group: string): { full: string[]; short: string[] } {
  const full: string[] = [];
  const short: string[] = [];
  for (const column of columns) {
    const key = columnKey(column);
    const rest = key.startsWith(group)
      ? key.slice(group.length)
      : key.endsWith(group)
        ? key.slice(0, -group.length)
        : '';
    if (rest === '') continue;
    full.push(column);
    short.push(rest);
  }
  return { full, short };
}

/** Returns the columns of the parts of an address, the smallest first. Shape: they are looked for by their `names`, which stand as their columns do. */
function partsOf(columns: readonly string[], names: readonly string[]): string[] {
  const of = (wanted: readonly string[], among = names) => {
    const found = findColumn(among, wanted);
    return found === undefined ? undefined : columns[among.indexOf(found)];
  };
  const street = [of(table.house), of(table.street)].filter((column) => column !== undefined);
  const called = street.length > 0 ? -1 : names.findIndex(isCalledAddress);
  const whole = of(table.address) ?? columns[called];
  const first = whole ?? (street.length > 0 ? street.join('} {') : undefined);
  const units = [of(table.ward), of(table.district) ?? of(table.city), of(table.province)];
  const second = first && of(table.second, withoutRepeated(columns, names));
  const parts = [first, second, ...units].filter((column) => column !== undefined);
  // A country alone is no address, and a table of one country rarely names it.
  const country = parts.length > 1 ? of(table.country) : undefined;
  return [...new Set([...parts, ...(country === undefined ? [] : [country])])];
}

/** Returns the names without those of columns that may be a second one of their name, which an input gives the suffix `_2`: it is no second line. */
function withoutRepeated(columns: readonly string[], names: readonly string[]): string[] {
  const stated = new Set(columns);
  return names.map((name, at) => {
    const column = columns[at] as string;
    return column.endsWith('_2') && stated.has(column.slice(0, -2)) ? '' : name;
  });
}

/** Returns the column that an address begins with: a whole one, or its house or street. */
function firstPart(columns: readonly string[]): string | undefined {
  return findColumn(columns, table.address) ?? findColumn(columns, [...table.house, ...table.street]);
}

/** Returns the columns without those of other groups of a header that have an address of their own. */
function withoutOtherAddresses(columns: readonly string[], first: string): string[] {
  const own = groupOf(first);
  const others = new Set(columns.map(groupOf).filter((group) => !own.startsWith(group)));
  for (const group of others)
    if (firstPart(columns.filter((column) => groupOf(column) === group)) === undefined) others.delete(group);
  return columns.filter((column) => !others.has(groupOf(column)));
}

/** Returns the names of the upper rows of a header, with the separator; empty without them. */
function groupOf(column: string): string {
  const at = column.lastIndexOf(HEADER_SEPARATOR);
  return at < 0 ? '' : column.slice(0, at + HEADER_SEPARATOR.length);
}

/** Names of a latitude column. */
export const LATITUDE_NAMES: readonly string[] = table.latitude;

/** Names of a longitude column. */
export const LONGITUDE_NAMES: readonly string[] = table.longitude;

/** Names of a column with `<lat>,<lng>`. */
export const POINT_NAMES: readonly string[] = table.point;

/**
 * Returns the columns of the position that a stage of an earlier run gave the rows: `geocode_lat` and `geocode_lon`, with any name of the stage.
 *
 * Shape: of several stages the last one, as within a run; undefined without one. A stage that matches places around the row's own position
 * has the column `distance_meters`: its places are no positions of the row.
 */
export function findStagePosition(columns: readonly string[]): { lat: string; lon: string } | undefined {
  const names = new Set(columns);
  const lat = columns.findLast((column) => {
    const stage = /^(.+)_lat$/.exec(column)?.[1];
    if (stage === undefined) return false;
    return (
      names.has(`${stage}_lon`) && names.has(`${stage}_status`) && !names.has(`${stage}_distance_meters`)
    );
  });
  return lat === undefined ? undefined : { lat, lon: lat.replace(/lat$/, 'lon') };
}
