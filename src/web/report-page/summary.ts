import type { ReportFacts, StageFacts } from '../../report/data/report-facts.ts';
import { bandCounts, type BandName } from './bands.ts';
import { barList, histogram, stackedBar, statusParts } from './charts.ts';
import { el } from '../kit/dom.ts';
import { mark, rowText } from './marks.ts';
import type { Format } from './format.ts';
import type { Texts } from './texts-en.ts';
import { fill } from '../kit/texts.ts';

/** Builds what the report says first: what ran, and the most important figures. */
export function headline(facts: ReportFacts, format: Format): HTMLElement {
  const { counts, stages } = facts;
  const { texts } = format;
  const sums = { ok: 0, ambiguous: 0, not_found: 0, skipped: 0, error: 0 };
  const last = stages.at(-1)?.statuses ?? sums;
  const figures: [kind: string, label: string, rows: number][] = [
    ['', texts.rows, counts.rows],
    ['ok', texts.ok, last.ok],
    ['ambiguous', texts.ambiguous, last.ambiguous],
    ['not_found', texts.not_found, last.not_found],
    ['skipped', texts.skipped, last.skipped],
    ['error', texts.error, last.error],
    ['rejected', texts.rejected, counts.rejected],
  ];
  return el(
    'dl',
    { class: 'figures' },
    ...figures.map(([kind, label, rows]) =>
      el(
        'div',
        { class: rows === 0 && kind !== '' ? 'is-zero' : '' },
        el('dt', {}, kind !== '' && mark(kind), label),
        el(
          'dd',
          {},
          el('span', { class: 'figure' }, format.count(rows)),
          kind !== '' && el('span', { class: 'quiet' }, format.percent(rows, counts.rows)),
        ),
      ),
    ),
  );
}

/** Builds the figures of the stages: statuses, levels, confidence, reasons. */
export function stageSections(facts: ReportFacts, format: Format): HTMLElement[] {
  return facts.stages.map((stage) => stageSection(stage, facts.stages.length > 1, format));
}

function stageSection(stage: StageFacts, isNamed: boolean, format: Format): HTMLElement {
  const { texts } = format;
  const all = Object.values(stage.statuses).reduce((sum, rows) => sum + rows, 0);
  const levels = Object.entries(stage.levels ?? {});
  const verdicts = VERDICTS.flatMap((verdict) => {
    const rows = stage.verdicts?.[verdict] ?? 0;
    return rows > 0 ? [{ label: texts[verdict], rows }] : [];
  });
  const panels = [
    verdicts.length > 0 && panel(texts.verdicts, barList(verdicts, all, format)),
    levels.length > 0 &&
      panel(
        texts.levels,
        barList(
          levels.slice(0, 10).map(([level, rows]) => ({ label: levelName(level, texts), rows })),
          levels.reduce((sum, [, rows]) => sum + rows, 0),
          format,
        ),
      ),
    stage.bins && stage.bins.some((rows) => rows > 0) && confidencePanel(stage, format),
    (stage.reasons.length > 0 || levels.length === 0) && panel(texts.reasons, reasonList(stage, format)),
  ].filter((one) => one !== false && one !== undefined);
  return el(
    'section',
    { class: 'stage' },
    el('h2', {}, isNamed ? `${texts.stage}: ${stage.prefix}` : texts.outcome),
    stackedBar(statusParts(stage.statuses, format), format),
    all > 0 && el('div', { class: 'panels' }, ...panels),
  );
}

/** What to do with a row, in the order of the page. */
const VERDICTS = ['accept', 'check', 'reject'] as const;

/** The levels that have a name in each language. */
const LEVELS = ['house', 'street', 'poi', 'ward', 'district', 'province', 'alley', 'interpolated'] as const;

/** Returns the name of a level in the language of the page; a level that has none there as it is. */
export function levelName(level: string, texts: Texts): string {
  return LEVELS.find((known) => known === level) ? texts[level as (typeof LEVELS)[number]] : level;
}

function panel(title: string, ...content: (HTMLElement | SVGElement)[]): HTMLElement {
  return el('div', { class: 'panel' }, el('h3', {}, title), ...content);
}

const BAND_TEXTS: Readonly<Record<BandName, [band: keyof Texts, suffix: 'High' | 'Middle' | 'Low']>> = {
  high: ['bandHigh', 'High'],
  middle: ['bandMiddle', 'Middle'],
  low: ['bandLow', 'Low'],
};

function confidencePanel({ bins = [], meaning }: StageFacts, format: Format): HTMLElement {
  const { texts } = format;
  const all = bins.reduce((sum, rows) => sum + rows, 0);
  const bands = bandCounts(bins).map(({ name, rows }) => {
    const [band, suffix] = BAND_TEXTS[name];
    return el(
      'div',
      {},
      el('dt', {}, mark(name), texts[band]),
      el(
        'dd',
        {},
        el('b', {}, format.count(rows)),
        el('span', { class: 'quiet' }, format.percent(rows, all)),
        meaning && el('p', {}, texts[`${meaning}${suffix}`]),
      ),
    );
  });
  return panel(texts.confidence, histogram(bins, format), el('dl', { class: 'bands' }, ...bands));
}

function reasonList({ reasons }: StageFacts, format: Format): HTMLElement {
  const { texts } = format;
  if (reasons.length === 0) return el('p', { class: 'quiet' }, texts.noReasons);
  return el(
    'ul',
    { class: 'reasons' },
    ...reasons.map(({ reason, status, rows }) =>
      el('li', {}, mark(status), rowText(reason), el('b', {}, format.count(rows))),
    ),
  );
}

/** Builds the list of the rejected rows; undefined without any. */
export function rejectSection({ rejects, counts }: ReportFacts, format: Format): HTMLElement | undefined {
  const { texts } = format;
  if (rejects.length === 0) return undefined;
  const rows = rejects.map(({ row, line, reasons, raw }) =>
    el(
      'tr',
      {},
      el('td', { class: 'number' }, format.count(row)),
      el('td', { class: 'number' }, format.count(line)),
      el('td', {}, rowText(reasons.join('; '))),
      el('td', { class: 'raw' }, rowText(raw)),
    ),
  );
  return el(
    'section',
    {},
    el('h2', {}, texts.rejects),
    counts.rejected > rejects.length &&
      el(
        'p',
        { class: 'quiet' },
        fill(texts.rejectsMore, { n: format.count(rejects.length), all: format.count(counts.rejected) }),
      ),
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

/** Builds the list of files, the service and what the run remarked. */
export function fileSection(facts: ReportFacts, format: Format): HTMLElement {
  const { texts } = format;
  const rows = facts.files.map(({ name, bytes }) =>
    el('tr', {}, el('td', {}, rowText(name)), el('td', { class: 'number' }, format.bytes(bytes))),
  );
  return el(
    'section',
    { class: 'files' },
    el('h2', {}, texts.files),
    el(
      'div',
      { class: 'panels' },
      el('div', { class: 'panel' }, plainTable([texts.file, texts.size], rows, [1])),
      el(
        'div',
        { class: 'panel' },
        el('h3', {}, texts.service),
        el('p', {}, rowText(facts.service)),
        facts.findings.length > 0 && el('h3', {}, texts.findings),
        facts.findings.length > 0 &&
          el('ul', { class: 'findings' }, ...facts.findings.map((finding) => el('li', {}, rowText(finding)))),
      ),
    ),
  );
}
