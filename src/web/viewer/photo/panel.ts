import { bearing } from '../imagery/item-node.ts';
import { captureDay } from '../tour/other-dates.ts';
import type { DateRange, VirtualTourLink, VirtualTourNode } from '../public-types.ts';
import { el } from '../../kit/dom.ts';
import { fill } from '../../kit/texts.ts';
import { directionWord, type OwnTexts } from '../context/texts.ts';

/** What the buttons of the panel do. */
export interface PanelActions {
  goTo: (nodeId: string) => void;
  setDates: (dates: DateRange) => void;
}

/** The panel: the links and the other dates as lists, and the filter of dates. */
export interface Panel {
  element: HTMLElement;
  showNode(node: VirtualTourNode, nameOf: (id: string) => string | undefined): void;
  showDates(nodes: readonly VirtualTourNode[]): void;
}

/** Creates the panel. Shape: closed at first; texts of items are text nodes. */
export function createPanel(texts: OwnTexts, actions: PanelActions): Panel {
  const links = el('ul');
  const dates = el('ul');
  const element = el(
    'details',
    { class: 'gm-viewer-panel psv--capture-event' },
    el('summary', {}, texts.panel),
    el(
      'div',
      { class: 'gm-viewer-panel-body' },
      heading(texts.links),
      links,
      heading(texts.otherDates),
      dates,
      dateFilter(texts, actions.setDates),
    ),
  );

  const list = (parent: HTMLElement, entries: { id: string; label: string }[], empty: string) => {
    const items = entries.map(({ id, label }) => {
      const attributes = { type: 'button', dir: 'auto', 'data-node': id, onclick: () => actions.goTo(id) };
      return el('li', {}, el('button', attributes, label));
    });
    parent.replaceChildren(...(items.length > 0 ? items : [el('li', {}, empty)]));
  };

  return {
    element,
    showNode(node, nameOf) {
      const hasFocus = links.contains(document.activeElement);
      const entries = (node.links ?? []).map((link) => ({
        id: link.nodeId,
        label: linkLabel(texts, node, link, nameOf(link.nodeId)),
      }));
      list(links, entries, texts.noLinks);
      // The button that was pressed is gone; the keyboard user stays in the list.
      if (hasFocus) links.querySelector('button')?.focus();
    },
    showDates(nodes) {
      const entries = nodes.map((node) => ({ id: node.id, label: captureDay(node) ?? node.name ?? node.id }));
      list(dates, entries, texts.noOtherDates);
    },
  };
}

/** Returns the label of a link: its sense in the sequence or its name, and its direction. */
export function linkLabel(
  texts: OwnTexts,
  node: Pick<VirtualTourNode, 'gps'>,
  link: VirtualTourLink,
  name: string | undefined,
): string {
  const { rel } = (link.data ?? {}) as { rel?: string };
  const heading = node.gps && link.gps ? bearing(node.gps, link.gps) : undefined;
  const direction =
    heading === undefined ? '' : `${directionWord(texts, heading)} (${Math.round(heading) % 360}°)`;
  const text = rel === 'next' ? texts.toNext : rel === 'prev' ? texts.toPrevious : texts.toPicture;
  const filled = fill(text, { direction, name: name ?? link.nodeId });
  return direction === '' ? filled.replace(/:\s*$/, '') : filled;
}

function dateFilter(texts: OwnTexts, onApply: (dates: DateRange) => void): HTMLElement {
  const from = el('input', { type: 'date' });
  const to = el('input', { type: 'date' });
  const apply = (event: Event) => {
    event.preventDefault();
    onApply({
      ...(from.value !== '' && { from: from.value }),
      ...(to.value !== '' && { to: to.value }),
    });
  };
  return el(
    'form',
    { onsubmit: apply },
    heading(texts.dates),
    el('label', {}, `${texts.from} `, from),
    el('label', {}, `${texts.to} `, to),
    el('button', { type: 'submit' }, texts.apply),
  );
}

function heading(text: string): HTMLElement {
  return el('p', { class: 'gm-viewer-panel-heading' }, text);
}
