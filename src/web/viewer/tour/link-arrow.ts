import type { PhotoContext } from '../context/photo-context.ts';
import { fill } from '../context/texts.ts';

const SVG = 'http://www.w3.org/2000/svg';
const ARROW = 'M50 30 L82 62 L74 70 L50 46 L26 70 L18 62 Z';

/** Creates the button that is shown for a link in the picture. Shape: a ring with an arrow; the label names the node. */
export function createArrow(
  { texts }: PhotoContext,
  name: string | undefined,
  onPress: () => void,
): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'gm-viewer-arrow';
  button.setAttribute('aria-label', fill(texts.picture, { name: name ?? '' }));
  // The same links are in the list of the panel, in an order that does not change with the view.
  button.tabIndex = -1;
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 100 100');
  svg.setAttribute('aria-hidden', 'true');
  const circle = document.createElementNS(SVG, 'circle');
  for (const [key, value] of Object.entries({ cx: '50', cy: '50', r: '44' })) circle.setAttribute(key, value);
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ARROW);
  svg.append(circle, path);
  button.append(svg);
  // The viewer handles clicks of a mouse itself; those of keys and assistive technology have no mouse position.
  button.addEventListener('click', (event) => {
    if (event.detail === 0) onPress();
  });
  return button;
}
