import type { Viewer } from '@photo-sphere-viewer/core';

const BUTTONS = '.psv-button, .psv-plan__button, .psv-panel-close-button';
/** Parts whose arrow keys are their own. */
const OWN_KEYS = '.gm-viewer-panel, .psv-plan, input, select, textarea';

const WALK_KEYS = ['ArrowUp', 'ArrowDown'];

/** The keys of the view. Shape: as Photo Sphere Viewer takes them; with Shift as well, which many keyboards need for a plus. */
export const KEYS = {
  ArrowUp: 'ROTATE_UP',
  ArrowDown: 'ROTATE_DOWN',
  'Shift+ArrowUp': 'ROTATE_UP',
  'Shift+ArrowDown': 'ROTATE_DOWN',
  ArrowRight: 'ROTATE_RIGHT',
  ArrowLeft: 'ROTATE_LEFT',
  PageUp: 'ZOOM_IN',
  PageDown: 'ZOOM_OUT',
  Plus: 'ZOOM_IN',
  'Shift+Plus': 'ZOOM_IN',
  '=': 'ZOOM_IN',
  Minus: 'ZOOM_OUT',
} as const;

/**
 * Makes the viewer usable with the keyboard alone, without fullscreen.
 *
 * Shape: keys turn, walk and zoom while the focus is in the viewer, and are left to the page otherwise. `walk` goes to the picture ahead
 * or behind; without it the keys up and down tilt the view. Returns the function that ends it.
 */
export function enableKeyboard(viewer: Viewer, label: string, walk?: (isAhead: boolean) => void): () => void {
  const { container } = viewer;
  container.tabIndex = 0;
  container.setAttribute('role', 'group');
  container.setAttribute('aria-label', label);
  const onFocus = (event: FocusEvent) => {
    if (isOwn(event.target)) viewer.stopKeyboardControl();
    else viewer.startKeyboardControl();
  };
  const onBlur = () => viewer.stopKeyboardControl();
  const onKey = (event: KeyboardEvent) => {
    const hasModifier = event.shiftKey || event.ctrlKey || event.altKey || event.metaKey;
    if (walk && WALK_KEYS.includes(event.key) && !hasModifier && !isOwn(event.target)) {
      event.preventDefault();
      // Photo Sphere Viewer, which listens to the window, would tilt the view.
      event.stopPropagation();
      walk(event.key === WALK_KEYS[0]);
      return;
    }
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>(BUTTONS) : null;
    // Those of the toolbar handle Enter themselves, but not the space bar.
    const isNavbar = target?.classList.contains('psv-button') ?? false;
    if (target && (event.key === ' ' || (event.key === 'Enter' && !isNavbar))) {
      event.preventDefault();
      target.click();
    }
  };
  container.addEventListener('focusin', onFocus);
  container.addEventListener('focusout', onBlur);
  container.addEventListener('keydown', onKey);
  const observer = new MutationObserver(() => nameButtons(viewer));
  observer.observe(container, { childList: true, subtree: true });
  nameButtons(viewer);
  return () => {
    observer.disconnect();
    container.removeEventListener('focusin', onFocus);
    container.removeEventListener('focusout', onBlur);
    container.removeEventListener('keydown', onKey);
  };
}

function isOwn(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(OWN_KEYS) !== null;
}

/** Gives the buttons of Photo Sphere Viewer, which are plain elements, their role; their title is the name. */
function nameButtons({ container, config }: Viewer): void {
  for (const button of container.querySelectorAll<HTMLElement>(BUTTONS)) {
    if (button.hasAttribute('role')) continue;
    if (button.classList.contains('psv-zoom-range') || button.classList.contains('psv-caption')) {
      if (button.classList.contains('psv-zoom-range')) button.title = config.lang?.zoom ?? '';
      // The range repeats the two buttons beside it, and the caption is text.
      button.removeAttribute('tabindex');
      button.setAttribute('role', 'presentation');
      continue;
    }
    if (button.querySelector('select')) {
      button.setAttribute('role', 'presentation');
      continue;
    }
    button.setAttribute('role', 'button');
    button.tabIndex = 0;
  }
}
