import { NO_CONFIDENCE, STATUSES, type ReportFacts } from '../../report/data/report-facts.ts';
import { bandOf } from './bands.ts';
import { el } from '../kit/dom.ts';
import { mark, rowText } from './marks.ts';
import type { Format } from './format.ts';
import type { PageRows } from './page-data.ts';
import type { TextStore } from './row-texts.ts';
import { levelName } from './summary.ts';
import { fill } from '../kit/texts.ts';

/** What the details need of the report. */
export interface DetailSource {
  facts: ReportFacts;
  rows: PageRows;
  texts: TextStore;
  format: Format;
  onClose: () => void;
  onRow: (row: number) => void;
}

/** Builds the details of a row. */
export function rowDetails(source: DetailSource, row: number, redraw: () => void): HTMLElement {
  const { facts, rows, format, onClose } = source;
  const { texts } = format;
  const text = source.texts.get(row, redraw);
  const status = STATUSES[rows.status[row] as number] ?? 'ok';
  const reason = facts.reasons[(rows.reason[row] as number) - 1];
  const level = facts.levels[(rows.level[row] as number) - 1];
  const confidence = rows.confidence[row] as number;
  const position = rows.position[row] as number;
  const entries: [string, ...(Node | string)[]][] = facts.textColumns.map((name, at) => [
    name,
    text ? rowText(text.input[at] ?? '') : '…',
  ]);
  if (text?.match) entries.push([texts.match, rowText(text.match)]);
  entries.push([texts.status, mark(status), texts[status]]);
  if (reason) entries.push([texts.reason, rowText(reason)]);
  if (level !== undefined) entries.push([texts.level, levelName(level, texts)]);
  if (confidence !== NO_CONFIDENCE)
    entries.push([texts.confidence, mark(bandOf(confidence) ?? 'low'), format.decimal(confidence / 1000, 3)]);
  if (position > 0) entries.push([texts.position, placeOf(rows, position)]);
  return el(
    'div',
    { class: 'details' },
    el('h3', {}, fill(texts.details, { n: format.count(rows.number[row] as number) })),
    el('button', { type: 'button', class: 'close', 'aria-label': texts.close, onclick: onClose }, '×'),
    el(
      'dl',
      {},
      ...entries.map(([name, ...content]) => el('div', {}, el('dt', {}, name), el('dd', {}, ...content))),
    ),
    position > 0 && othersHere(source, row, position),
  );
}

function placeOf(rows: PageRows, position: number): string {
  return `${(rows.lat[position] as number).toFixed(5)}, ${(rows.lon[position] as number).toFixed(5)}`;
}

/** Offers the next row at the same position: points that lie on each other cannot be told apart on the map. */
function othersHere({ rows, format, onRow }: DetailSource, row: number, position: number) {
  const here: number[] = [];
  for (let other = 0; other < rows.count; other += 1) if (rows.position[other] === position) here.push(other);
  if (here.length < 2) return undefined;
  const next = here[(here.indexOf(row) + 1) % here.length] as number;
  return el(
    'p',
    { class: 'quiet' },
    fill(format.texts.atPlace, { n: format.count(here.length) }),
    ' ',
    el('button', { type: 'button', onclick: () => onRow(next) }, format.texts.nextHere),
  );
}
