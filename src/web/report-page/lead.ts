import type { Translate } from '../../base/messages/translate.ts';
import { USES, type Use } from '../../contract/uses.ts';
import { STATUSES, type ReportFacts } from '../../report/data/report-facts.ts';
import { el } from '../kit/dom.ts';
import { mark } from '../kit/marks.ts';
import type { FilterButtons } from './filter-button.ts';
import type { Dimension } from './filter-state.ts';
import type { Format } from './format.ts';

/** A part of the sentence on top: rows, what they are, and the filter that shows them. */
interface LeadPart {
  dimension: Dimension;
  value: string;
  mark: string;
  text: string;
  cause?: string | undefined;
}

/** Builds the sentence on top of the report: how many rows can be used, what is to do with the others, and why. Shape: each part is a filter. */
export function leadSentence(facts: ReportFacts, format: Format, button: FilterButtons): HTMLElement {
  const { counts } = facts;
  const { t } = format;
  const isByUse = USES.some((use) => facts.overall.uses[use] > 0);
  const parts = outcomeParts(facts, format);
  const buttons = parts.map(({ dimension, value, mark: kind, text, cause }) => {
    const part = button(dimension, value, { class: 'lead-part' }, mark(kind), text);
    return cause === undefined ? part : el('span', {}, part, cause);
  });
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
  const items = [...buttons, rejected].filter((item) => item instanceof HTMLElement);
  // Inside of the button: behind a part that fills its line, it would begin the next one.
  for (const item of items.slice(0, -1))
    item.append(el('span', { class: 'lead-separator', 'aria-hidden': 'true' }, ';'));
  // Within the last part as well.
  const last = items.at(-1);
  (last?.lastElementChild === last?.lastChild ? (last?.lastElementChild ?? last) : last)?.append('.');
  const rows = isByUse && t('use.rows', { all: counts.rows, uses: '' });
  return el('p', { class: 'lead' }, rows, ...items.flatMap((item) => [item, ' ']).slice(0, -1));
}

/** The marks of what rows are good for; those without a match have the ones of their status. */
const MARKS: Partial<Record<Use, string>> = {
  house_or_street: 'high',
  ward: 'middle',
  district_or_province: 'low',
  to_decide: 'ambiguous',
};

/** Returns the parts of the sentence: by what rows are good for, where a stage has levels, else by status. */
function outcomeParts(
  { overall: { uses, statuses }, counts, wardMatches }: ReportFacts,
  { t }: Format,
): LeadPart[] {
  const byUse = USES.filter((use) => uses[use] > 0).map((use): LeadPart => ({
    dimension: 'use',
    value: use,
    mark: MARKS[use] ?? use,
    text: t('use.part', { n: uses[use], use: t(`use.${use}`) }),
    cause: use === 'ward' ? causeOf(uses.ward, wardMatches?.withoutStreets ?? 0, t) : undefined,
  }));
  if (byUse.length > 0) return byUse;
  return STATUSES.filter((status) => status === 'ok' || statuses[status] > 0).map((status): LeadPart => ({
    dimension: 'status',
    value: status,
    mark: status,
    text:
      status === 'ok'
        ? t('report.lead_ok', { n: statuses.ok, all: counts.rows })
        : t('use.part', {
            n: statuses[status],
            use: t(`use.${status === 'ambiguous' ? 'to_decide' : status}`),
          }),
  }));
}

/** Returns why rows are at a ward only; undefined where the dataset does not say. */
function causeOf(rows: number, withoutStreets: number, t: Translate): string | undefined {
  if (withoutStreets === 0) return undefined;
  return withoutStreets === rows
    ? t('report.leadAllWithoutStreets')
    : t('report.leadSomeWithoutStreets', { n: withoutStreets });
}
