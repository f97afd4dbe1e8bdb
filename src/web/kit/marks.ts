import { el, svg } from './dom.ts';

/** Returns a text of the rows, kept apart from its surroundings: its direction of writing changes nothing around it. */
export function rowText(text: string): HTMLElement {
  return el('bdi', {}, text);
}

/** Returns a text in Vietnamese with the English one beside it, as drivers read it. */
export function bothTexts(vietnamese: string, english: string): HTMLElement {
  return el(
    'span',
    { class: 'both', lang: 'vi' },
    vietnamese,
    english !== vietnamese && el('i', { lang: 'en' }, english),
  );
}

/** Returns a mark for a status or a band of confidence; its shape says the same as its colour, which is that of texts or of points on a map. */
export function mark(kind: string, colors: 'text' | 'point' = 'text'): SVGElement {
  const shape = SHAPES[kind] ?? SHAPES.ok;
  const element = svg(
    'svg',
    { viewBox: '0 0 12 12', width: 12, height: 12, class: `mark ${kind}`, 'aria-hidden': 'true' },
    svg('path', { d: shape ?? '' }),
  );
  if (colors === 'point') element.style.fill = `var(--point-${kind})`;
  return element;
}

const CIRCLE = 'M6 1a5 5 0 1 0 0 10a5 5 0 1 0 0-10z';
const DIAMOND = 'M6 0l6 6-6 6-6-6z';
const SQUARE = 'M1.5 1.5h9v9h-9z';
const CROSS = 'M2 0l4 4 4-4 2 2-4 4 4 4-2 2-4-4-4 4-2-2 4-4-4-4z';
const TRIANGLE = 'M6 1l5.5 10h-11z';
const DASH = 'M1 4.5h10v3h-10z';

const SHAPES: Readonly<Record<string, string>> = {
  ok: CIRCLE,
  high: CIRCLE,
  middle: DIAMOND,
  low: SQUARE,
  ambiguous: DIAMOND,
  not_found: TRIANGLE,
  skipped: DASH,
  not_ok: CROSS,
  error: CROSS,
  rejected: CROSS,
};
