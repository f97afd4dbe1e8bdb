import { oncePerFrame } from '../../kit/dom.ts';

/** What lies over the picture in corners that the page chooses, in the order in which it is stacked from the edge. */
const OVERLAYS = '.psv-compass, .gm-viewer-mode';
const PLAN = '.psv-plan:not(.psv-plan--maximized)';
/** What the arrows must not be under, beside the plan; an open panel covers what it must. */
const OBSTACLES = '.gm-viewer-time, .gm-viewer-panel:not([open])';
const GAP_PIXELS = 10;
/** Half of the width that the arrows on the ground take, and of the height: of a view along the street, and of one downwards, which sees them as a ring. */
const ARROWS_PIXELS = { across: 140, up: 70, upSteep: 145 };
/** A viewer that is narrower has no room for an open panel beside the plan. */
const NARROW_PIXELS = 620;
/** One that is lower, as a page at 400 %, has no room for a compass, a plan and a slider; their functions are in the bar, in the large plan and in the panel. */
const LOW_PIXELS = 300;

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
  arrowsUpSteep: number;
}

/** Returns the room of boxes in a viewer: those of one corner lie one after the other. Shape: the arrows are kept off the plan and off `others`. */
export function slotsOf(
  { width, height }: { width: number; height: number },
  boxes: readonly (Box & { isPlan?: boolean })[],
  others: readonly Box[] = [],
): Slots {
  /** How far the next box of each corner is moved down. */
  const shiftOf = new Map<string, number>();
  const slots: Slots = { shifts: [], topLeft: 0, topRight: 0, bottomRight: 0, arrowsUp: 0, arrowsUpSteep: 0 };
  const obstacles = [...others];
  for (const box of boxes) {
    const isTop = box.top + box.height / 2 < height / 2;
    const middle = box.left + box.width / 2;
    const side = middle < width / 3 ? 'left' : middle > (2 * width) / 3 ? 'right' : 'center';
    const corner = `${isTop}-${side}`;
    const shift = shiftOf.get(corner) ?? 0;
    const step = box.height + GAP_PIXELS;
    shiftOf.set(corner, isTop ? shift + step : shift - step);
    if (isTop && side === 'left') slots.topLeft = Math.max(slots.topLeft, box.left + box.width);
    if (isTop && side === 'right') slots.topRight = Math.max(slots.topRight, width - box.left);
    if (!isTop && side === 'right') slots.bottomRight += step;
    slots.shifts.push(shift);
    if (box.isPlan) obstacles.push({ ...box, top: box.top + shift });
  }
  const above = (half: number) =>
    Math.max(0, ...obstacles.map((box) => arrowsAbove(box, width, height, half)));
  slots.arrowsUp = above(ARROWS_PIXELS.up);
  slots.arrowsUpSteep = above(ARROWS_PIXELS.upSteep);
  return slots;
}

/** Returns how far the arrows, whose middle is a sixth of the height above the bottom, are moved up to be above a box. */
function arrowsAbove(box: Box, width: number, height: number, half: number): number {
  const middle = (height * 5) / 6;
  const isBeside =
    box.left + box.width <= width / 2 - ARROWS_PIXELS.across || box.left >= width / 2 + ARROWS_PIXELS.across;
  const isAbove = box.top + box.height < middle - half;
  if (isBeside || isAbove) return 0;
  return Math.max(0, Math.min(middle - (box.top - half), height * (height < LOW_PIXELS ? 0.3 : 0.5)));
}

/** The room of a viewer, kept up to date. */
export interface SlotKeeper {
  /** Arranges what has come since. */
  arrange(): void;
  end(): void;
}

/** Gives what lies over the picture its room, whenever the viewer or a part changes its size. */
export function keepSlots(container: HTMLElement): SlotKeeper {
  const watched = new Set<Element>();
  const shownOf = (selector: string) =>
    [...container.querySelectorAll<HTMLElement>(selector)].filter((one) => {
      if (!watched.has(one)) observer.observe(one);
      watched.add(one);
      return one.offsetWidth > 0;
    });
  const arrange = oncePerFrame(() => {
    const { clientWidth: width, clientHeight: height } = container;
    container.classList.toggle('gm-viewer--narrow', width < NARROW_PIXELS);
    container.classList.toggle('gm-viewer--low', height < LOW_PIXELS);
    const shown = [...shownOf(OVERLAYS), ...shownOf(PLAN)];
    const boxes = shown.map((one) => ({ ...boxOf(one), isPlan: one.matches(PLAN) }));
    const corner = container.querySelector<HTMLElement>('.gm-viewer-corner');
    const others = shownOf(OBSTACLES).map((one) => {
      const box = boxOf(one);
      return { ...box, left: box.left + (corner?.offsetLeft ?? 0), top: box.top + (corner?.offsetTop ?? 0) };
    });
    const slots = slotsOf({ width, height }, boxes, others);
    shown.forEach((one, index) => one.style.setProperty('translate', `0 ${slots.shifts[index]}px`));
    for (const [name, pixels] of [
      ['top-left', slots.topLeft],
      ['top-right', slots.topRight],
      ['bottom-right', slots.bottomRight],
      ['arrows-up', slots.arrowsUp],
      ['arrows-up-steep', slots.arrowsUpSteep],
    ] as const) {
      container.style.setProperty(`--gm-${name}`, `${pixels}px`);
    }
  });
  const observer = new ResizeObserver(arrange);
  observer.observe(container);
  return { arrange, end: () => observer.disconnect() };
}

/** Returns the box of an element in its parent, without its shift. */
function boxOf({ offsetLeft, offsetTop, offsetWidth, offsetHeight }: HTMLElement): Box {
  return { left: offsetLeft, top: offsetTop, width: offsetWidth, height: offsetHeight };
}
