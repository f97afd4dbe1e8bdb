import { levelName } from './level-name.ts';
import type { ReportFacts } from '../../report/data/report-facts.ts';
import { bandCounts } from './bands.ts';
import { el } from '../kit/dom.ts';
import { mark } from '../kit/marks.ts';
import type { FilterButtons } from './filter-button.ts';
import type { Dimension } from './filter-state.ts';
import type { Format } from './format.ts';

/** A part of the sentence on top: rows, what they are, and the filter that shows them. */
interface LeadPart {
  dimension: Dimension;
  value: string;
  mark?: string;
  text: string;
  rows: number;
}

/** Builds the sentence on top of the report: how many rows can be used, what is to do with the others, and why. Shape: each part is a filter. */
export function leadSentence(facts: ReportFacts, format: Format, button: FilterButtons): HTMLElement {
  const { counts } = facts;
  const { t } = format;
  const parts = outcomeParts(facts, format).filter(({ rows }, at) => at === 0 || rows > 0);
  const buttons = parts.map(({ dimension, value, mark: kind, text }) =>
    button(dimension, value, { class: 'lead-part' }, kind !== undefined && mark(kind), text),
  );
  const level = levelPart(facts, format, button);
  const rejected =
    counts.rejected > 0 &&
    el(
      'button',
      {
        type: 'button',
        class: 'lead-part',
        onclick: () => document.getElementById('rejects')?.scrollIntoView(),
      },
      t('report.leadRejected', { n: counts.rejected }),
    );
  const items = [...buttons, rejected, level].filter((item) => item instanceof HTMLElement);
  // Inside of the button: behind a part that fills its line, it would begin the next one.
  for (const item of items.slice(0, -1))
    item.append(el('span', { class: 'lead-separator', 'aria-hidden': 'true' }, ';'));
  // Within the last part as well.
  const last = items.at(-1);
  (last?.lastElementChild === last?.lastChild ? (last?.lastElementChild ?? last) : last)?.append('.');
  return el('p', { class: 'lead' }, ...items.flatMap((item) => [item, ' ']).slice(0, -1));
}

/** Returns the parts of the sentence: by band where the run has confidences, else by status. */
function outcomeParts({ overall, counts }: ReportFacts, { t }: Format): LeadPart[] {
  const { bins, meaning, statuses } = overall;
  const all = counts.rows;
  const statusParts = (['ambiguous', 'not_found', 'skipped', 'error'] as const).map((status): LeadPart => ({
    dimension: 'status',
    value: status,
    mark: status,
    rows: statuses[status],
    text: t(`report.lead_${status}`, { n: statuses[status] }),
  }));
  if (!bins.some((rows) => rows > 0))
    return [
      {
        ...{ dimension: 'status', value: 'ok', mark: 'ok', rows: statuses.ok },
        text: t('report.lead_ok', { n: statuses.ok, all }),
      },
      ...statusParts,
    ];
  const of = meaning === 'distance' ? 'Distance' : '';
  const textOf = {
    high: (n: number) => t(`report.lead${of}High`, { n, all }),
    middle: (n: number) => t(`report.lead${of}Middle`, { n }),
    low: (n: number) => t(`report.lead${of}Low`, { n }),
  };
  const bands = bandCounts(bins).map(({ name, rows }): LeadPart => ({
    dimension: 'kind',
    value: name,
    mark: name,
    rows,
    text: textOf[name](rows),
  }));
  return [...bands, ...statusParts];
}

/** Returns the part about the commonest level, with its cause where the dataset says it. */
function levelPart(
  { overall: { levels, meaning }, wardMatches }: ReportFacts,
  format: Format,
  button: FilterButtons,
): HTMLElement | undefined {
  const { texts, t } = format;
  const all = Object.values(levels).reduce((sum, rows) => sum + rows, 0);
  const [level, rows] = Object.entries(levels).sort(([, a], [, b]) => b - a)[0] ?? [];
  // Levels of matches by distance say nothing about their precision.
  if (level === undefined || rows === undefined || meaning === 'distance') return undefined;
  const text = t('report.leadLevel', {
    share: format.percent(rows, all),
    level: levelName(level, t),
  });
  const missing = level === 'ward' ? (wardMatches?.withoutStreets ?? 0) : 0;
  const cause =
    missing > 0 &&
    (missing === rows ? texts.leadAllWithoutStreets : t('report.leadSomeWithoutStreets', { n: missing }));
  return el('span', {}, button('level', level, { class: 'lead-part' }, text), cause);
}
