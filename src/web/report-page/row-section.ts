import type { ReportFacts } from '../../report/data/report-facts.ts';
import type { Outlines } from '../../base/geo/outlines.ts';
import type { Position } from '../../base/geo/position.ts';
import { el } from '../kit/dom.ts';
import { activeFilters } from './active-filters.ts';
import type { DetailReader } from './card-details.ts';
import type { FilterStore } from './filter-state.ts';
import type { Format } from './format.ts';
import type { PageRows } from './page-data.ts';
import { placesOf, rowCard } from './row-card.ts';
import { createRowTable, rangeText, type RowTable } from './row-table.ts';
import type { TextStore } from './row-texts.ts';
import { filterRows, SORT_COLUMNS, type RowNames, type RowOrder, type SortColumn } from './row-view.ts';
import { saveText } from '../kit/save-text.ts';
import { csvOf } from './save-csv.ts';
import type { ReportTexts } from './format.ts';

/** What the section of the rows needs of the report. */
interface RowSectionSource {
  facts: ReportFacts;
  rows: PageRows;
  names: RowNames;
  /** Returns the name of an area by its code. */
  areaName: (code: string) => string;
  reasonName: (english: string) => string;
  outlines: readonly Outlines[];
  texts: TextStore;
  details: DetailReader;
  format: Format;
  store: FilterStore;
  signal: AbortSignal;
  /** Called with the rows that are shown after a filter has changed. */
  onView: (view: Uint32Array) => void;
  /** Called with the row that is open, and the radius that holds its true position. */
  onSelect: (
    row: number | undefined,
    radiusMeters?: number,
    places?: readonly (Position | undefined)[],
  ) => void;
}

/** The section of the rows: filters, table and card. */
interface RowSection {
  filters: HTMLElement;
  table: HTMLElement;
  card: HTMLElement;
  open(row: number): void;
}

/** As in the styles. */
const ONE_COLUMN = '(max-width: 61.99rem)';

/** Builds the section. */
export function createRowSection(source: RowSectionSource): RowSection {
  const { rows, names, format, store, signal, onView, onSelect, facts } = source;
  const { texts, t } = format;
  let order = orderOf(store.state().open.sort);
  const shown = el('output', { class: 'shown', 'aria-live': 'polite' });
  const range = el('span', { class: 'quiet range' });
  const card = el('div', { class: 'card-place', 'aria-live': 'polite' });
  let view = new Uint32Array(0);
  let openRow: number | undefined;
  const table = createRowTable({
    ...source,
    onOpen: (row) => open(row),
    onSort(column: SortColumn) {
      // Rows of least confidence, and those that moved farthest, are what a person looks for first.
      const isDescending = order.sort === column ? !order.isDescending : column === 'moved';
      store.open('sort', column === 'number' && !isDescending ? '' : `${isDescending ? '-' : ''}${column}`);
    },
    onScroll: (from, to) => (range.textContent = rangeText(from, to, format)),
  });
  function update(): void {
    const { chosen, search } = store.state();
    if (search.trim() !== '' && !source.texts.isPrepared()) {
      shown.textContent = texts.searching;
      void source.texts.prepare().then(update);
      return;
    }
    view = filterRows(rows, names, chosen, source.texts.search(search), order) as Uint32Array<ArrayBuffer>;
    shown.textContent =
      view.length === 0 ? texts.noMatch : t('report.shown', { n: view.length, all: rows.count });
    bar.show(store.isFiltered() ? shown.textContent : undefined);
    table.show(view, order.sort, order.isDescending);
    onView(view);
  }
  function open(row: number): void {
    openRow = row;
    store.open('row', String(rows.number[row]));
    const redraw = () => openRow === row && open(row);
    card.replaceChildren(rowCard({ ...source, onClose: close, onRow: (next) => goTo(next) }, row, redraw));
    const details = source.details(row, redraw);
    const meters = Number(details.one('accuracy_meters'));
    const places = placesOf(source, { details, position: rows.position[row]! });
    onSelect(row, meters > 0 ? meters : undefined, places.length > 1 ? places : []);
    // Where they have one column, the card is below all rows.
    if (matchMedia(ONE_COLUMN).matches) card.scrollIntoView({ block: 'nearest' });
  }
  function close(): void {
    openRow = undefined;
    store.open('row', '');
    card.replaceChildren();
    onSelect(undefined);
  }
  /** Follows the address: a step back through the history, or the one that the page was opened with. */
  function follow(): void {
    const { row: number, sort } = store.state().open;
    const next = orderOf(sort);
    if (next.sort !== order.sort || next.isDescending !== order.isDescending) {
      order = next;
      update();
    }
    const row = number === '' ? undefined : rowOfNumber(rows, Number(number));
    if (row === openRow) return;
    if (row === undefined) close();
    else goTo(row);
  }
  /** Opens a row; filters that hide it are removed. */
  function goTo(row: number, hasFocus = false): void {
    if (!table.activate(row, hasFocus)) {
      store.clear();
      table.activate(row, hasFocus);
    }
    open(row);
  }
  const bar = filterBar(source, table.element);
  const search = searchField(source);
  const number = goToField(rows, texts, (row) => goTo(row, true));
  const shortcuts = el('input', { type: 'checkbox', checked: true });
  addShortcuts(shortcuts, number, search, close);
  store.onChange(update, signal);
  store.onOpen(follow, signal);
  queueMicrotask(() => {
    update();
    follow();
  });
  const save = async () => {
    await source.texts.prepare();
    saveText(`${facts.input.name}-rows.csv`, csvOf(facts, rows, source.texts, view));
  };
  return {
    filters: el(
      'div',
      { class: 'filters' },
      search,
      shown,
      el('button', { type: 'button', class: 'save', onclick: () => void save() }, texts.saveRows),
      activeFilters(source),
    ),
    table: el(
      'div',
      { class: 'table-place' },
      table.element,
      bar.element,
      el('div', { class: 'pager' }, range, ...pageButtons(table, texts), number),
      el('p', { class: 'quiet keys' }, texts.keys, ' ', el('label', {}, shortcuts, texts.keysOff)),
    ),
    card,
    open: (row) => goTo(row),
  };
}

