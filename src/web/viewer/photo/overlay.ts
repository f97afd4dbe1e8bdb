import { el } from '../../kit/dom.ts';
import type { VirtualTourNode } from '../public-types.ts';
import { createPanel, type PanelActions } from './panel.ts';
import type { OwnTexts } from '../context/texts.ts';

/** What lies over the picture: the status line and the panel. */
export interface Overlay {
  /** Shows a line of text, which assistive technology reads. */
  say(text: string): void;
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
  return {
    say(text) {
      if (status.textContent !== text) status.textContent = text;
    },
    showNode: (node, nameOf) => panel?.showNode(node, nameOf),
    showDates: (nodes) => panel?.showDates(nodes),
    remove() {
      container.classList.remove('gm-viewer');
      status.remove();
      panel?.element.remove();
    },
  };
}
