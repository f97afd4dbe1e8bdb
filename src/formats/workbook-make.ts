import type { DerivedFormat } from './output-format.ts';

/**
 * The workbook of the input with the results in columns right of its table; all its other parts are copied as they are.
 *
 * Errors: OUTPUT_REFUSED if the columns have no place on the sheet. Source: ECMA-376.
 */
export const workbookOutput: DerivedFormat = {
  name: 'workbook',
  extension: '.workbook.xlsx',
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  from: 'geojson',
  fills: 'xlsx',
  async *make(source) {
    const { fillWorkbook } = await import('./xlsx/fill-workbook.ts');
    yield* fillWorkbook(source);
  },
};
