import type { Translate } from '../../base/messages/translate.ts';
import { el } from '../kit/dom.ts';
import { mark, rowText } from '../kit/marks.ts';
import type { CardDetails, CardRow } from './card-details.ts';
import type { Format } from './format.ts';
import { levelName } from './level-name.ts';
import { foldText } from './row-texts.ts';
import { plainTable } from './summary.ts';

/** A part of a text. Shape: `isCommon` for a word that the other text has as well, and for what is between words. */
interface TextPart {
  text: string;
  isCommon: boolean;
}

const WORD = /[\p{L}\p{N}]+/gu;
/** Words for kinds of units and streets, also shortened: they tell nothing apart. */
const KIND_WORDS = new Set(
  'phuong p xa x quan q huyen h thi tran tx tt thanh pho tp tinh t duong d so'.split(' '),
);

/** Marks the words of a text that another one does not have, with or without diacritics. */
export function markDifferences(text: string, other: string): TextPart[] {
  const known = new Set(words(other));
  const parts: TextPart[] = [];
  let last = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (index > last) parts.push({ text: text.slice(last, index), isCommon: true });
    const folded = foldText(word);
    parts.push({ text: word, isCommon: known.has(folded) || KIND_WORDS.has(folded) });
    last = index + word.length;
  }
  if (last < text.length) parts.push({ text: text.slice(last), isCommon: true });
  return parts;
}

/** Reports whether a text names something: has all of its words, without those of kinds. */
export function namesIn(text: string, name: string): boolean {
  const known = new Set(words(text));
  const own = words(name).filter((word) => !KIND_WORDS.has(word));
  return own.length > 0 && own.every((word) => known.has(word));
}

const words = (text: string): string[] => foldText(text).match(WORD) ?? [];

/** Verdicts of the parts of an address, with the mark of each. */
const PART_MARKS = {
  confirmed: 'ok',
  corrected: 'middle',
  completed: 'middle',
  contradicted: 'error',
  unknown: 'low',
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

/** Lists the parts of an address with what became of each: by the run's own verdicts, or by whether the input names what was found. */
export function partList({ details, input, match }: CardRow, format: Format): HTMLElement | undefined {
  const { texts, t } = format;
  const verdicts = new Map(
    details
      .one('parts')
      .split(';')
      .map((part) => part.split('=') as [string, string]),
  );
  const lines = PARTS.flatMap(([part, columns]) => {
    const values = columns.map((column) => details.one(column)).filter(Boolean);
    const own = verdicts.get(part);
    const known = Object.keys(PART_MARKS).find((name) => name === own) as PartVerdict | undefined;
    if (values.length === 0 && known === undefined) return [];
    const isNamed = values.some((value) => namesIn(input, value));
    const verdict = known ?? (isNamed ? 'confirmed' : 'completed');
    return [partLine(t(`level.${part}`), values[0] ?? '', verdict, t)];
  });
  if (lines.length === 0 || match === '') return undefined;
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
