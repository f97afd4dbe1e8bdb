import type { Format } from './format.ts';
import { levelName, levelOrder, levelTitle } from './level-name.ts';
import {
  englishOf,
  type OverallFacts,
  type ReportFacts,
  type Sentence,
  STATUSES,
  VERDICTS,
} from '../../report/data/report-facts.ts';
import { barList, histogram } from './charts.ts';
import { el } from '../kit/dom.ts';
import type { FilterButtons } from './filter-button.ts';
import type { Dimension } from './filter-state.ts';
import { mark, rowText } from '../kit/marks.ts';

/** Builds the figures of all rows, and those of each stage where a run has several. */
export function stageSections(facts: ReportFacts, format: Format, button: FilterButtons): HTMLElement[] {
  const { overall, stages } = facts;
  const all = outcomeSection({ ...overall, title: format.texts.outcome, isFilter: true }, format, button);
  const others = (stages.length < 2 ? [] : stages).map(
    ({ levels = {}, verdicts = {}, bins = [], ...stage }) =>
      outcomeSection(
        {
          ...stage,
          levels,
          verdicts,
          bins,
          title: `${format.texts.stage}: ${stage.prefix}`,
          isFilter: false,
        },
        format,
        button,
      ),
  );
  return [all, ...others].filter((section) => section !== undefined);
}

/** Figures of rows, with their title. Shape: `isFilter` where they are those of the rows of the table. */
type Outcome = Pick<OverallFacts, 'statuses' | 'levels' | 'bins' | 'reasons'> & {
  verdicts: Readonly<Record<string, number>>;
  title: string;
  isFilter: boolean;
};

/** Builds the panels of some figures; undefined where no figure says more than the sentence on top. */
function outcomeSection(outcome: Outcome, format: Format, button: FilterButtons): HTMLElement | undefined {
  const { texts, t } = format;
  const { statuses, verdicts, levels, bins, reasons, isFilter } = outcome;
  const all = sum(Object.values(statuses));
  const bars = (
    dimension: Dimension,
    entries: readonly [string, number][],
    name: (value: string) => string,
  ) =>
    barList(
      entries.map(([value, rows]) => ({
        label: name(value),
        rows,
        filter: isFilter ? { dimension, value } : undefined,
      })),
      all,
      format,
      button,
    );
  const counted = <Name extends string>(names: readonly Name[], counts: Readonly<Record<string, number>>) =>
    names.flatMap((name): [Name, number][] => ((counts[name] ?? 0) > 0 ? [[name, counts[name] ?? 0]] : []));
  const byStatus = counted(STATUSES, statuses);
  const byVerdict = counted(VERDICTS, verdicts);
  const byPrecision = Object.entries(levels)
    .sort(([a, m], [b, n]) => levelOrder(a) - levelOrder(b) || n - m || (a < b ? -1 : 1))
    .slice(0, MOST_LEVELS);
  const textOf = (name: string) => texts[name as (typeof STATUSES | typeof VERDICTS)[number]];
  const panels = [
    // One bar of all rows says nothing.
    byStatus.length > 1 && panel(texts.status, bars('status', byStatus, textOf)),
    byVerdict.length > 0 && panel(texts.verdict, bars('verdict', byVerdict, textOf)),
    byPrecision.length > 1 &&
      panel(
        levelTitle(Object.keys(levels), texts),
        bars('level', byPrecision, (level) => levelName(level, t)),
      ),
    bins.filter((rows) => rows > 0).length > 1 &&
      panel(texts.confidence, histogram(bins, format, isFilter ? button : undefined)),
    reasons.length > 0 && panel(texts.reasons, reasonList(outcome, format, button)),
  ].filter((one) => one !== false);
  if (panels.length === 0) return undefined;
  return el(
    'section',
    { class: 'stage' },
    el('h2', {}, outcome.title),
    el('div', { class: 'panels' }, ...panels),
  );
}

const MOST_LEVELS = 12;
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

/** Builds a panel of a section. */
export function panel(title: string, ...content: HTMLElement[]): HTMLElement {
  return el('div', { class: 'panel' }, el('h3', {}, title), ...content);
}

function reasonList({ reasons, isFilter }: Outcome, format: Format, button: FilterButtons): HTMLElement {
  return el(
    'ul',
    { class: 'reasons' },
    ...reasons.map(({ reason, status, rows }) =>
      reasonItem(status, reason, rows, format, isFilter ? button : undefined),
    ),
  );
}

function reasonItem(kind: string, reason: Sentence, rows: number, format: Format, button?: FilterButtons) {
  const line = [mark(kind), format.sentence(reason), ' ', el('b', {}, format.count(rows))];
  return el(
    'li',
    {},
    button
      ? button('reason', englishOf(reason), { class: 'reason-line' }, ...line)
      : el('span', { class: 'reason-line' }, ...line),
  );
}

/** Builds the list of the rejected rows; undefined without any. */
export function rejectSection(
  { rejects, rejectReasons, counts }: ReportFacts,
  format: Format,
): HTMLElement | undefined {
  const { texts, t } = format;
  if (rejects.length === 0) return undefined;
  const rows = rejects.map(({ row, line, reasons, raw }) => [
    format.count(row),
    format.count(line),
    reasons.flatMap((reason, at) => [at > 0 && '; ', format.sentence(reason)]),
    el('code', {}, rowText(raw)),
  ]);
  return el(
    'section',
    { id: 'rejects', tabindex: -1 },
    el('h2', {}, texts.rejects),
    el(
      'ul',
      { class: 'reasons reject-reasons' },
      ...rejectReasons.map(({ reason, rows: count }) => reasonItem('rejected', reason, count, format)),
    ),
    counts.rejected > rejects.length &&
      el('p', { class: 'quiet' }, t('report.rejectsMore', { n: rejects.length, all: counts.rejected })),
    wideTable(texts.rejects, [texts.row, texts.line, texts.reason, texts.raw], rows, [0, 1]),
  );
}

type Content = Parameters<typeof el>[2];

/** Builds a table of the contents of its cells. Shape: `numbers` are the columns of figures. */
export function plainTable(
  heads: readonly Content[],
  rows: readonly (readonly (Content | readonly Content[])[])[],
  numbers: readonly number[] = [],
): HTMLElement {
  const kind = (at: number) => ({ class: numbers.includes(at) ? 'number' : '' });
  const cells = heads.map((head, at) => el('th', { scope: 'col', ...kind(at) }, head));
  const lines = rows.map((row) =>
    el('tr', {}, ...row.map((cell, at) => el('td', kind(at), ...[cell].flat()))),
  );
  return el('table', { class: 'plain' }, el('thead', {}, el('tr', {}, ...cells)), el('tbody', {}, ...lines));
}

/** Builds a table that is scrolled where it is wider than the page. */
export function wideTable(label: string, ...table: Parameters<typeof plainTable>): HTMLElement {
  return el(
    'div',
    { class: 'scroll-x', tabindex: 0, role: 'group', 'aria-label': label },
    plainTable(...table),
  );
}
