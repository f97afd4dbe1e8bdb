import { foldKey } from '../../../base/text/fold.ts';
import { DISTRICT, PROVINCE, WARD } from '../../../base/text/unit-words.ts';
import type { StatedRange } from './understand.ts';

/** Units in columns beside an address, by name. */
export interface ColumnNames {
  ward?: string | undefined;
  district?: string | undefined;
  province?: string | undefined;
}

/** A name in a column of units. */
export interface UnitColumn {
  name: string;
  layer: number;
}

/** An address with its columns. Shape: `stated` are the ranges of the text that the columns gave. */
export interface StatedText {
  text: string;
  stated: readonly StatedRange[];
}

/** A number in a column of units is the name of a numbered one: "5" is Phường 5. */
const NUMBER = /^\d{1,2}$/;

/** Returns the names of columns of units, the finest first; those without a value are left out. */
export function columnsOf({ ward, district, province }: ColumnNames): UnitColumn[] {
  const columns: UnitColumn[] = [];
  const add = (value: string | undefined, layer: number, word: string): void => {
    const name = value?.trim() ?? '';
    if (name !== '')
      columns.push({ name: NUMBER.test(name) && word !== '' ? `${word} ${name}` : name, layer });
  };
  add(ward, WARD, 'Phường');
  add(district, DISTRICT, 'Quận');
  add(province, PROVINCE, '');
  return columns;
}

/** Joins an address and its columns. Shape: a column whose name is a part of the address between commas already states that part, the last one of the name. */
export function joinColumns(address: string, columns: readonly UnitColumn[]): StatedText {
  let text = address.trim() === '' ? '' : address;
  const stated: StatedRange[] = [];
  for (const { name, layer } of columns) {
    const known = partCalled(text, foldKey(name), stated);
    if (known !== undefined) stated.push({ ...known, layer });
    else {
      text = text === '' ? name : `${text}, ${name}`;
      stated.push({ start: text.length - name.length, end: text.length, layer });
    }
  }
  return { text, stated };
}

/** Returns the last part of a text between commas that has a key and that no column states yet. */
function partCalled(
  text: string,
  key: string,
  stated: readonly StatedRange[],
): { start: number; end: number } | undefined {
  for (let end = text.length; end > 0;) {
    const comma = text.lastIndexOf(',', end - 1);
    const start = comma + 1;
    if (
      foldKey(text.slice(start, end)) === key &&
      !stated.some((range) => range.end > start && range.start < end)
    )
      return { start, end };
    end = comma;
  }
  return undefined;
}
