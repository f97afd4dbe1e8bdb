import type { InputFormat } from './input-format.ts';
import { oldSheetKind } from './xlsx/old-sheet.ts';

/** A table of a web page or a workbook of Excel 2003 as XML, which accounting and web programs save as `.xls`. */
export const xlsInput: InputFormat = {
  name: 'xls',
  extensions: ['.xls'],
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
