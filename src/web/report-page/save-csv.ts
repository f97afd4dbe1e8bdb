import { spreadsheetText } from '../../base/text/spreadsheet-text.ts';
import {
  englishOf,
  NO_CONFIDENCE,
  type ReportFacts,
  STATUSES,
  VERDICTS,
} from '../../report/data/report-facts.ts';
import { csvText } from '../kit/save-text.ts';
import { CHANGES } from '../../report/data/compared-rows.ts';
import type { PageRows } from './page-data.ts';
import type { TextStore } from './row-texts.ts';

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
    ...(facts.earlier?.compared ? ['change', 'moved_meters', 'match_before'] : []),
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
      ...(facts.earlier?.compared
        ? [CHANGES[rows.change[row]! - 1] ?? '', String(rows.moved[row]), rows.before.get(row)?.match ?? '']
        : []),
    ];
  });
  return csvText([header, ...lines].map((cells) => cells.map((cell) => disarmInside(spreadsheetText(cell)))));
}

/** Where a spreadsheet of another language cuts a cell of CSV with commas, quotes or not: a semicolon, a tab, the end of a line. */
const CUT_BEFORE_FORMULA = /([;\t\r\n]"*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
const disarmInside = (cell: string) => cell.replace(CUT_BEFORE_FORMULA, "$1'");
