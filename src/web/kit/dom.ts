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
