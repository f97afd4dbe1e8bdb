import { oncePerFrame } from '../../kit/dom.ts';

/** What lies over the picture in corners that the page chooses, in the order in which it is stacked from the edge. */
const OVERLAYS = '.psv-compass, .gm-viewer-mode, .psv-plan:not(.psv-plan--maximized)';
const GAP_PIXELS = 10;
/** Half of the width, and of the height, that the arrows on the ground take. */
const ARROWS_PIXELS = { across: 110, up: 70 };
/** A viewer that is narrower has no room for an open panel beside the plan. */
const NARROW_PIXELS = 600;

/** A box in the viewer. Units: pixels from its left and top edge. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The room of everything that lies over the picture. Units: pixels. */
export interface Slots {
  /** How far each box is moved down, in the order of the boxes. */
  shifts: number[];
  /** What the corners take from the edges. */
  topLeft: number;
  topRight: number;
  bottomRight: number;
  /** How far the arrows are moved up, so that they are not under the plan. */
  arrowsUp: number;
}

/** Returns the room of boxes in a viewer: those of one corner lie one after the other. Shape: the plan is the last box, if `hasPlan`. */
export function slotsOf(
  { width, height }: { width: number; height: number },
  boxes: readonly Box[],
  hasPlan: boolean,
): Slots {
  const taken = new Map<string, number>();
  const across = { left: 0, right: 0 };
  let bottomRight = 0;
  const shifts = boxes.map((box) => {
    const isTop = box.top + box.height / 2 < height / 2;
    const middle = box.left + box.width / 2;
    const side = middle < width / 3 ? 'left' : middle > (2 * width) / 3 ? 'right' : 'center';
    const corner = `${isTop}-${side}`;
    const before = taken.get(corner) ?? 0;
    taken.set(corner, before + box.height + GAP_PIXELS);
    if (isTop && side === 'left') across.left = Math.max(across.left, box.left + box.width);
    if (isTop && side === 'right') across.right = Math.max(across.right, width - box.left);
    if (!isTop && side === 'right') bottomRight += box.height + GAP_PIXELS;
    return isTop ? before : 0 - before;
  });
  const plan = hasPlan ? boxes.at(-1) : undefined;
  return {
    shifts,
    topLeft: across.left,
    topRight: across.right,
    bottomRight,
    arrowsUp: plan ? arrowsAbove({ ...plan, top: plan.top + shifts.at(-1)! }, width, height) : 0,
  };
}

/** Returns how far the arrows, whose middle is a sixth of the height above the bottom, are moved up to be above the plan. */
function arrowsAbove(plan: Box, width: number, height: number): number {
  const middle = (height * 5) / 6;
  const isBeside =
    plan.left + plan.width < width / 2 - ARROWS_PIXELS.across || plan.left > width / 2 + ARROWS_PIXELS.across;
  const isAbove = plan.top + plan.height < middle - ARROWS_PIXELS.up;
  if (isBeside || isAbove) return 0;
  return Math.max(0, Math.min(middle - (plan.top - ARROWS_PIXELS.up), height / 2));
}

/** Gives what lies over the picture its room, whenever the viewer or a part changes its size. Returns the function that ends it. */
export function keepSlots(container: HTMLElement): () => void {
  const watched = new Set<Element>();
  const arrange = oncePerFrame(() => {
    const found = [...container.querySelectorAll<HTMLElement>(OVERLAYS)].filter((one) => one.offsetWidth > 0);
    const isPlan = (one: HTMLElement) => one.classList.contains('psv-plan');
    const shown = [...found.filter((one) => !isPlan(one)), ...found.filter(isPlan)];
    for (const one of shown) {
      if (!watched.has(one)) observer.observe(one);
      watched.add(one);
    }
    const { clientWidth: width, clientHeight: height } = container;
    // Without their shifts.
    const boxes = shown.map((one) => ({
      left: one.offsetLeft,
      top: one.offsetTop,
      width: one.offsetWidth,
      height: one.offsetHeight,
    }));
    const slots = slotsOf({ width, height }, boxes, shown.some(isPlan));
    shown.forEach((one, index) => one.style.setProperty('translate', `0 ${slots.shifts[index]}px`));
    container.classList.toggle('gm-viewer--narrow', width < NARROW_PIXELS);
    for (const [name, pixels] of [
      ['top-left', slots.topLeft],
      ['top-right', slots.topRight],
      ['bottom-right', slots.bottomRight],
      ['arrows-up', slots.arrowsUp],
    ] as const) {
      container.style.setProperty(`--gm-${name}`, `${pixels}px`);
    }
  });
  const observer = new ResizeObserver(arrange);
  observer.observe(container);
  return () => observer.disconnect();
}
