import type { Translate } from '../../base/messages/translate.ts';
import { el } from '../kit/dom.ts';
import { mark, rowText } from '../kit/marks.ts';
import type { CardDetails, CardRow } from './card-details.ts';
import type { Format } from './format.ts';
import { levelName } from './level-name.ts';
import { plainTable } from './summary.ts';

/** Verdicts of the parts of an address, with the mark of each. */
const PART_MARKS = {
  confirmed: 'ok',
  corrected: 'middle',
  completed: 'middle',
  contradicted: 'error',
  unknown: 'low',
  unused: 'low',
  missing: 'skipped',
} as const;

type PartVerdict = keyof typeof PART_MARKS;

/** Parts with the columns that have them, new units before former ones. */
const PARTS = [
  ['house', ['house_number']],
  ['street', ['street']],
  ['ward', ['to_ward', 'ward_new', 'ward_old']],
  ['district', ['to_district', 'district_old']],
  ['province', ['to_province', 'province_new', 'province_old']],
] as const;

/** Lists the parts of an address with the verdict of each; undefined for a run that gives none. */
export function partList({ details }: CardRow, format: Format): HTMLElement | undefined {
  const { texts, t } = format;
  const verdicts = new Map(
    details
      .one('parts')
      .split(';')
      .map((part) => part.split('=') as [string, string]),
  );
  const lines = PARTS.flatMap(([part, columns]) => {
    const verdict = Object.keys(PART_MARKS).find((name) => name === verdicts.get(part));
    if (verdict === undefined) return [];
    const value = columns.map((column) => details.one(column)).find(Boolean) ?? '';
    return [partLine(t(`level.${part}`), value, verdict as PartVerdict, t)];
  });
  if (lines.length === 0) return undefined;
  return el(
    'div',
    {},
    el('h4', {}, texts.partVerdicts),
    plainTable([texts.part, texts.match, texts.verdict], lines),
  );
}

function partLine(name: string, value: string, verdict: PartVerdict, t: Translate): HTMLElement {
  return el(
    'tr',
    {},
    el('td', {}, name),
    el('td', {}, rowText(value)),
    el('td', {}, mark(PART_MARKS[verdict]), ` ${t(`report.part_${verdict}`)}`),
  );
}

/** Shows the units before and since July 2025 side by side. */
export function unitTable(details: CardDetails, { texts, t }: Format): HTMLElement | undefined {
  const rows = (['ward', 'district', 'province'] as const).flatMap((level) => {
    const [before, now] = [
      details.one(`from_${level}`) || details.one(`${level}_old`),
      details.one(`to_${level}`) || details.one(`${level}_new`),
    ];
    if (before === '' && now === '') return [];
    return [
      el(
        'tr',
        {},
        el('td', {}, t(`level.${level}`)),
        el('td', {}, rowText(before || '–')),
        el('td', {}, rowText(now || '–')),
      ),
    ];
  });
  if (rows.length === 0) return undefined;
  return el(
    'div',
    {},
    el('h4', {}, texts.units),
    plainTable([texts.level, texts.unitsOld, texts.unitsNew], rows),
  );
}

/** Lists the other matches. */
export function candidateList({ candidates }: CardDetails, format: Format): HTMLElement | undefined {
  if (candidates.length === 0) return undefined;
  const { texts, t } = format;
  return el(
    'div',
    {},
    el('h4', {}, texts.candidates),
    el(
      'ol',
      { class: 'candidates', start: 2 },
      ...candidates.map(({ label, level, confidence }) =>
        el('li', {}, rowText(label), el('span', { class: 'quiet' }, ` ${levelName(level, t)} ${confidence}`)),
      ),
    ),
  );
}

/** Shows the street picture of a row and its link. Shape: `thumb` has the picture in its address. Guarantee: links to HTTP and HTTPS alone; nothing is loaded before a person follows one. */
export function pictureOf(
  details: CardDetails,
  { texts }: Format,
  thumb: string | undefined,
): HTMLElement | undefined {
  const link = [details.one('link'), details.one('hd')].find((address) => /^https?:\/\//i.test(address));
  if (link === undefined && thumb === undefined) return undefined;
  const day = details.one('captured_at').slice(0, 10);
  const name = [texts.picture, rowText(day)].flatMap((one, at) => (at === 0 ? [one] : [' ', one]));
  return el(
    'figure',
    { class: 'street-picture' },
    thumb !== undefined && el('img', { src: thumb, alt: `${texts.picture} ${day}`, width: 500, height: 250 }),
    el(
      'figcaption',
      {},
      link === undefined
        ? el('span', {}, ...name)
        : el('a', { href: link, rel: 'noreferrer noopener', target: '_blank' }, ...name),
    ),
  );
}
