/** What a person does with a map. Units: pixels; of a zoom, a click and a hover from the middle. */
export interface MapActions {
  move: (dx: number, dy: number) => void;
  zoom: (factor: number, dx: number, dy: number) => void;
  click: (dx: number, dy: number) => void;
  /** Called with the place under a mouse, and without one when it leaves. */
  hover: (place: { dx: number; dy: number } | undefined) => void;
  /** The wheel was turned without the key that makes it zoom. */
  hint: () => void;
  fit: () => void;
  /** Enter was pressed: what is in the middle is meant. */
  openMiddle: () => void;
  /** Takes what can be dragged at a place, and reports whether there is such. */
  grab: (dx: number, dy: number) => boolean;
  /** What was taken is at a place; `isEnd` where it was let go. */
  drag: (dx: number, dy: number, isEnd: boolean) => void;
}

const STEP = 80;
/** A pointer that moved less was pressed in one place. */
const CLICK_PIXELS = 5;

/** Adds mouse, touch and keys to a map. Shape: the wheel zooms while Ctrl or the command key is held, else it scrolls the page. */
export function addGestures(stage: HTMLElement, actions: MapActions): void {
  const fromMiddle = (x: number, y: number): [number, number] => {
    const box = stage.getBoundingClientRect();
    return [x - box.left - box.width / 2, y - box.top - box.height / 2];
  };
  addPointers(stage, actions, fromMiddle);
  stage.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return actions.hint();
      event.preventDefault();
      actions.zoom(2 ** (-event.deltaY / 240), ...fromMiddle(event.clientX, event.clientY));
    },
    { passive: false },
  );
  stage.addEventListener('dblclick', (event) =>
    actions.zoom(event.shiftKey ? 0.5 : 2, ...fromMiddle(event.clientX, event.clientY)),
  );
  stage.addEventListener('keydown', (event) => {
    const action = KEYS[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // A digit begins the number of a row elsewhere on the page.
    event.stopPropagation();
    action(actions);
  });
}

function addPointers(
  stage: HTMLElement,
  actions: MapActions,
  fromMiddle: (x: number, y: number) => [number, number],
): void {
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  let isDrag = false;
  stage.addEventListener('pointerdown', (event) => {
    if (pointers.size === 0) moved = 0;
    isDrag = pointers.size === 0 && actions.grab(...fromMiddle(event.clientX, event.clientY));
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    stage.setPointerCapture(event.pointerId);
  });
  stage.addEventListener('pointermove', (event) => {
    const last = pointers.get(event.pointerId);
    if (!last) {
      if (event.pointerType !== 'mouse') return;
      const [dx, dy] = fromMiddle(event.clientX, event.clientY);
      return actions.hover({ dx, dy });
    }
    const next = { x: event.clientX, y: event.clientY };
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    moved += Math.hypot(next.x - last.x, next.y - last.y);
    if (isDrag) actions.drag(...fromMiddle(next.x, next.y), false);
    else if (other) {
      const before = Math.hypot(last.x - other.x, last.y - other.y);
      const after = Math.hypot(next.x - other.x, next.y - other.y);
      if (before > 0)
        actions.zoom(after / before, ...fromMiddle((next.x + other.x) / 2, (next.y + other.y) / 2));
      // The middle of both fingers moves half as far as the one that moves.
      actions.move((last.x - next.x) / 2, (last.y - next.y) / 2);
    } else if (moved > CLICK_PIXELS) {
      actions.hover(undefined);
      actions.move(last.x - next.x, last.y - next.y);
    }
    pointers.set(event.pointerId, next);
  });
  const end = (event: PointerEvent) => {
    const wasClick = pointers.size === 1 && moved <= CLICK_PIXELS && event.type === 'pointerup';
    pointers.delete(event.pointerId);
    if (isDrag && moved > CLICK_PIXELS) actions.drag(...fromMiddle(event.clientX, event.clientY), true);
    isDrag = false;
    if (wasClick) actions.click(...fromMiddle(event.clientX, event.clientY));
  };
  stage.addEventListener('pointerup', end);
  stage.addEventListener('pointercancel', end);
  stage.addEventListener('pointerleave', () => actions.hover(undefined));
}

const KEYS: Readonly<Record<string, (actions: MapActions) => void>> = {
  ArrowLeft: ({ move }) => move(-STEP, 0),
  ArrowRight: ({ move }) => move(STEP, 0),
  ArrowUp: ({ move }) => move(0, -STEP),
  ArrowDown: ({ move }) => move(0, STEP),
  '+': ({ zoom }) => zoom(2, 0, 0),
  '=': ({ zoom }) => zoom(2, 0, 0),
  '-': ({ zoom }) => zoom(0.5, 0, 0),
  '0': ({ fit }) => fit(),
  Enter: ({ openMiddle }) => openMiddle(),
};
