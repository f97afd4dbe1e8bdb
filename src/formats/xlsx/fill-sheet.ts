import { failure } from '../../base/errors/geomill-error.ts';
import { columnIndex } from '../cell-range.ts';

/** A cell to write. Shape: `content` are elements in one another, the innermost with its text as XML. */
export interface FilledCell {
  attributes: string;
  content: readonly (readonly [element: string, text: string])[];
}

/** The cells to add. Shape: `start` is the index of their first column, `letters` are the names of all; `cellsOf` is called for each row, in order. */
export interface SheetFilling {
  start: number;
  letters: readonly string[];
  /** The lowest row of the header, whose look the new names get. */
  header: number;
  cellsOf(row: number): Promise<readonly (FilledCell | undefined)[] | undefined>;
}

/** Of the new columns, in characters. */
const WIDTH = 18;
/** A row has at most 16,384 cells of 32,767 characters; one of results is far shorter. */
const ROW_CHARACTERS_MAX = 64 << 20;

const MIN = /\smin="(\d{1,5})"/;
const MAX = /\smax="(\d{1,5})"/;
/** The end of a range of cells. */
const RIGHT = /:([A-Z]{1,3})(\d{1,7}")/;
const ROW_END = /^\/(?:\w{1,60}:)?row$/;
const ROW_TAG = /^<((?:\w{1,60}:)?)row[\s/>]/;

/**
 * Adds cells to the rows of a sheet, and changes no other byte of it but the columns and the stated dimension.
 *
 * Errors: OUTPUT_REFUSED for a sheet with comments or unparsed text between its cells, which would have to be parsed as XML.
 * Cost: memory for one row.
 */
export async function* fillSheet(
  blocks: AsyncIterable<Buffer>,
  filling: SheetFilling,
): AsyncGenerator<Uint8Array> {
  // A character is a byte: what is not changed keeps its bytes, whatever they are.
  let rest = '';
  let state: 'head' | 'rows' | 'tail' = 'head';
  const counter = { row: 0 };
  for await (const block of blocks) {
    if (state === 'tail') {
      yield block;
      continue;
    }
    rest += block.toString('latin1');
    if (state === 'head') {
      const begin = /<(?:\w{1,60}:)?sheetData\s?\/?>/.exec(rest);
      if (begin === null) continue;
      yield bytesOf(withColumns(rest.slice(0, begin.index), filling, prefixOf(begin[0])));
      rest = rest.slice(begin.index);
      state = 'rows';
    }
    const end = rest.search(/<\/(?:\w{1,60}:)?sheetData|<(?:\w{1,60}:)?sheetData\s?\/>/);
    // A row is changed when it is here as a whole.
    const last = end >= 0 ? end : lastRowEnd(rest);
    if (last > 0) yield bytesOf(await withCells(rest.slice(0, last), filling, counter));
    rest = rest.slice(Math.max(0, last));
    if (rest.length > ROW_CHARACTERS_MAX) throw failure('OUTPUT_REFUSED', 'workbook.fillUnreadable');
    if (end >= 0) {
      yield bytesOf(rest);
      rest = '';
      state = 'tail';
    }
  }
  if (rest !== '') yield bytesOf(rest);
}

const bytesOf = (text: string) => Buffer.from(text, 'latin1');

/** UTF-8 as characters that are its bytes. */
const asBytes = (text: string) => Buffer.from(text).toString('latin1');

function lastRowEnd(text: string): number {
  const closed = text.lastIndexOf('row>');
  return closed < 0 || !ROW_END.test(text.slice(text.lastIndexOf('<', closed) + 1, closed + 3))
    ? 0
    : closed + 4;
}

/** Adds cells to whole rows. */
async function withCells(text: string, filling: SheetFilling, counter: { row: number }): Promise<string> {
  if (text.includes('<!')) throw failure('OUTPUT_REFUSED', 'workbook.fillUnreadable');
  let out = '';
  let at = 0;
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', open + 1)) {
    const [, prefix] = ROW_TAG.exec(text.slice(open, open + 70)) ?? [];
    if (prefix === undefined) continue;
    const tagEnd = text.indexOf('>', open) + 1;
    const tag = text.slice(open, tagEnd);
    const stated = /\sr="(\d{1,7})"/.exec(tag)?.[1];
    counter.row = stated === undefined ? counter.row + 1 : Number(stated);
    const cells = await filling.cellsOf(counter.row);
    const isEmpty = tag.endsWith('/>');
    const close = isEmpty ? tagEnd : text.indexOf(`</${prefix}row`, tagEnd);
    if (cells === undefined) {
      open = close - 1;
      continue;
    }
    // The spans only help a reader to guess how many cells there are.
    const plainTag = tag.replace(/\sspans="[^"]{0,99}"/, '').replace(/\/>$/, '>');
    const content = mergeCells(text.slice(tagEnd, close), cells, prefix, counter.row, filling);
    out += text.slice(at, open) + plainTag + content + (isEmpty ? `</${prefix}row>` : '');
    at = close;
    open = close - 1;
  }
  return out + text.slice(at);
}

