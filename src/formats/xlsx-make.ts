import type { DerivedFormat } from './output-format.ts';

/**
 * An Excel workbook: numbers and dates as such, text as text, so that codes, phone numbers and formulas stay what they are; the header frozen
 * and filtered; a second sheet explains the columns in English and Vietnamese.
 *
 * Errors: OUTPUT_REFUSED if the results do not fit on a sheet. Source: ECMA-376.
 */
export const xlsxOutput: DerivedFormat = {
  name: 'xlsx',
  extension: '.xlsx',
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  table: {},
  from: 'geojson',
  async *make(source) {
    const { writeXlsx } = await import('./xlsx/write-xlsx.ts');
    yield* writeXlsx(source);
  },
};
