type Child = Node | string | null | undefined | false;
type Value = string | number | boolean | undefined | ((event: never) => void);

/**
 * Builds an element.
 *
 * Shape: `on...` adds a listener, true an empty attribute, false and undefined nothing.
 * Guarantee: texts become text nodes, never markup.
 */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  setAll(element, attributes);
  append(element, children);
  return element;
}

/** Builds an element of a drawing. Guarantee: as {@link el}. */
export function svg(
  tag: string,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: Child[]
): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  setAll(element, attributes);
  append(element, children);
  return element;
}

function setAll(element: Element, attributes: Readonly<Record<string, Value>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
    else if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : String(value));
  }
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child);
  }
}

/** Returns a function that calls another one in the next frame, once however often it is called before. */
export function oncePerFrame(draw: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      draw();
    });
  };
}

/** Returns a text of the rows, kept apart from its surroundings: its direction of writing changes nothing around it. */
export function rowText(text: string): HTMLElement {
  return el('bdi', {}, text);
}

/** Returns a mark for a status or a band of confidence; its shape says the same as its colour. */
export function mark(kind: string): SVGElement {
  const shape = SHAPES[kind] ?? SHAPES.ok;
  return svg(
    'svg',
    { viewBox: '0 0 12 12', width: 12, height: 12, class: `mark ${kind}`, 'aria-hidden': 'true' },
    svg('path', { d: shape ?? '' }),
  );
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
  error: CROSS,
  rejected: CROSS,
};
