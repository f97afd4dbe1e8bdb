import { svg } from '../../kit/dom.ts';

/** The icons, as paths in a square of 24. Drawn for this project; fonts do not have such signs everywhere. */
const PATHS = {
  fly: 'M12 3 L21 8 L12 13 L3 8 Z M3 12 L12 17 L21 12 M3 16 L12 21 L21 16',
  street: 'M12 3 a3 3 0 1 1 0 6 a3 3 0 1 1 0 -6 M12 9 V15 M8 12 H16 M12 15 L9 21 M12 15 L15 21',
  locate: 'M12 6 a6 6 0 1 1 0 12 a6 6 0 1 1 0 -12 M12 2 V6 M12 18 V22 M2 12 H6 M18 12 H22',
} as const;

/** Creates an icon in the colour of the text. Shape: hidden from assistive technology; its button has the name. */
export function createIcon(name: keyof typeof PATHS): SVGElement {
  return svg(
    'svg',
    { viewBox: '0 0 24 24', class: 'gm-viewer-icon', 'aria-hidden': 'true' },
    svg('path', { d: PATHS[name], fill: 'none', stroke: 'currentColor', 'stroke-width': 2 }),
  );
}
