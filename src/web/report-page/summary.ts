import type { Format, ReportTexts } from './format.ts';
import { levelName } from './level-name.ts';
import { englishOf, type OverallFacts, type ReportFacts, VERDICTS } from '../../report/data/report-facts.ts';
import type { BandName } from '../../contract/bands.ts';
import { bandCounts } from './bands.ts';
import { barList, histogram, stackedBar, statusParts } from './charts.ts';
import { el } from '../kit/dom.ts';
import type { FilterButtons } from './filter-button.ts';
import type { Dimension } from './filter-state.ts';
import { mark, rowText } from '../kit/marks.ts';

/** Builds the figures of all rows, and those of each stage where a run has several. */
export function stageSections(facts: ReportFacts, format: Format, button: FilterButtons): HTMLElement[] {
  const { overall, stages } = facts;
  const all = outcomeSection({ ...overall, title: format.texts.outcome, isFilter: true }, format, button);
  if (stages.length < 2) return [all];
  const others = stages.map(({ levels = {}, verdicts = {}, bins = [], ...stage }) =>
    outcomeSection(
      {
        ...stage,
        levels,
        verdicts,
        bins,
        meaning: stage.meaning,
        title: `${format.texts.stage}: ${stage.prefix}`,
        isFilter: false,
      },
      format,
      button,
    ),
  );
  return [all, ...others];
}

/** Figures of rows, with their title. Shape: `isFilter` where they are those of the rows of the table. */
type Outcome = Pick<OverallFacts, 'statuses' | 'levels' | 'bins' | 'meaning' | 'reasons'> & {
  verdicts: Readonly<Record<string, number>>;
  title: string;
  isFilter: boolean;
};

