import { el } from '../../kit/dom.ts';
import type { OwnTexts } from '../context/texts.ts';
import type { VirtualTourNode } from '../public-types.ts';
import { captureDay } from '../tour/other-dates.ts';

/** The slider over the days on which pictures of a place were taken. */
export interface DateSlider {
  element: HTMLElement;
  /** Shows the days of a picture and of the others at its place; nothing where there is one day. */
  show(current: VirtualTourNode, others: readonly VirtualTourNode[]): void;
}

/** Creates the slider. Shape: hidden at first; `goTo` is called with the picture of the day that is chosen. */
export function createDateSlider(texts: OwnTexts, goTo: (nodeId: string) => void): DateSlider {
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
    'aria-label': texts.dateSlider,
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
