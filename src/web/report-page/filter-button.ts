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
        onclick: () => store.toggle(dimension, value),
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
