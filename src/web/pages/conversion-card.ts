import type { Conversion, ConversionSide } from '../../contract/records/conversion.ts';
import { el } from '../kit/dom.ts';
import { bandNameOf } from '../../contract/bands.ts';
import { mark } from '../kit/marks.ts';
import { fill } from '../kit/texts.ts';
import type { CardFormat, CardTexts } from './answer-cards.ts';

/** The texts of a conversion. */
export interface ConversionTexts {
  on: string;
  candidates: string;
  decree: string;
  right: string;
}

/** Builds the card of a conversion: the address before and after, side by side, and why. */
export function conversionCard(
  { from, to, explanation, confidence, candidates, steps }: Conversion,
  texts: ConversionTexts,
  { percent, texts: cardTexts }: CardFormat,
): HTMLElement {
  const band = typeof confidence === 'number' ? bandNameOf(confidence) : undefined;
  const decrees = [
    ...new Set(steps.map(({ decree, item }) => (item === '' ? decree : `${decree}, ${item}`))),
  ];
  return el(
    'li',
    { class: 'card conversion' },
    el('div', { class: 'sides' }, from && side(from, texts, cardTexts), to && side(to, texts, cardTexts)),
    el(
      'ul',
      { class: 'facts' },
      band && el('li', {}, mark(band), ` ${fill(texts.right, { n: percent(confidence ?? 0) })}`),
      decrees.length > 0 && el('li', {}, `${texts.decree}: ${decrees.join('; ')}`),
    ),
    explanation !== null && el('p', {}, explanation),
    candidates.length > 1 && el('p', {}, texts.candidates),
    candidates.length > 1 &&
      el(
        'ul',
        {},
        ...candidates.map(({ units, share }) =>
          el('li', {}, el('span', { lang: 'vi' }, units), ` ${percent(share)}`),
        ),
      ),
  );
}

function side(shown: ConversionSide, texts: ConversionTexts, { units, postalCode }: CardTexts): HTMLElement {
  const levels = (['ward', 'district', 'province'] as const).filter((level) => shown[level] !== null);
  return el(
    'section',
    {},
    el('h3', {}, fill(texts.on, { day: shown.day })),
    el('p', { class: 'line', lang: 'vi' }, shown.line),
    el(
      'dl',
      {},
      ...levels.flatMap((level) => [
        el('dt', {}, units[level]),
        el('dd', { lang: 'vi' }, `${shown[level]} (${shown[`${level}_code`]})`),
      ]),
      shown.postal_code !== null && el('dt', {}, postalCode),
      shown.postal_code !== null && el('dd', {}, shown.postal_code),
    ),
  );
}
