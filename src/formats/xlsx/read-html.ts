import { COLUMNS_MAX } from '../limits.ts';
import type { OldSheet } from './old-sheet.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const SPANNED_MAX = 1000;
const WIDE = /\bcolspan\s?=\s?["']?(\d{1,4})/i;
const HIGH = /\browspan\s?=\s?["']?(\d{1,4})/i;
const spanned = (attribute: RegExp, tag: string) =>
  Math.min(SPANNED_MAX, Math.max(1, Number(attribute.exec(tag)?.[1] ?? 1)));

/** Elements whose content is no text of a cell. */
const UNSEEN = /^(?:script|style|head|title)$/;

/**
 * Reads the tables of a web page, of which programs write one for each sheet.
 *
 * Shape: cells are text, with a line break for `<br>` and between paragraphs; a cell over several rows or columns is a merged one. A table inside of a
 * cell is a part of its text. Cost: linear in the text, whatever its tags are.
 */
export function readHtmlTables(bytes: Buffer): OldSheet[] {
  const html = decode(bytes);
  const tables: OldSheet[] = [];
  let table: OldSheet | undefined;
  let depth = 0;
  let row = { row: 0, cells: [] as string[], columns: [] as number[] };
  /** Rows that each column is still covered for by a cell above. */
  let covered: number[] = [];
  let column = 0;
  let cell: string | undefined;
  let unseen = '';
  const endCell = () => {
    if (cell === undefined || table === undefined) return;
    const lines = cell.split('\n').map((line) => line.trim());
    const text = lines.filter((line) => line !== '').join('\n');
    if (text !== '') {
      row.cells[column] = text;
      row.columns.push(column);
    }
    cell = undefined;
  };
  const endRow = () => {
    endCell();
    if (row.columns.length > 0) table?.rows.push(row);
    row = { row: row.row, cells: [], columns: [] };
  };
  const openTag = (name: string, tag: string) => {
    if (name === 'table' && ++depth === 1) {
      table = { name: `table ${tables.length + 1}`, isHidden: false, rows: [], merges: [] };
      tables.push(table);
      row = { row: 0, cells: [], columns: [] };
      covered = [];
    }
    if (depth > 1 || table === undefined) {
      if (cell !== undefined && /^(?:br|p|div|tr)$/.test(name)) cell += '\n';
      return;
    }
    if (name === 'tr') {
      endRow();
      row.row += 1;
      column = -1;
      covered = covered.map((rows) => Math.max(0, rows - 1));
    } else if (name === 'td' || name === 'th') {
      endCell();
      do column += 1;
      while ((covered[column] ?? 0) > 0);
      const [wide, high] = [spanned(WIDE, tag), spanned(HIGH, tag)];
      if (column + wide <= COLUMNS_MAX) {
        if (wide + high > 2)
          table.merges.push({
            top: row.row,
            bottom: row.row + high - 1,
            left: column,
            right: column + wide - 1,
          });
        for (let at = column; at < column + wide; at += 1) covered[at] = high;
        cell = '';
      }
    } else if (/^(?:br|p|div|li)$/.test(name) && cell !== undefined) cell += '\n';
  };
  const closeTag = (name: string) => {
    if (name === 'table' && depth > 0 && --depth === 0) {
      endRow();
      table = undefined;
    } else if (depth === 1 && (name === 'td' || name === 'th')) endCell();
    else if (depth === 1 && name === 'tr') endRow();
  };
  for (let at = 0; at < html.length;) {
    const start = html.indexOf('<', at);
    const end = start < 0 ? html.length : start;
    if (cell !== undefined && unseen === '') cell += textOf(html.slice(at, end).replace(/[\r\n\t ]+/g, ' '));
    if (start < 0) break;
    const isComment = html.startsWith('<!--', start);
    const close = html.indexOf(isComment ? '-->' : '>', start + 1);
    if (close < 0) break;
    const tag = html.slice(start, close + 1);
    const [, slash, name = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(tag.slice(0, 40)) ?? [];
    const lower = name.toLowerCase();
    if (unseen !== '') unseen = slash === '/' && lower === unseen ? '' : unseen;
    else if (slash === '/') closeTag(lower);
    else if (UNSEEN.test(lower)) unseen = lower;
    else if (lower !== '') openTag(lower, tag);
    at = close + (isComment ? 3 : 1);
  }
  endRow();
  return tables;
}

function textOf(html: string): string {
  if (!html.includes('&')) return html;
  return html.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,6});/gi, (whole, entity: string) => {
    if (!entity.startsWith('#')) return ENTITIES[entity.toLowerCase()] ?? whole;
    const code = /^#x/i.test(entity) ? parseInt(entity.slice(2), 16) : Number(entity.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Decodes a page in the encoding that its mark or its head states; UTF-8 without one. */
function decode(bytes: Buffer): string {
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined;
  const stated = /charset\s?=\s?["']?([\w-]{2,20})/i.exec(bytes.toString('latin1', 0, 4096))?.[1];
  try {
    return new TextDecoder(mark ?? stated ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder('utf-8').decode(bytes);
  }
}
