import { parseRange, type CellRange } from '../cell-range.ts';
import type { ZipFile } from '../zip/read-zip.ts';

const MERGE = /<(?:\w+:)?mergeCell\s[^>]*?\bref="([A-Z]+\d+:[A-Z]+\d+)"/gi;
/** Longer than the element of a merged cell. */
const KEPT = 200;

/**
 * Returns the merged cells of a sheet, which its file lists behind all rows.
 *
 * Cost: inflates the sheet once more, without parsing it.
 */
export async function readMerges(file: ZipFile): Promise<CellRange[]> {
  const merges: CellRange[] = [];
  let rest = '';
  for await (const block of file.open()) {
    const text = rest + Buffer.from(block).toString('latin1');
    let end = 0;
    if (text.includes('mergeCell'))
      for (const match of text.matchAll(MERGE)) {
        merges.push(parseRange(match[1] as string));
        end = match.index + match[0].length;
      }
    rest = text.slice(Math.max(end, text.length - KEPT));
  }
  return merges;
}
