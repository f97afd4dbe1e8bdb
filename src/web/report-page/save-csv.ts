import { spreadsheetText } from '../../base/text/spreadsheet-text.ts';
import {
  englishOf,
  NO_CONFIDENCE,
  type ReportFacts,
  STATUSES,
  VERDICTS,
} from '../../report/data/report-facts.ts';
import type { PageRows } from './page-data.ts';
import type { TextStore } from './row-texts.ts';

/** Spreadsheets read the letters of other languages right with it. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Returns rows as CSV for a spreadsheet: their number, the cells of the input, then what became of them.
 *
 * Shape: the texts are decoded already. Guarantee: no cell of the input is run as a formula.
 */
export function csvOf(facts: ReportFacts, rows: PageRows, store: TextStore, view: Uint32Array): string {
  const header = [
    'row',
    ...facts.textColumns,
    ...['status', 'reason', 'match', 'level', 'confidence', 'verdict'],
    ...['ward_code', 'province_code', 'lat', 'lon'],
  ];
  const lines = Array.from(view, (row) => {
    const text = store.get(row, () => undefined);
    const confidence = rows.confidence[row]!;
    const position = rows.position[row]!;
    return [
      String(rows.number[row]),
      ...facts.textColumns.map((_, at) => text?.input[at] ?? ''),
      STATUSES[rows.status[row]!] ?? '',
      englishOf(facts.reasons[rows.reason[row]! - 1]?.text ?? ''),
      text?.match ?? '',
      facts.levels[rows.level[row]! - 1] ?? '',
      confidence === NO_CONFIDENCE ? '' : String(confidence / 1000),
      VERDICTS[rows.verdict[row]! - 1] ?? '',
      ...(facts.areas[rows.area[row]! - 1] ?? ['', '']),
      position === 0 ? '' : rows.lat[position]!.toFixed(5),
      position === 0 ? '' : rows.lon[position]!.toFixed(5),
    ];
  });
  return (
    BYTE_ORDER_MARK +
    [header, ...lines]
      .map((cells) => `${cells.map((cell) => quote(disarmInside(spreadsheetText(cell)))).join(',')}\r\n`)
      .join('')
  );
}

/** Where a spreadsheet of another language cuts a cell of CSV with commas, quotes or not: a semicolon, a tab, the end of a line. */
const CUT_BEFORE_FORMULA = /([;\t\r\n]"*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
const disarmInside = (cell: string) => cell.replace(CUT_BEFORE_FORMULA, "$1'");

const quote = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Offers a text as a file. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