/** Builds the bar that says how many rows a filter has while the table is out of sight, and leads there. */
function filterBar({ format: { texts }, store, signal }: RowSectionSource, table: HTMLElement) {
  const text = el('span');
  const see = () => document.getElementById('rows')?.scrollIntoView();
  const element = el(
    'div',
    { class: 'filter-bar', hidden: true },
    text,
    el('button', { type: 'button', class: 'link', onclick: see }, texts.seeRows),
    el('button', { type: 'button', 'aria-label': texts.clearFilters, onclick: () => store.clear() }, '×'),
  );
  const observer = new IntersectionObserver(([entry]) =>
    element.classList.toggle('is-away', entry?.isIntersecting === false),
  );
  observer.observe(table);
  signal.addEventListener('abort', () => observer.disconnect());
  return {
    element,
    show(rows: string | undefined) {
      element.hidden = rows === undefined;
      text.textContent = rows ?? '';
    },
  };
}

/** Returns the order of the address: a column, the other way round behind `-`. */
function orderOf(text: string): RowOrder {
  const sort = SORT_COLUMNS.find((column) => column === text.replace(/^-/, '')) ?? 'number';
  return { sort, isDescending: text.startsWith('-') };
}

/** Builds the field of the search, which follows the filter. */
function searchField({
  texts: rowTexts,
  format: { texts },
  store,
  signal,
}: RowSectionSource): HTMLInputElement {
  const search = el('input', {
    type: 'search',
    'aria-label': texts.search,
    placeholder: texts.search,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  search.value = store.state().search;
  search.addEventListener('input', () => store.setSearch(search.value));
  search.addEventListener('focus', () => void rowTexts.prepare());
  const follow = () => {
    if (search.value !== store.state().search) search.value = store.state().search;
  };
  store.onChange(follow, signal);
  return search;
}

function pageButtons(table: RowTable, { previous, next }: ReportTexts): HTMLElement[] {
  const button = (label: string, sign: string, direction: 1 | -1) =>
    el(
      'button',
      { type: 'button', onclick: () => table.page(direction), 'aria-label': label, title: label },
      sign,
    );
  return [button(previous, '↑', -1), button(next, '↓', 1)];
}

/** Builds the field for the number of a row; Enter opens that row. */
function goToField(rows: PageRows, texts: ReportTexts, onRow: (row: number) => void): HTMLInputElement {
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
function addShortcuts(
  shortcuts: HTMLInputElement,
  number: HTMLInputElement,
  search: HTMLInputElement,
  close: () => void,
): void {
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

/** Returns the row with a number; of a sample the next one after it, or the last one. */
function rowOfNumber(rows: PageRows, number: number): number | undefined {
  if (rows.count === 0 || !(number > 0)) return undefined;
  const row = rows.number.findIndex((each) => each >= number);
  return row < 0 ? rows.count - 1 : row;
}
