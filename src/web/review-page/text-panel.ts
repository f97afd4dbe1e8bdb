import type { Level } from '../../contract/records/osm-feature.ts';
import type { AccountPart } from '../../contract/records/address-parts.ts';
import type { ReviewText } from '../../report/data/review-facts.ts';
import type { Position } from '../../base/geo/position.ts';
import { readPoint } from '../../base/position/read-position.ts';
import { el } from '../kit/dom.ts';
import { mark, rowText } from '../kit/marks.ts';
import type { PageFormat } from '../kit/page-format.ts';
import type { Decision } from './decisions.ts';

/** Lists the candidates of a text as buttons, with the numbers that the keys and the map have. */
export function candidateButtons(
  { candidates }: ReviewText,
  chosen: Decision | undefined,
  format: PageFormat,
  onChoose: (number: number) => void,
): HTMLElement {
  const { t } = format;
  if (candidates.length === 0) return el('p', { class: 'note' }, t('reviewPage.noCandidates'));
  const items = candidates.map(({ label, ward, level, meters }, at) => {
    const notes = [
      t(`level.${level}`),
      meters !== null && meters > 0 && t('reviewPage.within', { n: format.meters(meters) }),
      ward,
    ];
    const isChosen = chosen?.kind === 'candidate' && chosen.number === at + 1;
    return el(
      'li',
      {},
      el(
        'button',
        { type: 'button', 'aria-pressed': String(isChosen), onclick: () => onChoose(at + 1) },
        el('b', { class: 'letter' }, String(at + 1)),
        el('span', {}, rowText(label), el('span', { class: 'quiet' }, notes.filter(Boolean).join(' · '))),
      ),
    );
  });
  return el('ol', { class: 'choices', 'aria-label': t('reviewPage.candidates') }, ...items);
}

/** Shows why a text is doubtful: the reasons of its row, and what the engine read in each of its words. */
export function reasonList(text: ReviewText, format: PageFormat): HTMLElement {
  const { t } = format;
  const { reasons, account = [] } = text;
  return el(
    'section',
    { class: 'why' },
    el('h2', {}, t('reviewPage.why')),
    el('ul', {}, ...reasons.map((reason) => el('li', {}, format.sentence(reason)))),
    account.length > 0 && el('h3', {}, t('reviewPage.words')),
    account.length > 0 && el('ul', { class: 'words' }, ...account.map((part) => word(part, format))),
  );
}

const NAMED = ['house', 'street', 'ward', 'district', 'province', 'postal_code'] as const;
const VERDICT_MARKS: Readonly<Record<string, string>> = { confirmed: 'ok', corrected: 'middle' };

function word({ written, role, verdict, unit }: AccountPart, { t }: PageFormat): HTMLElement {
  const named = NAMED.find((name) => name === role);
  const name = named ? t(`addressPart.${named}`) : role === 'place' ? t('level.poi') : t('reviewPage.rest');
  const known = verdict && t(`partVerdict.${verdict}`);
  const notes = [name, known, unit].filter(Boolean).join(' · ');
  const sign = mark(VERDICT_MARKS[verdict ?? ''] ?? (verdict || role === 'rest' ? 'low' : 'skipped'));
  return el('li', {}, sign, el('b', {}, rowText(written)), el('span', { class: 'quiet' }, notes));
}

/** What a position can stand for, as a person says it. */
const LEVELS = [
  'house',
  'interpolated',
  'alley',
  'street',
  'poi',
  'ward',
  'district',
  'province',
] as const satisfies readonly Level[];

/** The form of a person's own position. */
export interface PlaceForm {
  element: HTMLElement;
  /** Fills in a position, as the pin on the map has it. */
  fill(place: Position): void;
  /** Sends the form: the decision, unless what is written is no position. */
  submit(): void;
  focus(): void;
}

/** Builds the form of a position, with its level unless the unit there is meant; `onPin` is called with what is written, as soon as it is one. */
export function createPlaceForm(
  decision: Decision | undefined,
  hasLevel: boolean,
  { t }: PageFormat,
  onPin: (place: Position) => void,
  onDecide: (decision: Decision) => void,
): PlaceForm {
  const input = el('input', { type: 'text', placeholder: t('reviewPage.positionHint'), autocomplete: 'off' });
  const options = LEVELS.map((each) => el('option', { value: each }, t(`level.${each}`)));
  const level = el('select', {}, ...options);
  const fault = el('p', { class: 'fault', role: 'alert' });
  const fill = ({ lat, lon }: Position) => (input.value = `${lat}, ${lon}`);
  if (decision?.kind === 'place') {
    fill(decision);
    level.value = decision.level || 'house';
  }
  const read = () => readPoint(input.value);
  input.addEventListener('input', () => {
    fault.textContent = '';
    const place = read();
    if (!('fault' in place)) onPin({ lat: place.lat, lon: place.lon });
  });
  const submit = () => {
    const place = read();
    if ('fault' in place) {
      fault.textContent = t('reviewPage.noPosition');
      input.focus();
      return;
    }
    // A house is what the file means without a level.
    const stated = LEVELS.find((each) => each === level.value && each !== 'house') ?? '';
    onDecide({ kind: 'place', lat: place.lat, lon: place.lon, level: stated });
  };
  const onsubmit = (event: Event) => {
    event.preventDefault();
    submit();
  };
  const element = el(
    'form',
    { class: 'place-form', onsubmit },
    el('label', {}, t('reviewPage.position'), input),
    hasLevel && el('label', {}, t('reviewPage.level'), level),
    el('button', { type: 'submit' }, t('reviewPage.usePin'), el('kbd', {}, 'Y')),
    fault,
  );
  return { element, fill, submit, focus: () => input.focus() };
}
