import type { UseFigure } from '../../contract/uses.ts';
import { CHANGES, type Change, type ComparedFacts } from '../../report/data/compared-rows.ts';
import type { CountChange, EarlierFacts, ReportFacts } from '../../report/data/report-facts.ts';
import { el } from '../kit/dom.ts';
import { mark, rowText } from '../kit/marks.ts';
import type { FilterButtons } from './filter-button.ts';
import type { Format } from './format.ts';
import { levelName } from './level-name.ts';
import type { EarlierAnswer, PageRows } from './page-data.ts';

/** Returns the number of rows of each change since an earlier run, each a filter; undefined without such a run, or where its rows are not known. */
export function comparedFilters({ earlier }: ReportFacts, format: Format, button: FilterButtons) {
  if (!earlier?.compared) return undefined;
  const { counts, same } = earlier.compared;
  const figure = (name: Change | 'same', n: number) => format.t('report.changed', { change: name, n });
  const shown = CHANGES.filter((name) => counts[name] > 0);
  return el(
    'p',
    { class: 'change-filters compared' },
    el('b', {}, titleOf(earlier, format), ':'),
    ...shown.map((name) => button('change', name, { class: 'figure-line' }, figure(name, counts[name]))),
    el('span', { class: 'quiet' }, figure('same', same)),
  );
}

/** Builds the comparison with an earlier run: what that was, how its rows were matched, and what could not be; undefined without such a run. */
export function earlierSection({ earlier, stages }: ReportFacts, format: Format): HTMLElement | undefined {
  if (!earlier) return undefined;
  const { compared, changes } = earlier;
  const lines = changes.map((change) => changeLine(change, stages, format));
  return el(
    'section',
    { class: 'earlier' },
    el('h2', {}, titleOf(earlier, format)),
    el('p', { class: 'quiet' }, ...introduction(earlier, format)),
    // Rows say more than counts of them.
    ...(compared
      ? matched(compared, format)
      : [
          el('p', {}, lines.length === 0 ? format.texts.nothingChanged : format.texts.countsOnly),
          el('ul', { class: 'findings changes' }, ...lines),
        ]),
  );
}

const titleOf = ({ name }: EarlierFacts, { texts, t }: Format): string =>
  name === undefined ? texts.earlier : t('report.earlierOther', { run: name });

/** Returns the sentences about the earlier run. */
function introduction(
  { isSameInput, isComplete, service, edition, rows }: EarlierFacts,
  { texts, t, day }: Format,
): (HTMLElement | string)[] {
  const n = rows.before;
  const input = isSameInput ? t('report.earlierSameInput', { n }) : t('report.earlierOtherInput', { n });
  const data = edition
    ? [t('report.earlierEdition', { before: day(edition.before), after: day(edition.after) })]
    : service !== undefined
      ? [`${texts.earlierService} `, rowText(service), '.']
      : [texts.earlierSameService];
  const sentences = [[input], ...(isComplete ? [] : [[texts.earlierLimited]]), data];
  return sentences.flatMap((parts, at) => (at === 0 ? parts : [' ', ...parts]));
}

/** Says how rows were matched, which decrees are the cause of another ward, and lists the rows that are there no more. */
function matched({ by, gone, goneTexts, causes }: ComparedFacts, format: Format): HTMLElement[] {
  const { texts, t } = format;
  const how =
    typeof by === 'object'
      ? t('report.matchedByColumn', { column: by.column })
      : by === 'place'
        ? texts.matchedByPlace
        : texts.matchedByText;
  const decrees = causes.map(({ decree, item, rows }) =>
    el('li', {}, rowText(causeText({ decree, item }, format)), `: ${t('report.rowsOf', { n: rows })}`),
  );
  const list = el('ul', { class: 'findings' }, ...goneTexts.map((text) => el('li', {}, rowText(text))));
  return [
    el('p', { class: 'quiet' }, how),
    ...(decrees.length > 0 ? [el('p', {}, texts.causes), el('ul', { class: 'findings' }, ...decrees)] : []),
    ...(gone > 0 ? [el('details', {}, el('summary', {}, t('report.gone', { n: gone })), list)] : []),
    ...(gone > goneTexts.length
      ? [el('p', { class: 'quiet' }, t('report.goneFirst', { n: goneTexts.length }))]
      : []),
  ];
}

