import { el } from '../../kit/dom.ts';
import type { VirtualTourNode } from '../public-types.ts';
import { createDateSlider } from './date-slider.ts';
import { createPanel, type PanelActions } from './panel.ts';
import type { Problem } from './problem.ts';
import { createProblemCard } from './problem-card.ts';
import { keepSlots } from './slots.ts';
import type { OwnTexts } from '../context/texts.ts';

/** What a user does to go on from a notice. */
const ACTIONS = ['pointerdown', 'keydown', 'wheel'];

/** What lies over the picture: the status line, the panel with the slider of days, and a card for what went wrong. */
export interface Overlay {
  /** Shows a notice, which assistive technology reads. It stays until another one, `endNotice`, or something that the user does. */
  say(text: string): void;
  /** Shows what is in view, unless a notice is there: a turn that comes to rest late must not take the notice away. */
  sayView(text: string): void;
  endNotice(): void;
  /** Shows a problem with a button to try again. Shape: a minor one leaves the middle of the picture free. */
  showProblem(problem: Problem, retry: () => void, isMinor?: boolean): void;
  endProblem(): void;
  showNode(node: VirtualTourNode, nameOf: (id: string) => string | undefined): void;
  showDates(current: VirtualTourNode, others: readonly VirtualTourNode[]): void;
  /** Gives room to what a plugin has added. */
  arrange(): void;
  remove(): void;
}

/** Adds the status line, and the panel if it is wanted, to the element of the viewer. */
export function createOverlay(
  container: HTMLElement,
  texts: OwnTexts,
  hasPanel: boolean,
  actions: PanelActions,
): Overlay {
  container.classList.add('gm-viewer');
  const status = el('p', { class: 'gm-viewer-status', role: 'status', dir: 'auto' });
  const card = createProblemCard(texts);
  const panel = hasPanel ? createPanel(texts, actions) : undefined;
  const slider = hasPanel ? createDateSlider(texts, actions.goTo) : undefined;
  const corner = el('div', { class: 'gm-viewer-corner' }, slider?.element, panel?.element);
  const parts = [status, card.element, ...(hasPanel ? [corner] : [])];
  container.append(...parts);
  const slots = keepSlots(container);
  let isNotice = false;
  const show = (text: string) => {
    if (status.textContent !== text) status.textContent = text;
  };
  const endNotice = () => void (isNotice = false);
  for (const type of ACTIONS) container.addEventListener(type, endNotice, { capture: true, passive: true });
  return {
    say(text) {
      isNotice = true;
      show(text);
    },
    sayView(text) {
      if (!isNotice) show(text);
    },
    endNotice,
    showProblem: (problem, retry, isMinor = false) => card.show(problem, retry, isMinor),
    endProblem: () => card.hide(),
    showNode(node, nameOf) {
      panel?.showNode(node, nameOf);
      slots.arrange();
    },
    showDates(current, others) {
      panel?.showDates(others);
      slider?.show(current, others);
      slots.arrange();
    },
    arrange: () => slots.arrange(),
    remove() {
      slots.end();
      for (const type of ACTIONS) container.removeEventListener(type, endNotice, { capture: true });
      container.classList.remove('gm-viewer', 'gm-viewer--narrow', 'gm-viewer--steep');
      for (const part of parts) part.remove();
    },
  };
}
