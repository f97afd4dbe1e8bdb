import { distanceMeters } from '../../base/geo/distance.ts';
import type { Position } from '../../base/geo/position.ts';
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

/** Builds a part of a card with its title. */
export const titled = (title: string, ...content: Node[]): HTMLElement =>
  el('div', {}, el('h4', {}, title), ...content);

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
    const judged = [
      mark(PART_MARKS[verdict as PartVerdict]),
      ` ${t(`report.part_${verdict as PartVerdict}`)}`,
    ];
    return [[t(`level.${part}`), rowText(value), judged]];
  });
  if (lines.length === 0) return undefined;
  return titled(texts.partVerdicts, plainTable([texts.part, texts.match, texts.verdict], lines));
}

/** Shows the units before and since July 2025 side by side. */
export function unitTable(details: CardDetails, { texts, t }: Format): HTMLElement | undefined {
  const rows = (['ward', 'district', 'province'] as const).flatMap((level) => {
    const [before, now] = [
      details.one(`from_${level}`) || details.one(`${level}_old`),
      details.one(`to_${level}`) || details.one(`${level}_new`),
    ];
    if (before === '' && now === '') return [];
    return [[t(`level.${level}`), rowText(before || '–'), rowText(now || '–')]];
  });
  if (rows.length === 0) return undefined;
  return titled(texts.units, plainTable([texts.level, texts.unitsOld, texts.unitsNew], rows));
}

/** The letters of the matches of a row, the best first; the same are on the map. */
export const LETTERS = 'ABCDEFGHIJ';

/** Lists the matches where there are several: their share, and how far they are from the first one, or from the row. */
export function candidateList(
  { details, match, confidence, level }: CardRow,
  first: Position | undefined,
  title: string,
  format: Format,
): HTMLElement | undefined {
  const { candidates } = details;
  if (candidates.length === 0) return undefined;
  const { t } = format;
  const own = { label: match, level, confidence: confidence === undefined ? '' : String(confidence) };
  const all = [{ ...own, meters: details.one('distance_meters'), place: undefined }, ...candidates];
  const lines = all.map(({ label, level: of, confidence: share, meters, place }, at) => {
    const far = first && place && distanceMeters(first, place);
    const notes = [
      of && levelName(of, t),
      share && format.percent(Number(share), 1),
      meters && format.meters(Number(meters)),
      !meters && far !== undefined && t('report.fromA', { n: format.meters(Math.round(far)) }),
    ].filter(Boolean);
    return el(
      'li',
      {},
      el('b', { class: 'letter' }, LETTERS[at]),
      el('span', {}, rowText(label), el('span', { class: 'quiet' }, ` ${notes.join(' · ')}`)),
    );
  });
  return titled(title, el('ul', { class: 'candidates' }, ...lines));
}

/** Builds the buttons of a row: its position for other programs, a map with streets, and the command that goes on with such rows. */
export function rowActions(
  place: Position | undefined,
  command: 'review' | 'retry' | undefined,
  { texts }: Format,
): HTMLElement {
  const text = place && `${place.lat.toFixed(5)}, ${place.lon.toFixed(5)}`;
  const copy = (label: string, copied: string) => {
    const button = el('button', { type: 'button' }, label);
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(copied).then(() => (button.textContent = texts.copied));
    });
    return button;
  };
  return el(
    'p',
    { class: 'buttons' },
    text !== undefined && copy(`${texts.copyPosition} ${text}`, text),
    place &&
      el(
        'a',
        {
          href: `https://www.openstreetmap.org/?mlat=${place.lat}&mlon=${place.lon}#map=18/${place.lat}/${place.lon}`,
          rel: 'noreferrer noopener',
          target: '_blank',
        },
        texts.openMap,
      ),
    command &&
      copy(
        texts[command === 'review' ? 'decide' : 'retry'],
        `geomill ${command} "${folderOfPage()}"${command === 'review' ? ' --open' : ''}`,
      ),
  );
}

/** The page is in the folder of its run: with its path where it is open from disk, so that a command with it works in every folder. */
function folderOfPage(): string {
  const path = decodeURIComponent(location.pathname).replace(/\/[^/]*$/, '');
  return (location.protocol === 'file:' ? path : path.replace(/^.*\//, ''))
    .replace(/^\/(?=\w:)/, '')
    .replaceAll('"', '');
}

/** Shows the street picture of a row and its link. Shape: `thumb` has the picture in its address. Guarantee: links to HTTP and HTTPS alone; nothing is loaded before a person follows one. */
export function pictureOf(
  details: CardDetails,
  { texts, ...format }: Format,
  thumb: string | undefined,
): HTMLElement | undefined {
  const link = [details.one('link'), details.one('hd')].find((address) => /^https?:\/\//i.test(address));
  const day = format.day(details.one('captured_at').slice(0, 10));
  if (link === undefined && thumb === undefined && day === '') return undefined;
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