const causeText = ({ decree, item }: { decree: string; item: string }, { t }: Format): string =>
  item ? t('report.byItem', { decree, item }) : t('report.byDecree', { decree });

/** Returns the cell of the answer of the earlier run: its match, and what became of the row; empty for a row without a change. */
export function earlierCell(rows: PageRows, row: number, format: Format): HTMLElement {
  const change = CHANGES[rows.change[row]! - 1];
  const match = rows.before.get(row)?.match;
  return el(
    'td',
    { class: 'text earlier' },
    change && el('div', {}, match ? rowText(match) : '–'),
    change && el('div', { class: 'quiet' }, changeText(rows, row, change, format)),
  );
}

/** Names what became of a row, for tables that have no place for the answer of the earlier run; undefined for a row without a change. */
export function changeMark(rows: PageRows, row: number, format: Format): HTMLElement | undefined {
  const change = CHANGES[rows.change[row]! - 1];
  return change && el('span', { class: 'change-mark' }, changeText(rows, row, change, format), ' · ');
}

function changeText(rows: PageRows, row: number, change: Change, format: Format): string {
  const meters = rows.moved[row]!;
  const name = format.t('report.changeName', { change });
  return meters > 0 ? `${name} · ${format.meters(meters)}` : name;
}

/** Shows on the card of a row what the earlier run answered, and why it is another answer now, where the law says so. */
export function earlierPart(
  { earlier }: ReportFacts,
  rows: PageRows,
  row: number,
  areaName: (code: string) => string,
  format: Format,
): HTMLElement | undefined {
  const change = CHANGES[rows.change[row]! - 1];
  if (!earlier?.compared || change === undefined) return undefined;
  const { match = '', level = '', ward = '', cause = 0 }: Partial<EarlierAnswer> = rows.before.get(row) ?? {};
  const decree = earlier.compared.causes[cause - 1];
  const line = [
    changeText(rows, row, change, format),
    level && levelName(level, format.t),
    change === 'ward' && areaName(ward),
    decree && causeText(decree, format),
  ].filter(Boolean);
  return el(
    'div',
    { class: 'before' },
    el('h4', {}, titleOf(earlier, format)),
    match !== '' && el('p', {}, rowText(match)),
    el('p', { class: 'quiet' }, rowText(line.join(' · '))),
  );
}

/** Builds the line of a count that differs, for runs whose rows are not known. */
function changeLine(
  { kind, stage, name, before, after }: CountChange,
  stages: ReportFacts['stages'],
  format: Format,
): HTMLElement {
  const figures = { n: Math.abs(after - before), before, after };
  const ofStage = stages.length > 1 && stage !== '' && el('span', { class: 'quiet' }, rowText(stage), ' · ');
  const more =
    after > before ? format.t('report.changeMore', figures) : format.t('report.changeFewer', figures);
  return el(
    'li',
    {},
    kind === 'status' ? mark(name) : kind === 'rejected' && mark('rejected'),
    el('span', {}, ofStage, el('b', {}, nameOf(kind, name, format)), `: ${more}`),
  );
}

function nameOf(kind: CountChange['kind'], name: string, { texts, t }: Format): string {
  if (kind === 'rows') return texts.rows;
  if (kind === 'rejected') return texts.rejected;
  if (kind === 'level') return levelName(name, t);
  if (kind === 'status') return texts[name as 'ok' | 'ambiguous' | 'not_found' | 'skipped' | 'error'];
  return t(`use.${name as UseFigure['name']}`);
}
