import { expect, it } from 'vitest';
import { spreadsheetText, textOfSpreadsheet } from './spreadsheet-text.ts';

it.each([
  ['=HYPERLINK("http://x.test")', `'=HYPERLINK("http://x.test")`],
  ['+84 912', `'+84 912`],
  ['@sum', `'@sum`],
  ['-10.77', '-10.77'],
  ['00123', '="00123"'],
  ['12 Lê Lợi', '12 Lê Lợi'],
])('a spreadsheet shows %s as text, and it is read back', (cell, written) => {
  expect(spreadsheetText(cell)).toBe(written);
  expect(textOfSpreadsheet(written)).toBe(cell);
});
