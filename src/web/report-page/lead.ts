import { useFigures } from '../../contract/uses.ts';
import { STATUSES, type ReportFacts } from '../../report/data/report-facts.ts';
import { el } from '../kit/dom.ts';
import { mark, rowText } from '../kit/marks.ts';
import type { FilterButtons } from './filter-button.ts';
import type { Dimension } from './filter-state.ts';
import type { Format } from './format.ts';

/** A part of the sentence on top: rows, what they are, and the filter that shows them. Shape: `isWithin` for a part of the one before. */
interface LeadPart {
  dimension: Dimension;
  value: string;
  mark: string;
  text: string;
  isWithin?: boolean;
}

/** Builds the sentence on top of the report, that of the summary of the run: what the rows are good for. Shape: each part is a filter. */
export function leadSentence(facts: ReportFacts, format: Format, button: FilterButtons): HTMLElement {
  const { counts } = facts;
  const { t } = format;
  const parts = outcomeParts(facts, format);
  const items: HTMLElement[] = parts.map(({ dimension, value, mark: kind, text, isWithin = false }) =>
    button(dimension, value, { class: `lead-part${isWithin ? ' is-within' : ''}` }, mark(kind), text),
  );
  if (counts.rejected > 0)
    items.push(
      el(
        'button',
        {
          type: 'button',
          class: 'lead-part',
          onclick: () => document.getElementById('rejects')?.scrollIntoView(),
        },
        mark('rejected'),
        t('report.leadRejected', { n: counts.rejected }),
      ),
    );
  // Inside of the button: behind a part that fills its line, it would begin the next one.
  for (const item of items.slice(0, -1))
    item.append(el('span', { class: 'lead-separator', 'aria-hidden': 'true' }, ';'));
  items.at(-1)?.append('.');
  const rows = parts[0]?.dimension === 'use' && t('use.rows', { all: counts.rows, uses: '' });
  return el('p', { class: 'lead' }, rows, ...items.flatMap((item) => [item, ' ']).slice(0, -1));
}

/** The marks of what rows are good for; those without a match have the ones of their status. */
const MARKS: Readonly<Record<string, string>> = {
  right_ward: 'high',
  house_or_street: 'high',
  district_or_province: 'low',
  to_decide: 'ambiguous',
};

/** Returns the parts of the sentence: by what rows are good for, where a stage has levels, else by status. */
function outcomeParts({ overall: { uses, statuses }, counts }: ReportFacts, { t }: Format): LeadPart[] {
  const byUse = useFigures(uses).map(({ name, rows, isWithin }): LeadPart => {
    const text = t(isWithin ? 'use.within' : 'use.part', { n: rows, use: t(`use.${name}`) });
    return { dimension: 'use', value: name, mark: MARKS[name] ?? name, text, isWithin };
  });
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

/** Lists what the run warned of, each with a button to its rows where they are known; undefined for nothing. */
export function warningList(
  { warnings }: ReportFacts,
  format: Format,
  button: FilterButtons,
): HTMLElement | undefined {
  if (warnings.length === 0) return undefined;
  const { t, texts } = format;
  return el(
    'ul',
    { class: 'warnings', 'aria-label': texts.warnings },
    ...warnings.map(({ text, rows, filter }) =>
      el(
        'li',
        {},
        mark('not_found'),
        el(
          'span',
          {},
          rows !== undefined && `${t('report.rowsOf', { n: rows })}: `,
          format.sentence(text),
          filter && ' ',
          filter && button(filter.dimension, filter.value, { class: 'link' }, texts.seeRows),
        ),
      ),
    ),
  );
}

/** Builds the line below the title: when and from what the results were made, by which command, and their files. Shape: names of files alone, in the folder of the report. */
export function runLine(facts: ReportFacts, { t, texts, ...format }: Format): HTMLElement {
  const { run, counts, isComplete, files, service } = facts;
  const parts: (HTMLElement | string)[] = [
    rowText(facts.job),
    `${t('report.rowsOf', { n: counts.rows })}${isComplete ? '' : `, ${texts.limited}`}`,
    ...(run.startedAt === undefined ? [] : [format.day(run.startedAt, true)]),
    run.edition === undefined ? rowText(service) : t('report.datasetOf', { day: format.day(run.edition) }),
    ...(run.seconds === undefined ? [] : [format.duration(run.seconds)]),
    ...(run.command === undefined ? [] : [el('code', {}, rowText(run.command))]),
    ...files
      .filter(({ bytes }) => bytes > 0)
      .map(({ name, bytes }) =>
        el('a', { href: `./${encodeURIComponent(name)}`, title: format.bytes(bytes) }, rowText(name)),
      ),
  ];
  return el(
    'p',
    { class: 'quiet run-line' },
    ...parts.flatMap((part, at) => (at === 0 ? [part] : [' · ', part])),
  );
}
