import type { InputFormat } from './input-format.ts';

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

/** A table of a web page or a workbook of Excel 2003 as XML, which accounting and web programs save as `.xls`. */
export const xlsInput: InputFormat = {
  name: 'xls',
  extensions: ['.xls'],
  description:
    'A table of HTML or a workbook of XML that a program saved as .xls; of several the first with places',
  hasHeader: false,
  detect: () => undefined,
  binary: {
    isDetected: (head) => oldSheetKind(head) !== undefined,
    rewrite: async (...args) => {
      const { spoolXls } = await import('./xlsx/spool-xls.ts');
      await spoolXls(...args);
    },
  },
};
