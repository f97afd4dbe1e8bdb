import type { InputFormat } from './input-format.ts';

/** OpenDocument files are archives too; the first file in them is their type. */
const isOpenDocument = (head: Buffer) =>
  head.toString('latin1', 30, 84).startsWith('mimetypeapplication/vnd.oasis.opendocument');

const ZIP = Buffer.from('PK\u0003\u0004');

/** An Excel workbook: one of its sheets, with a header. */
export const xlsxInput: InputFormat = {
  name: 'xlsx',
  extensions: ['.xlsx', '.xlsm'],
  hasHeader: false,
  detect: () => undefined,
  binary: {
    isDetected: (head) => head.subarray(0, ZIP.length).equals(ZIP) && !isOpenDocument(head),
    rewrite: async (...args) => {
      // Loaded when it is read: other inputs need no reader of workbooks.
      const { spoolXlsx } = await import('./xlsx/spool-xlsx.ts');
      await spoolXlsx(...args);
    },
  },
};
