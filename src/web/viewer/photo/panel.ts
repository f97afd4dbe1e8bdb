import { bearing } from '../imagery/item-node.ts';
import { captureDay } from '../tour/other-dates.ts';
import type { DateRange, VirtualTourLink, VirtualTourNode } from '../public-types.ts';
import { directionWord, fill, type OwnTexts } from '../context/texts.ts';

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
  const element = document.createElement('details');
  element.className = 'gm-viewer-panel psv--capture-event';
  const summary = document.createElement('summary');
  summary.textContent = texts.panel;
  const links = document.createElement('ul');
  const dates = document.createElement('ul');
  const body = document.createElement('div');
  body.className = 'gm-viewer-panel-body';
  body.append(
    heading(texts.links),
    links,
    heading(texts.otherDates),
    dates,
    dateFilter(texts, actions.setDates),
  );
  element.append(summary, body);

  const list = (parent: HTMLElement, entries: { id: string; label: string }[], empty: string) => {
    const items = entries.map(({ id, label }) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.dir = 'auto';
      button.textContent = label;
      button.dataset['node'] = id;
      button.addEventListener('click', () => actions.goTo(id));
      return itemWith(button);
    });
    parent.replaceChildren(...(items.length > 0 ? items : [itemWith(empty)]));
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
  const form = document.createElement('form');
  const field = (label: string) => {
    const input = document.createElement('input');
    input.type = 'date';
    const wrap = document.createElement('label');
    wrap.append(`${label} `, input);
    return { input, wrap };
  };
  const from = field(texts.from);
  const to = field(texts.to);
  const apply = document.createElement('button');
  apply.type = 'submit';
  apply.textContent = texts.apply;
  form.append(heading(texts.dates), from.wrap, to.wrap, apply);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    onApply({
      ...(from.input.value !== '' && { from: from.input.value }),
      ...(to.input.value !== '' && { to: to.input.value }),
    });
  });
  return form;
}

function heading(text: string): HTMLElement {
  const element = document.createElement('p');
  element.className = 'gm-viewer-panel-heading';
  element.textContent = text;
  return element;
}

function itemWith(content: Node | string): HTMLElement {
  const item = document.createElement('li');
  item.append(content);
  return item;
}
