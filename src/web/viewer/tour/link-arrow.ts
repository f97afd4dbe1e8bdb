import type { PhotoContext } from '../context/photo-context.ts';
import { el, svg } from '../../kit/dom.ts';
import { fill } from '../../kit/texts.ts';

const ARROW = 'M50 30 L82 62 L74 70 L50 46 L26 70 L18 62 Z';

/** Creates the button that is shown for a link in the picture. Shape: a ring with an arrow; the label names the node. */
export function createArrow(
  { texts }: PhotoContext,
  name: string | undefined,
  onPress: () => void,
): HTMLElement {
  // The viewer handles clicks of a mouse itself; those of keys and assistive technology have no mouse position.
  const onclick = (event: MouseEvent) => {
    if (event.detail === 0) onPress();
  };
  const label = fill(texts.picture, { name: name ?? '' });
  return el(
    'button',
    // The same links are in the list of the panel, in an order that does not change with the view.
    { type: 'button', class: 'gm-viewer-arrow', 'aria-label': label, tabindex: -1, onclick },
    svg(
      'svg',
      { viewBox: '0 0 100 100', 'aria-hidden': 'true' },
      svg('circle', { cx: 50, cy: 50, r: 44 }),
      svg('path', { d: ARROW }),
    ),
  );
}
