import { el } from '../../kit/dom.ts';
import type { VirtualTourNode } from '../public-types.ts';
import { createPanel, type PanelActions } from './panel.ts';
import type { Problem } from './problem.ts';
import { keepSlots } from './slots.ts';
import type { Translate } from '../../../base/messages/translate.ts';
import { captureDay } from '../tour/other-dates.ts';

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
  t: Translate,
  hasPanel: boolean,
  actions: PanelActions,
): Overlay {
  container.classList.add('gm-viewer');
  const status = el('p', { class: 'gm-viewer-status', role: 'status', dir: 'auto' });
  const card = createProblemCard(t);
  const panel = hasPanel ? createPanel(t, actions) : undefined;
  const slider = hasPanel ? createDateSlider(t, actions.goTo) : undefined;
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
      container.classList.remove('gm-viewer', 'gm-viewer--narrow', 'gm-viewer--low', 'gm-viewer--steep');
      for (const part of parts) part.remove();
    },
  };
}

/** The slider over the days on which pictures of a place were taken. */
interface DateSlider {
  element: HTMLElement;
  /** Shows the days of a picture and of the others at its place; nothing where there is one day. */
  show(current: VirtualTourNode, others: readonly VirtualTourNode[]): void;
}

/** Creates the slider. Shape: hidden at first; `goTo` is called with the picture of the day that is chosen. */
function createDateSlider(t: Translate, goTo: (nodeId: string) => void): DateSlider {
  let nodes: VirtualTourNode[] = [];
  const day = el('output');
  const first = el('span', { class: 'gm-viewer-time-end' });
  const last = el('span', { class: 'gm-viewer-time-end' });
  const showDay = () => {
    const node = nodes[Number(range.value)];
    day.textContent = (node && captureDay(node)) ?? '';
    range.setAttribute('aria-valuetext', day.textContent);
  };
  const onchange = () => {
    const node = nodes[Number(range.value)];
    if (node) goTo(node.id);
  };
  const range = el('input', {
    type: 'range',
    min: 0,
    step: 1,
    'aria-label': t('viewerPart.dateSlider'),
    oninput: showDay,
    onchange,
  });
  const ends = el('span', { class: 'gm-viewer-time-row', 'aria-hidden': 'true' }, first, last);
  const element = el('div', { class: 'gm-viewer-time psv--capture-event', hidden: true }, day, range, ends);
  return {
    element,
    show(current, others) {
      const dated = [current, ...others].filter((node) => captureDay(node) !== undefined);
      nodes = dated.sort((a, b) => (captureDay(a)! < captureDay(b)! ? -1 : 1));
      element.hidden = others.length === 0 || !nodes.includes(current);
      if (element.hidden) return;
      range.max = String(nodes.length - 1);
      range.value = String(nodes.indexOf(current));
      first.textContent = captureDay(nodes[0]!) ?? '';
      last.textContent = captureDay(nodes.at(-1)!) ?? '';
      showDay();
    },
  };
}

/** The card with a problem, over the picture. */
interface ProblemCard {
  element: HTMLElement;
  /** Shows a problem, which assistive technology reads at once. Shape: `retry` is called by a button, without it there is none. */
  show(problem: Problem, retry: (() => void) | undefined, isMinor: boolean): void;
  hide(): void;
}

/** Creates the card. Shape: hidden at first; closed by its button and by Escape; a minor problem leaves the middle of the picture free. */
function createProblemCard(t: Translate): ProblemCard {
  const hide = () => {
    element.hidden = true;
    element.replaceChildren();
  };
  const onkeydown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide();
  };
  const element = el('div', {
    class: 'gm-viewer-problem psv--capture-event',
    role: 'alert',
    hidden: true,
    onkeydown,
  });
  return {
    element,
    hide,
    show({ title, advice }, retry, isMinor) {
      const onretry = () => {
        hide();
        retry?.();
      };
      element.classList.toggle('gm-viewer-problem--minor', isMinor);
      element.hidden = false;
      element.replaceChildren(
        el('p', { class: 'gm-viewer-problem-title' }, title),
        el('p', { dir: 'auto' }, advice),
        el(
          'p',
          { class: 'gm-viewer-problem-buttons' },
          retry && el('button', { type: 'button', onclick: onretry }, t('viewerPart.tryAgain')),
          el('button', { type: 'button', onclick: hide }, t('viewerPart.closeProblem')),
        ),
      );
    },
  };
}
