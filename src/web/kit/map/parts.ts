import type { Translate } from '../../../base/messages/translate.ts';
import { el } from '../dom.ts';

/** The texts that a page has for its map: what it shows, and the button that shows all of it. */
export interface MapLabels {
  mapLabel: string;
  fit: string;
}

/** The elements of a map: the ground is drawn below, points above. */
export interface MapParts {
  element: HTMLElement;
  stage: HTMLElement;
  below: HTMLCanvasElement;
  above: HTMLCanvasElement;
  bar: HTMLElement;
  card: HTMLElement;
  hint: HTMLElement;
  outside: HTMLButtonElement;
  /** The place for what a page adds. */
  corner: HTMLElement;
  /** The source of the ground. */
  source: HTMLElement;
}

/** Builds the elements. */
export function mapParts(
  { mapLabel, fit }: MapLabels,
  t: Translate,
  source: string,
  actions: { zoom: (factor: number) => void; fit: (isWhole: boolean) => void },
): MapParts {
  const below = el('canvas', { 'aria-hidden': 'true' });
  const above = el('canvas', { 'aria-hidden': 'true' });
  const bar = el('span', { class: 'scale' });
  const card = el('div', { class: 'map-card', hidden: true });
  const hint = el('p', { class: 'map-hint', 'aria-hidden': 'true' });
  const corner = el('div', { class: 'map-corner' });
  const stage = el(
    'div',
    { class: 'map-stage', tabindex: 0, role: 'group', 'aria-label': mapLabel },
    below,
    above,
    el('span', { class: 'map-middle', 'aria-hidden': 'true' }),
  );
  const button = (label: string, sign: string, onclick: () => void) =>
    el('button', { type: 'button', 'aria-label': label, title: label, onclick }, sign);
  const buttons = el(
    'div',
    { class: 'map-buttons' },
    button(t('map.zoomIn'), '+', () => actions.zoom(2)),
    button(t('map.zoomOut'), '−', () => actions.zoom(0.5)),
    button(fit, '⤢', () => actions.fit(false)),
  );
  const outside = el('button', {
    type: 'button',
    class: 'map-outside',
    hidden: true,
    onclick: () => actions.fit(true),
  });
  const sources = el('bdi', { class: 'map-source', hidden: source === '' }, source);
  const element = el('div', { class: 'map' }, stage, corner, buttons, outside, bar, sources, hint, card);
  return { element, stage, below, above, bar, card, hint, outside, corner, source: sources };
}

const CARD_GAP = 14;

/** Shows the card of what is under the mouse, beside it and within the map; nothing without content. */
export function showCard(
  { card, stage }: Pick<MapParts, 'card' | 'stage'>,
  content: Node | undefined,
  place: { dx: number; dy: number } | undefined,
): void {
  card.hidden = !content || !place;
  if (!content || !place) return;
  card.replaceChildren(content);
  const { clientWidth: width, clientHeight: height } = stage;
  const [x, y] = [width / 2 + place.dx, height / 2 + place.dy];
  const left = x + CARD_GAP + card.offsetWidth > width ? x - CARD_GAP - card.offsetWidth : x + CARD_GAP;
  card.style.left = `${Math.max(4, Math.min(width - card.offsetWidth - 4, left))}px`;
  card.style.top = `${Math.max(4, Math.min(height - card.offsetHeight - 4, y + CARD_GAP))}px`;
}
