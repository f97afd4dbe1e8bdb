import type { Conversion, ConversionSide } from '../../contract/records/conversion.ts';
import type { Translate } from '../../base/messages/translate.ts';
import { el } from '../kit/dom.ts';
import { bandNameOf } from '../../contract/bands.ts';
import { mark } from '../kit/marks.ts';
import { shareList } from '../kit/unit-shares.ts';
import type { CardFormat } from './answer-cards.ts';

/** Builds the card of a conversion: the address before and after, side by side, and why. */
export function conversionCard(
  { from, to, explanation, confidence, candidates, steps }: Conversion,
  { percent, t }: CardFormat,
): HTMLElement {
  const band = typeof confidence === 'number' ? bandNameOf(confidence) : undefined;
  const decrees = [
    ...new Set(steps.map(({ decree, item }) => (item === '' ? decree : `${decree}, ${item}`))),
  ];
  return el(
    'li',
    { class: 'card conversion' },
    el('div', { class: 'sides' }, from && side(from, t), to && side(to, t)),
    el(
      'ul',
      { class: 'facts' },
      band && el('li', {}, mark(band), ` ${t('answer.right', { n: percent(confidence ?? 0) })}`),
      decrees.length > 0 && el('li', {}, `${t('answer.decree')}: ${decrees.join('; ')}`),
    ),
    explanation !== null && el('p', {}, explanation),
    // A link carries no key.
    from?.ward_code &&
      document.getElementById('key') === null &&
      el('p', {}, el('a', { href: wardPath(from) }, t('answer.allDays'))),
    candidates.length > 1 && el('p', {}, t('answer.candidates')),
    candidates.length > 1 &&
      shareList(
        candidates.map(({ code, units, share }) => ({ code, name: units, share, text: percent(share) })),
      ),
  );
}

/** The page of the line of a ward. */
function wardPath({ ward_code, day }: ConversionSide): string {
  return `/ward/${ward_code}?${new URLSearchParams({ lang: document.documentElement.lang, day }).toString()}`;
}

function side(shown: ConversionSide, t: Translate): HTMLElement {
  const levels = (['ward', 'district', 'province'] as const).filter((level) => shown[level] !== null);
  return el(
    'section',
    {},
    el('h3', {}, t('answer.convertedOn', { day: shown.day })),
    el('p', { class: 'line', lang: 'vi' }, shown.line),
    el(
      'dl',
      {},
      ...levels.flatMap((level) => [
        el('dt', {}, t(`unit.${level}`)),
        el('dd', { lang: 'vi' }, `${shown[level]} (${shown[`${level}_code`]})`),
      ]),
      shown.postal_code !== null && el('dt', {}, t('answer.postalCode')),
      shown.postal_code !== null && el('dd', {}, shown.postal_code),
    ),
  );
}