function outcomeSection(outcome: Outcome, format: Format, button: FilterButtons): HTMLElement {
  const { texts, t } = format;
  const { statuses, levels, bins, reasons, isFilter } = outcome;
  const all = sum(Object.values(statuses));
  const filterOf = (dimension: Dimension, value: string) => (isFilter ? { dimension, value } : undefined);
  const verdicts = VERDICTS.flatMap((verdict) => {
    const rows = outcome.verdicts[verdict] ?? 0;
    return rows > 0 ? [{ label: texts[verdict], rows, filter: filterOf('verdict', verdict) }] : [];
  });
  const byPrecision = Object.entries(levels).sort(
    ([a, m], [b, n]) => precisionOf(a) - precisionOf(b) || n - m || (a < b ? -1 : 1),
  );
  const matched = sum(Object.values(levels));
  const panels = [
    verdicts.length > 0 && panel(texts.verdict, [all, format], barList(verdicts, all, format, button)),
    byPrecision.length > 0 &&
      panel(
        texts.levels,
        [matched, format],
        barList(
          byPrecision.slice(0, 12).map(([level, rows]) => ({
            label: levelName(level, t),
            rows,
            filter: filterOf('level', level),
          })),
          matched,
          format,
          button,
        ),
      ),
    bins.some((rows) => rows > 0) && confidencePanel(outcome, format, button),
    (reasons.length > 0 || byPrecision.length === 0) &&
      panel(texts.reasons, [all - statuses.ok, format], reasonList(outcome, format, button)),
  ].filter((one) => one !== false);
  return el(
    'section',
    { class: 'stage' },
    el('h2', {}, outcome.title),
    stackedBar(statusParts(statuses, format, isFilter), format, button),
    all > 0 && el('div', { class: 'panels' }, ...panels),
  );
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

/** Levels from the most precise one; others come after them. */
const PRECISION = [
  'position',
  'house',
  'interpolated',
  'alley',
  'street',
  'poi',
  'hamlet',
  'ward',
  'district',
  'province',
];
const precisionOf = (level: string) =>
  (PRECISION.indexOf(level) + PRECISION.length + 1) % (PRECISION.length + 1);

/** Builds a panel. Shape: the title names the whole of its shares. */
function panel(title: string, [all, format]: [number, Format], ...content: HTMLElement[]): HTMLElement {
  const whole = format.t('report.ofRows', { n: all });
  return el(
    'div',
    { class: 'panel' },
    el('h3', {}, title, all > 0 && el('span', { class: 'quiet whole' }, ` ${whole}`)),
    ...content,
  );
}

const BAND_TEXTS: Readonly<Record<BandName, [band: keyof ReportTexts, suffix: 'High' | 'Middle' | 'Low']>> = {
  high: ['bandHigh', 'High'],
  middle: ['bandMiddle', 'Middle'],
  low: ['bandLow', 'Low'],
};

function confidencePanel(
  { bins, meaning, isFilter }: Outcome,
  format: Format,
  button: FilterButtons,
): HTMLElement {
  const { texts, t } = format;
  const all = sum(bins);
  const bands = bandCounts(bins).map(({ name, rows }) => {
    const [band, suffix] = BAND_TEXTS[name];
    const figure = [
      mark(name),
      el('span', {}, `${texts[band]} `),
      el('b', {}, `${format.count(rows)} `),
      el('span', { class: 'quiet' }, format.percent(rows, all)),
    ];
    return el(
      'li',
      {},
      isFilter && rows > 0
        ? button('kind', name, { class: 'figure-line' }, ...figure)
        : el('span', { class: 'figure-line' }, ...figure),
      meaning &&
        el(
          'p',
          { class: 'quiet' },
          meaning === 'distance' ? t(`report.distance${suffix}`) : t(`report.probability${suffix}`),
        ),
    );
  });
  const chart = histogram(bins, format, isFilter ? button : undefined);
  return panel(texts.confidence, [all, format], chart, el('ul', { class: 'bands' }, ...bands));
}

function reasonList({ reasons, isFilter }: Outcome, format: Format, button: FilterButtons): HTMLElement {
  const { texts } = format;
  if (reasons.length === 0) return el('p', { class: 'quiet' }, texts.noReasons);
  return el(
    'ul',
    { class: 'reasons' },
    ...reasons.map(({ reason, status, rows }) => {
      const line = [mark(status), format.sentence(reason), ' ', el('b', {}, format.count(rows))];
      return el(
        'li',
        {},
        isFilter
          ? button('reason', englishOf(reason), { class: 'reason-line' }, ...line)
          : el('span', { class: 'reason-line' }, ...line),
      );
    }),
  );
}

/** Builds the list of the rejected rows; undefined without any. */
export function rejectSection(
  { rejects, rejectReasons, counts }: ReportFacts,
  format: Format,
): HTMLElement | undefined {
  const { texts, t } = format;
  if (rejects.length === 0) return undefined;
  const rows = rejects.map(({ row, line, reasons, raw }) =>
    el(
      'tr',
      {},
      el('td', { class: 'number' }, format.count(row)),
      el('td', { class: 'number' }, format.count(line)),
      el(
        'td',
        { class: 'sentence' },
        ...reasons.flatMap((reason, at) => [at > 0 && '; ', format.sentence(reason)]),
      ),
      el('td', { class: 'raw' }, rowText(raw)),
    ),
  );
  return el(
    'section',
    { id: 'rejects', tabindex: -1 },
    el('h2', {}, texts.rejects),
    el(
      'ul',
      { class: 'reasons reject-reasons' },
      ...rejectReasons.map(({ reason, rows: count }) =>
        el(
          'li',
          {},
          el(
            'span',
            { class: 'reason-line' },
            mark('rejected'),
            format.sentence(reason),
            ' ',
            el('b', {}, format.count(count)),
          ),
        ),
      ),
    ),
    counts.rejected > rejects.length &&
      el('p', { class: 'quiet' }, t('report.rejectsMore', { n: rejects.length, all: counts.rejected })),
    el(
      'div',
      { class: 'scroll-x', tabindex: 0, role: 'group', 'aria-label': texts.rejects },
      plainTable([texts.row, texts.line, texts.reason, texts.raw], rows, [0, 1]),
    ),
  );
}

/** Builds a table. Shape: `numbers` are the columns of figures. */
export function plainTable(
  heads: readonly string[],
  rows: readonly HTMLElement[],
  numbers: readonly number[] = [],
): HTMLElement {
  const cells = heads.map((head, at) =>
    el('th', { scope: 'col', class: numbers.includes(at) ? 'number' : '' }, head),
  );
  return el('table', { class: 'plain' }, el('thead', {}, el('tr', {}, ...cells)), el('tbody', {}, ...rows));
}

/** Builds the list of files, and the service. */
export function fileSection(facts: ReportFacts, format: Format): HTMLElement {
  const { texts } = format;
  const rows = facts.files.map(({ name, bytes }) =>
    el(
      'tr',
      {},
      // The page is in the folder of its files.
      el('td', {}, el('a', { href: `./${encodeURIComponent(name)}` }, rowText(name))),
      el('td', { class: 'number' }, format.bytes(bytes)),
    ),
  );
  return el(
    'section',
    { class: 'files' },
    el('h2', {}, texts.files),
    el(
      'div',
      { class: 'panels' },
      el('div', { class: 'panel' }, plainTable([texts.file, texts.size], rows, [1])),
      el('div', { class: 'panel' }, el('h3', {}, texts.service), el('p', {}, rowText(facts.service))),
    ),
  );
}
