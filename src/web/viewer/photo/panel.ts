import { captureDay } from '../tour/other-dates.ts';
import type { DateRange, VirtualTourNode } from '../public-types.ts';
import { el } from '../../kit/dom.ts';
import { linkLabel } from '../tour/link-label.ts';
import type { Translate } from '../../../base/messages/translate.ts';

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
export function createPanel(t: Translate, actions: PanelActions): Panel {
  const links = el('ul');
  const dates = el('ul');
  const element = el(
    'details',
    { class: 'gm-viewer-panel psv--capture-event' },
    el('summary', {}, t('viewerPart.panel')),
    el(
      'div',
      { class: 'gm-viewer-panel-body' },
      heading(t('viewerPart.links')),
      links,
      heading(t('viewerPart.otherDates')),
      dates,
      dateFilter(t, actions.setDates),
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
        label: linkLabel(t, node, link, nameOf(link.nodeId)),
      }));
      list(links, entries, t('viewerPart.noLinks'));
      // The button that was pressed is gone; the keyboard user stays in the list.
      if (hasFocus) links.querySelector('button')?.focus();
    },
    showDates(nodes) {
      const entries = nodes.map((node) => ({ id: node.id, label: captureDay(node) ?? '' }));
      list(dates, entries, t('viewerPart.noOtherDates'));
    },
  };
}

function dateFilter(t: Translate, onApply: (dates: DateRange) => void): HTMLElement {
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
    heading(t('viewerPart.dates')),
    el('label', {}, `${t('viewerPart.from')} `, from),
    el('label', {}, `${t('viewerPart.to')} `, to),
    el('button', { type: 'submit' }, t('viewerPart.apply')),
  );
}

function heading(text: string): HTMLElement {
  return el('p', { class: 'gm-viewer-panel-heading' }, text);
}