/** Returns the cells of a row with the new ones in their places: one that is there already is empty, and gives its look. */
function mergeCells(
  content: string,
  cells: readonly (FilledCell | undefined)[],
  prefix: string,
  row: number,
  { start, letters, header }: SheetFilling,
): string {
  let before = content;
  let after = '';
  const styles = new Map<number, string>();
  let look = '';
  let column = -1;
  const open = `<${prefix}c`;
  for (let at = content.indexOf(open); at >= 0; at = content.indexOf(open, at + 1)) {
    if (!/[\s/>]/.test(content[at + open.length] ?? '')) continue;
    const tag = content.slice(at, content.indexOf('>', at) + 1);
    const reference = /\sr="([A-Za-z]{1,3})\d{1,7}"/.exec(tag)?.[1];
    column = reference === undefined ? column + 1 : columnIndex(reference);
    const style = /\ss="\d{1,6}"/.exec(tag)?.[0] ?? '';
    if (column < start) {
      look = style;
      continue;
    }
    if (before === content) before = content.slice(0, at);
    if (column < start + letters.length) styles.set(column, style);
    else {
      after = content.slice(at);
      break;
    }
  }
  const added = cells.map((cell, at) => {
    const style = styles.get(start + at) ?? (row === header ? look : '');
    if (cell === undefined) return style === '' ? '' : `<${prefix}c r="${letters[at]}${row}"${style}/>`;
    const inner = cell.content.reduceRight(
      (nested, [element, text]) =>
        `<${prefix}${element}${element === 't' ? ' xml:space="preserve"' : ''}>${asBytes(text)}${nested}</${prefix}${element}>`,
      '',
    );
    return `<${prefix}c r="${letters[at]}${row}"${style}${cell.attributes}>${inner}</${prefix}c>`;
  });
  return before + added.join('') + after;
}

/** Returns what is in front of the rows with a width for the new columns, which none of its ranges hides, and their end in the dimension. */
function withColumns(head: string, { start: from, letters }: SheetFilling, prefix: string): string {
  const [first, last] = [from + 1, from + letters.length];
  if (letters.length === 0) return head;
  const own = `<${prefix}col min="${first}" max="${last}" width="${WIDTH}" customWidth="1"/>`;
  const dimensioned = withDimension(head, `<${prefix}dimension `, last, letters.at(-1) as string);
  const [start, end] = [`<${prefix}cols>`, `</${prefix}cols>`];
  const at = dimensioned.indexOf(start);
  if (at < 0) return dimensioned + start + own + end;
  const [open, close] = [at + start.length, dimensioned.indexOf(end, at)];
  const ranges: { min: number; text: string }[] = [{ min: first, text: own }];
  for (const [tag] of dimensioned.slice(open, close).matchAll(/<[^<>]{1,500}\/>/g)) {
    const [min = 0, max = 0] = [MIN, MAX].map((bound) => Number(bound.exec(tag)?.[1] ?? 0));
    const part = (least: number, most: number) => {
      if (least <= most)
        ranges.push({
          min: least,
          text: tag.replace(MIN, ` min="${least}"`).replace(MAX, ` max="${most}"`),
        });
    };
    if (max < first || min > last) ranges.push({ min, text: tag });
    else {
      part(min, first - 1);
      part(last + 1, max);
    }
  }
  const written = ranges.sort((a, b) => a.min - b.min).map(({ text }) => text);
  return dimensioned.slice(0, open) + written.join('') + dimensioned.slice(close);
}

/** Returns the prefix of the elements of a sheet, with its colon, from one of its tags. */
const prefixOf = (tag: string) => (tag.includes(':') ? tag.slice(1, tag.indexOf(':') + 1) : '');

function withDimension(head: string, tag: string, last: number, letters: string): string {
  const at = head.indexOf(tag);
  if (at < 0) return head;
  const end = head.indexOf('>', at);
  const stated = head
    .slice(at, end)
    .replace(RIGHT, (whole, right: string, row: string) =>
      columnIndex(right) + 1 >= last ? whole : `:${letters}${row}`,
    );
  return head.slice(0, at) + stated + head.slice(end);
}
