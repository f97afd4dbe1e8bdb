import { STATUSES, type ReportFacts } from '../../report/data/report-facts.ts';
import { el } from '../kit/dom.ts';
import { mark } from './marks.ts';
import type { Format } from './format.ts';
import type { PageRows } from './page-data.ts';
import { rowDetails } from './row-details.ts';
import { createRowTable, rangeText, type RowTable } from './row-table.ts';
import type { TextStore } from './row-texts.ts';
import { filterRows, type RowFilter, type SortColumn } from './row-view.ts';
import { levelName } from './summary.ts';
import type { Texts } from './texts-en.ts';
import { fill } from '../kit/texts.ts';

/** What the section of the rows needs of the report. */
export interface RowSectionSource {
  facts: ReportFacts;
  rows: PageRows;
  texts: TextStore;
  format: Format;
  /** Called with the rows that are shown after a filter has changed. */
  onView: (view: Uint32Array) => void;
  onSelect: (row: number | undefined) => void;
}

/** The section of the rows: filters, table and details. */
export interface RowSection {
  filters: HTMLElement;
  table: HTMLElement;
  details: HTMLElement;
  open(row: number): void;
}

/** Builds the section. */
export function createRowSection(source: RowSectionSource): RowSection {
  const { rows, format, onView, onSelect } = source;
  const { texts } = format;
  const statuses = new Set<number>();
  const levels = new Set<number>();
  const filter: RowFilter = { statuses, levels, sort: 'number', isDescending: false };
  const shown = el('output', { class: 'shown', 'aria-live': 'polite' });
  const range = el('span', { class: 'quiet range' });
  const details = el('div', { class: 'details-place', 'aria-live': 'polite' });
  const table = createRowTable({
    ...source,
    onOpen: open,
    onSort(column: SortColumn) {
      // Rows of least confidence are what a person looks for first.
      filter.isDescending = filter.sort === column && !filter.isDescending;
      filter.sort = column;
      update();
    },
    onScroll: (from, to) => (range.textContent = rangeText(from, to, format)),
  });
  function update(): void {
    const view = filterRows(rows, filter);
    shown.textContent =
      view.length === 0
        ? texts.noMatch
        : fill(texts.shown, { n: format.count(view.length), all: format.count(rows.count) });
    table.show(view, filter.sort, filter.isDescending);
    onView(view);
  }
  function open(row: number): void {
    const redraw = () => open(row);
    details.replaceChildren(rowDetails({ ...source, onClose: close, onRow: goTo }, row, redraw));
    onSelect(row);
  }
  function close(): void {
    details.replaceChildren();
    onSelect(undefined);
  }
  /** Opens a row; filters that hide it are removed. */
  function goTo(row: number, hasFocus = false): void {
    if (!table.activate(row, hasFocus)) {
      statuses.clear();
      levels.clear();
      filter.found = undefined;
      controls.reset();
      update();
      table.activate(row, hasFocus);
    }
    open(row);
  }
  const search = searchField(source, shown, (found) => {
    filter.found = found;
    update();
  });
  const controls = filterControls(source, search, { statuses, levels, update });
  const number = goToField(source, (row) => goTo(row, true));
  const shortcuts = el('input', { type: 'checkbox', checked: true });
  addShortcuts({ shortcuts, number, search, close });
  queueMicrotask(update);
  return {
    filters: el('div', { class: 'filters' }, ...controls.elements, shown),
    table: el(
      'div',
      { class: 'table-place' },
      table.element,
      el('div', { class: 'pager' }, range, ...pageButtons(table, texts), number),
      el('p', { class: 'quiet keys' }, texts.keys, ' ', el('label', {}, shortcuts, texts.keysOff)),
    ),
    details,
    open: (row) => goTo(row),
  };
}

/** Builds the field of the search. Shape: `onFound` gets 1 for each row that has all words, undefined for no word. */
function searchField(
  { texts: store, format: { texts } }: RowSectionSource,
  shown: HTMLElement,
  onFound: (found: Uint8Array | undefined) => void,
): HTMLInputElement {
  const search = el('input', {
    type: 'search',
    'aria-label': texts.search,
    placeholder: texts.search,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const run = () => {
    if (search.value.trim() !== '' && !store.isPrepared()) {
      shown.textContent = texts.searching;
      void store.prepare().then(run);
      return;
    }
    onFound(store.search(search.value));
  };
  search.addEventListener('input', run);
  search.addEventListener('focus', () => void store.prepare());
  return search;
}

/** Builds the field for the number of a row; Enter opens that row. */
function goToField(
  { rows, format: { texts } }: RowSectionSource,
  onRow: (row: number) => void,
): HTMLInputElement {
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

/** Builds the filters. */
function filterControls(
  source: RowSectionSource,
  search: HTMLInputElement,
  { statuses, levels, update }: { statuses: Set<number>; levels: Set<number>; update: () => void },
): { elements: HTMLElement[]; reset: () => void } {
  const buttons = statusButtons(source, statuses, update);
  const level = levelSelect(source, levels, update);
  const chips = el(
    'div',
    { class: 'chips', role: 'group', 'aria-label': source.format.texts.status },
    ...buttons,
  );
  return {
    elements: [search, chips, ...(level ? [level] : [])],
    reset() {
      search.value = '';
      for (const button of buttons) button.setAttribute('aria-pressed', 'false');
      if (level) level.value = '';
    },
  };
}

/** Adds the keys of the page: a digit begins the number of a row, a slash the search, Escape closes the row. */
function addShortcuts({
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

function pageButtons(table: RowTable, { previous, next }: Texts): HTMLElement[] {
  const button = (label: string, sign: string, direction: 1 | -1) =>
    el(
      'button',
      { type: 'button', onclick: () => table.page(direction), 'aria-label': label, title: label },
      sign,
    );
  return [button(previous, '↑', -1), button(next, '↓', 1)];
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

function statusButtons(
  { rows, format }: RowSectionSource,
  chosen: Set<number>,
  update: () => void,
): HTMLButtonElement[] {
  const counts = new Array<number>(STATUSES.length).fill(0);
  for (const status of rows.status) counts[status] = (counts[status] ?? 0) + 1;
  return STATUSES.flatMap((status, number) => {
    if (counts[number] === 0) return [];
    const button = el(
      'button',
      { type: 'button', 'aria-pressed': 'false' },
      mark(status),
      format.texts[status],
    );
    button.addEventListener('click', () => {
      const isChosen = !chosen.delete(number);
      if (isChosen) chosen.add(number);
      button.setAttribute('aria-pressed', String(isChosen));
      update();
    });
    return [button];
  });
}

function levelSelect(
  { facts, format }: RowSectionSource,
  chosen: Set<number>,
  update: () => void,
): HTMLSelectElement | undefined {
  if (facts.levels.length < 2) return undefined;
  const select = el(
    'select',
    { 'aria-label': format.texts.level },
    el('option', { value: '' }, format.texts.anyLevel),
    ...facts.levels.map((level, at) => el('option', { value: at + 1 }, levelName(level, format.texts))),
  );
  select.addEventListener('change', () => {
    chosen.clear();
    if (select.value !== '') chosen.add(Number(select.value));
    update();
  });
  return select;
}
