import { el } from '../../kit/dom.ts';
import type { OwnTexts } from '../context/texts.ts';
import type { Problem } from './problem.ts';

/** The card with a problem, over the picture. */
export interface ProblemCard {
  element: HTMLElement;
  /** Shows a problem, which assistive technology reads at once. Shape: `retry` is called by a button, without it there is none. */
  show(problem: Problem, retry: (() => void) | undefined, isMinor: boolean): void;
  hide(): void;
}

/** Creates the card. Shape: hidden at first; closed by its button and by Escape; a minor problem leaves the middle of the picture free. */
export function createProblemCard(texts: OwnTexts): ProblemCard {
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
          retry && el('button', { type: 'button', onclick: onretry }, texts.tryAgain),
          el('button', { type: 'button', onclick: hide }, texts.closeProblem),
        ),
      );
    },
  };
}
