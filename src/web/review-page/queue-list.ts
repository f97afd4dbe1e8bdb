import type { PageFormat } from '../kit/page-format.ts';
import { el } from '../kit/dom.ts';
import { rowText } from '../kit/marks.ts';
import type { Review } from './review.ts';

/** The list of the texts. */
export interface QueueList {
  element: HTMLElement;
  /** Shows what is decided about a text now, and which one is open. */
  update(text?: number): void;
}

/** Builds the list of the texts, with the rows of each and what is decided about it. */
export function createQueueList(
  review: Review,
  format: PageFormat,
  onOpen: (text: number) => void,
): QueueList {
  const { t } = format;
  const states = review.texts.map(() => el('span', { class: 'quiet state' }));
  const buttons = review.texts.map(({ text, stop, rows }, number) =>
    el(
      'button',
      { type: 'button', onclick: () => onOpen(number) },
      rowText(text),
      el('span', { class: 'quiet' }, t('reviewPage.rowsOf', { n: rows })),
      states[number],
      stop !== undefined && el('bdi', { class: 'quiet' }, stop),
    ),
  );
  const stateOf = (text: number): string => {
    const decision = review.decisionOf(text);
    if (review.otherOf(text) !== undefined) return t('reviewPage.otherDecision');
    if (decision?.kind === 'candidate') return t('reviewPage.chosen', { n: format.count(decision.number) });
    if (decision) return t(decision.kind === 'none' ? 'reviewPage.noAddress' : 'reviewPage.ownPosition');
    return review.isLater(text) ? t('reviewPage.later') : '';
  };
  const updateState = (text: number) => {
    const state = stateOf(text);
    states[text]!.textContent = state;
    buttons[text]!.classList.toggle('is-done', state !== '');
  };
  let shown: HTMLElement | undefined;
  review.texts.forEach((_, text) => updateState(text));
  return {
    element: el(
      'nav',
      { class: 'queue', 'aria-label': t('reviewPage.queue') },
      el('ol', {}, ...buttons.map((button) => el('li', {}, button))),
    ),
    update(text) {
      if (text !== undefined) updateState(text);
      shown?.removeAttribute('aria-current');
      const at = review.at();
      shown = at === undefined ? undefined : buttons[at];
      shown?.setAttribute('aria-current', 'true');
      const list = shown?.closest('ol');
      // The page itself does not move: the list beside the map does.
      if (shown && list) list.scrollTop = shown.offsetTop - list.clientHeight / 3;
    },
  };
}
