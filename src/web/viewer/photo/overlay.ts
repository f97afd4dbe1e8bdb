import { el } from '../../kit/dom.ts';
import type { VirtualTourNode } from '../public-types.ts';
import { createPanel, type PanelActions } from './panel.ts';
import type { OwnTexts } from '../context/texts.ts';

/** What a user does to go on from a notice. */
const ACTIONS = ['pointerdown', 'keydown', 'wheel'];

/** What lies over the picture: the status line and the panel. */
export interface Overlay {
  /** Shows a notice, which assistive technology reads. It stays until another one, `endNotice`, or something that the user does. */
  say(text: string): void;
  /** Shows what is in view, unless a notice is there: a turn that comes to rest late must not take the notice away. */
  sayView(text: string): void;
  endNotice(): void;
  showNode(node: VirtualTourNode, nameOf: (id: string) => string | undefined): void;
  showDates(nodes: readonly VirtualTourNode[]): void;
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
  const panel = hasPanel ? createPanel(texts, actions) : undefined;
  container.append(status, ...(panel ? [panel.element] : []));
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
    showNode: (node, nameOf) => panel?.showNode(node, nameOf),
    showDates: (nodes) => panel?.showDates(nodes),
    remove() {
      for (const type of ACTIONS) container.removeEventListener(type, endNotice, { capture: true });
      container.classList.remove('gm-viewer');
      status.remove();
      panel?.element.remove();
    },
  };
}
