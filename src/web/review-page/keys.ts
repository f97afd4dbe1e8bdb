import { el } from '../kit/dom.ts';
import type { PageFormat } from '../kit/page-format.ts';

/** What the keys of the page do. */
export interface KeyActions {
  choose: (number: number) => void;
  none: () => void;
  later: () => void;
  undo: () => void;
  yes: () => void;
  position: () => void;
  map: () => void;
  move: (by: number) => void;
  help: () => void;
}

const KEYS: Readonly<Record<string, (actions: KeyActions) => void>> = {
  n: ({ none }) => none(),
  s: ({ later }) => later(),
  u: ({ undo }) => undo(),
  y: ({ yes }) => yes(),
  p: ({ position }) => position(),
  m: ({ map }) => map(),
  j: ({ move }) => move(1),
  k: ({ move }) => move(-1),
  '?': ({ help }) => help(),
};

const DIGITS = Array.from('123456789');

/** Whether single keys act, for whoever speaks to the browser. */
let areOn = true;

/** Adds the keys of the page. Shape: none acts in a field, in a dialog, or with Ctrl, Alt or the command key. */
export function addKeys(actions: KeyActions, signal: AbortSignal): void {
  const listen = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.key === 'Escape') return target.blur();
    if (!areOn || event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (target.closest('input, select, dialog')) return;
    if (DIGITS.includes(event.key)) actions.choose(Number(event.key));
    else KEYS[event.key.toLowerCase()]?.(actions);
    // The key is no text of a field that is focused by it.
    if (KEYS[event.key.toLowerCase()]) event.preventDefault();
  };
  document.addEventListener('keydown', listen, { signal });
}

/** Builds a button that names its key. */
export function keyButton(label: string, key: string, onclick: () => void): HTMLButtonElement {
  return el('button', { type: 'button', 'aria-keyshortcuts': key, onclick }, label, el('kbd', {}, key));
}

/** Builds the list of the keys. */
export function keyDialog({ t }: PageFormat): HTMLDialogElement {
  const lines = [
    ['1 – 9', t('reviewPage.keyChoose')],
    ['N', t('reviewPage.noAddress')],
    ['S', t('reviewPage.later')],
    ['U', t('reviewPage.undo')],
    ['P, M', t('reviewPage.keyPosition')],
    ['Y', t('reviewPage.keyYes')],
    ['J, K', t('reviewPage.keyMove')],
    ['?', t('reviewPage.keyHelp')],
  ] as const;
  const onchange = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
    (areOn = currentTarget.checked);
  const dialog = el(
    'dialog',
    { class: 'keys-list', 'aria-label': t('reviewPage.keys') },
    el('h2', {}, t('reviewPage.keys')),
    el(
      'dl',
      {},
      ...lines.map(([key, does]) => el('div', {}, el('dt', {}, el('kbd', {}, key)), el('dd', {}, does))),
    ),
    el(
      'label',
      {},
      el('input', { type: 'checkbox', checked: areOn, onchange }),
      ` ${t('reviewPage.keysOn')}`,
    ),
    el('form', { method: 'dialog' }, el('button', {}, t('reviewPage.close'))),
  );
  return dialog;
}
