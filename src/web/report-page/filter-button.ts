import { el } from '../kit/dom.ts';
import type { Dimension, FilterStore } from './filter-state.ts';

type Content = Parameters<typeof el>[2];

/** Builds the buttons of the page that filter rows. */
export type FilterButtons = (
  dimension: Dimension,
  value: string,
  options: { class?: string; label?: string | undefined },
  ...content: Content[]
) => HTMLButtonElement;

/** Returns a builder of buttons that choose a value of a property, and show whether it is chosen, until `signal` is aborted. */
export function createFilterButtons(store: FilterStore, signal: AbortSignal): FilterButtons {
  return (dimension, value, { class: name = '', label }, ...content) => {
    const button = el(
      'button',
      {
        type: 'button',
        class: `filter ${name}`,
        'aria-label': label,
        title: label,
        onclick: () => {
          store.toggle(dimension, value);
          if (store.state().chosen[dimension].has(value)) bringRows();
        },
      },
      ...content,
    );
    const update = () =>
      button.setAttribute('aria-pressed', String(store.state().chosen[dimension].has(value)));
    update();
    store.onChange(update, signal);
    return button;
  };
}

/** Share of the window that the rows may begin below without coming into sight. */
const IN_SIGHT = 0.6;

/** Brings the rows into sight where they are further down; a figure below them stays where it was clicked. */
function bringRows(): void {
  const rows = document.getElementById('rows');
  if (rows && rows.getBoundingClientRect().top > IN_SIGHT * innerHeight) rows.scrollIntoView();
}
