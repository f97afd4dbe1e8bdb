import type { ReportFacts, RunFacts } from '../../report/data/report-facts.ts';
import type { Outlines } from '../../base/geo/outlines.ts';
import { el } from '../kit/dom.ts';
import { shareList, sharePicture, type SharedUnit } from '../kit/unit-shares.ts';
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
  outlines: readonly Outlines[],
  ward = '',
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
  // As the stage writes them, `26740 Phường Sài Gòn (0.79)`.
  const units = details
    .one('candidates')
    .split('; ')
    .flatMap((one) => sharedUnit(/^(\S*) (.*) \(([^()]*)\)$/.exec(one) ?? [], format));
  return el(
    'div',
    { class: 'conversion' },
    el('div', { class: 'sides' }, side('from', details.one('from_line')), side('to', match)),
    explanation !== '' && el('p', {}, rowText(explanation)),
    line.length > 0 && el('p', { class: 'quiet' }, rowText(line.join(' · '))),
    listed(units, texts.candidatesOf),
    // Outlines are those of their day: a code may have been that of another unit before.
    sharePicture(
      units.length > 0 ? units : [{ code: ward, share: 1 }],
      outlines.filter(({ day }) => (converted?.day ?? '') >= day),
      texts.outlines,
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
  const units = wards
    .map((ward) => ward.split(' '))
    .flatMap(([code = '', share]) => sharedUnit(['', code, areaName(code), share], format));
  return listed(units, format.texts.wardsBecame);
}

/** Returns a unit with its share; none of a text that has no such form. Shape: code, name and share behind the whole of it. */
function sharedUnit([, code, name, text]: readonly (string | undefined)[], format: Format): SharedUnit[] {
  if (code === undefined || name === undefined || text === undefined) return [];
  const share = Number(text);
  return [{ code, name, share, text: Number.isFinite(share) ? format.percent(share, 1) : text }];
}

const listed = (units: readonly SharedUnit[], title: string) =>
  units.length === 0 ? undefined : titled(title, shareList(units));
