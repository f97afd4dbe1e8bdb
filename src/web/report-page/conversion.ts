import type { ReportFacts, RunFacts } from '../../report/data/report-facts.ts';
import { el } from '../kit/dom.ts';
import { rowText } from '../kit/marks.ts';
import type { CardDetails, CardRow } from './card-details.ts';
import { titled } from './card-parts.ts';
import type { FilterButtons } from './filter-button.ts';
import type { Format } from './format.ts';
import { levelName } from './level-name.ts';

const UNITS = ['ward', 'district', 'province'] as const;

/** Reports whether the details of a row are those of a conversion. */
export const isConverted = (details: CardDetails): boolean => details.one('to_day') !== '';

/** Shows an address with its units of a day; those that it has on this side only are marked, as the columns of the conversion say. */
export function convertedLine(line: string, details: CardDetails, side: 'from' | 'to' = 'to'): HTMLElement {
  const other = side === 'to' ? 'from' : 'to';
  const own = UNITS.map((unit) => details.one(`${side}_${unit}`));
  const others = UNITS.map((unit) => details.one(`${other}_${unit}`));
  const isChanged = (part: string) => own.includes(part) && !others.includes(part);
  const parts = line.split(', ').flatMap((part, at): (Node | string)[] => {
    const shown = isChanged(part) ? el('mark', {}, part) : part;
    return at === 0 ? [shown] : [', ', shown];
  });
  return el(
    'bdi',
    { lang: 'vi' },
    ...parts.map((part) => (typeof part === 'string' ? document.createTextNode(part) : part)),
  );
}

/** Returns the kinds of changes of a conversion with their rows, each a filter; undefined for other runs. */
export function changeFilters({ stages, overall }: ReportFacts, { t }: Format, button: FilterButtons) {
  if (stages.at(-1)?.name !== 'convert') return undefined;
  const kinds = Object.entries(overall.levels).sort(([, a], [, b]) => b - a);
  return el(
    'p',
    { class: 'change-filters' },
    ...kinds.map(([kind, n]) =>
      button('level', kind, { class: 'figure-line' }, t('use.part', { n, use: levelName(kind, t) })),
    ),
  );
}

/** Shows what a conversion made of an address: both sides, the change and its decree, and the shares of the units that it can be in. */
export function conversionPart(
  { details, match }: CardRow,
  { converted }: RunFacts,
  format: Format,
): HTMLElement {
  const { t, texts } = format;
  const side = (name: 'from' | 'to', line: string) =>
    line !== '' &&
    el(
      'section',
      {},
      el('h4', {}, t('report.unitsOf', { day: format.day(details.one(`${name}_day`)) })),
      el('p', { class: 'converted-line' }, convertedLine(line, details, name)),
    );
  const [change, decree, item] = ['change', 'decree', 'item'].map((name) => details.one(name));
  const effective = details.one('effective');
  // The sentence of the run is in its language alone; the line below says the same in that of the page.
  const explanation = converted?.language === format.language ? details.one('explanation') : '';
  const line = [
    change && levelName(change, t),
    decree && (item ? t('report.byItem', { decree, item }) : t('report.byDecree', { decree })),
    effective && format.day(effective),
  ].filter(Boolean);
  return el(
    'div',
    { class: 'conversion' },
    el('div', { class: 'sides' }, side('from', details.one('from_line')), side('to', match)),
    explanation !== '' && el('p', {}, rowText(explanation)),
    line.length > 0 && el('p', { class: 'quiet' }, rowText(line.join(' · '))),
    // As the stage writes them, `26740 Phường Sài Gòn (0.79)`.
    shareList(
      details
        .one('candidates')
        .split('; ')
        .map((one) => /^\S* (.*) \(([^()]*)\)$/.exec(one) ?? []),
      texts.candidatesOf,
      format,
    ),
  );
}

/** Shows the wards that the ward of a row became, where it was divided. Shape: as the stage writes them, `09556 0.79|09552 0.21`. */
export function dividedWard(
  { details }: CardRow,
  areaName: (code: string) => string,
  format: Format,
): HTMLElement | undefined {
  const wards = details.one('ward_divided').split('|');
  const named = wards
    .map((ward) => ward.split(' '))
    .map(([code = '', share]) => [code, areaName(code), share]);
  return shareList(named, format.texts.wardsBecame, format);
}

/** Lists the units that an address can be in, with the share of each as a bar. Shape: name and share behind the whole of each. */
function shareList(
  units: readonly (string | undefined)[][],
  title: string,
  format: Format,
): HTMLElement | undefined {
  const lines = units.flatMap(([, name, share]) => {
    if (name === undefined || share === undefined) return [];
    const value = Number(share);
    const isKnown = Number.isFinite(value);
    return el(
      'li',
      {},
      el('bdi', { lang: 'vi' }, name),
      isKnown && el('meter', { min: 0, max: 1, value, 'aria-label': name }),
      el('span', { class: 'quiet' }, isKnown ? format.percent(value, 1) : share),
    );
  });
  if (lines.length === 0) return undefined;
  return titled(title, el('ul', { class: 'shares' }, ...lines));
}
