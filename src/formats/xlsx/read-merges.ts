import { parseRange, type CellRange } from '../cell-range.ts';
import type { ZipFile } from '../zip/read-zip.ts';
import { readSmallXml } from './read-xml.ts';

/** The end of the rows, behind which the format has the merged cells. */
const ROWS_END = /<\/(\w{1,60}:)?sheetData\s{0,60}>/;
/** Longer than that end. */
const KEPT = 200;
const RANGE = /^[A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7}$/i;

/**
 * Returns the merged cells of a sheet, which its file lists behind all rows.
 *
 * Cost: inflates the sheet once more, and parses what is behind its rows.
 */
export async function readMerges(file: ZipFile): Promise<CellRange[]> {
  const merges: CellRange[] = [];
  await readSmallXml(behindRows(file), file.name, (name, { ref = '' }) => {
    if (name === 'mergeCell' && RANGE.test(ref)) merges.push(parseRange(ref));
  });
  return merges;
}

/** Generates the elements behind the rows as a document of their own. */
async function* behindRows(file: ZipFile): AsyncGenerator<Buffer> {
  let isBehind = false;
  let rest = '';
  for await (const block of file.open()) {
    if (isBehind) {
      yield block;
      continue;
    }
    // A character is a byte.
    const text = rest + block.toString('latin1');
    const end = text.includes('sheetData') ? ROWS_END.exec(text) : null;
    rest = text.slice(-KEPT);
    if (end === null) continue;
    isBehind = true;
    const [, prefix = ''] = end;
    yield Buffer.from(`<${prefix}worksheet><${prefix}sheetData>`);
    yield Buffer.from(text.slice(end.index), 'latin1');
  }
  if (!isBehind) yield Buffer.from('<sheetData/>');
}
