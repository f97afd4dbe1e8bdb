import type { CellRange } from '../cell-range.ts';
import type { SheetRow } from './read-sheet.ts';

/** The namespace of the XML of Excel 2002 and 2003. */
const SPREADSHEET_ML = 'urn:schemas-microsoft-com:office:spreadsheet';
/** A page that begins as one and has a table; a page without is refused as a page. */
const PAGE = /^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype\s+html|html|head|body|meta|style|table)\b/i;

/** The kinds of text that programs save as `.xls`. */
export type OldSheetKind = 'html' | 'xml';

/** Returns the kind of an old sheet by its first bytes; undefined for other files. */
export function oldSheetKind(head: Buffer): OldSheetKind | undefined {
  if (head[0] !== 0x3c && head[0] !== 0xef && head[0]! > 0x20) return undefined;
  const text = head.toString('latin1', 0, 64 << 10);
  if (/^(?:\u00ef\u00bb\u00bf)?\s*<\?xml\b/.test(text))
    return text.includes(SPREADSHEET_ML) ? 'xml' : undefined;
  return PAGE.test(text) && /<tr[\s>]/i.test(text) && /<t[dh][\s>]/i.test(text) ? 'html' : undefined;
}

/** A table with its rows in memory. */
export interface OldSheet {
  name: string;
  isHidden: boolean;
  rows: SheetRow[];
  merges: CellRange[];
}
