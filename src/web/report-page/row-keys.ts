import { el } from '../kit/dom.ts';
import type { PageRows } from './page-data.ts';
import type { Texts } from './texts-en.ts';

/** Builds the field for the number of a row; Enter opens that row. */
export function goToField(rows: PageRows, texts: Texts, onRow: (row: number) => void): HTMLInputElement {
  const number = el('input', {
    type: 'text',
    inputmode: 'numeric',
    'aria-label': texts.goTo,
    placeholder: texts.goTo,
    class: 'go-to',
    autocomplete: 'off',
  });
  number.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    const row = rowOfNumber(rows, Number(number.value.replace(/\D/g, '')));
    number.value = '';
    if (row !== undefined) onRow(row);
  });
  return number;
}

/** Adds the keys of the page: a digit begins the number of a row, a slash the search, Escape closes the row. */
export function addShortcuts({
  shortcuts,
  number,
  search,
  close,
}: {
  shortcuts: HTMLInputElement;
  number: HTMLInputElement;
  search: HTMLInputElement;
  close: () => void;
}): void {
  document.addEventListener('keydown', (event) => {
    // The page was built again, in the other language.
    if (!number.isConnected) return;
    if (event.key === 'Escape') close();
    if (!shortcuts.checked || isTyping(event)) return;
    if (/^\d$/.test(event.key)) {
      number.value = event.key;
      number.focus();
    } else if (event.key === '/') search.focus();
    else return;
    event.preventDefault();
  });
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as Element | null;
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    target?.matches('input:not([type=checkbox]), select, textarea') === true
  );
}

/** Returns the row with a number, by bisection; of a sample the next one after it. */
function rowOfNumber(rows: PageRows, number: number): number | undefined {
  if (rows.count === 0 || !(number > 0)) return undefined;
  let low = 0;
  let high = rows.count - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows.number[middle] as number) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
