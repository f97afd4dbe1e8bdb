import { el } from '../kit/dom.ts';
import type { ReportFacts } from '../../report/data/report-facts.ts';
import type { Format } from './format.ts';
import { levelTitle } from './level-name.ts';
import {
  createRowWindow,
  ROW_HEIGHT,
  type RowWindow,
  type TableColumn,
  type TableSource,
} from './row-window.ts';
import type { SortColumn } from './row-view.ts';

/** The table of all rows; only those in view are in the page. */
export interface RowTable {
  element: HTMLElement;
  show(view: Uint32Array, sort: SortColumn, isDescending: boolean): void;
  /** Makes a row of the results the active one, scrolls to it; returns false where it is not shown. */
  activate(row: number, hasFocus: boolean): boolean;
  page(direction: 1 | -1): void;
}

/** Builds the table. */
export function createRowTable(source: TableSource): RowTable {
  const columns = usedColumns(source);
  const body = el('tbody');
  const table = tableElement(source, columns, body);
  const scroller = el('div', { class: 'row-scroller' }, table);
  const window = createRowWindow({ source, columns, table, body, scroller });
  scroller.addEventListener('scroll', window.queueDraw, { passive: true });
  new ResizeObserver(window.queueDraw).observe(scroller);
  addPointer(body, window, source);
  addKeys(body, window, source);
  const note = el('p', { class: 'print-note' });
  addPrinting(window, note, source);
  return {
    element: el('div', {}, scroller, note),
    show(view, sort, isDescending) {
      table.setAttribute('aria-rowcount', String(view.length + 1));
      for (const button of table.querySelectorAll<HTMLElement>('[data-sort]')) {
        const isSorted = button.dataset.sort === sort;
        const order = isDescending ? 'descending' : 'ascending';
        button.parentElement?.setAttribute('aria-sort', isSorted ? order : 'none');
      }
      window.show(view);
    },
    activate(row, hasFocus) {
      const at = window.view().indexOf(row);
      if (at < 0) return false;
      // In the middle, so that its neighbours are seen.
      scroller.scrollTop = Math.max(0, (at - Math.floor(window.visible() / 2)) * ROW_HEIGHT);
      window.moveTo(at, hasFocus);
      return true;
    },
    page(direction) {
      scroller.scrollTop += direction * window.visible() * ROW_HEIGHT;
    },
  };
}

/** Returns the columns of which the results have something. */
function usedColumns({ facts, format }: TableSource): TableColumn[] {
  const { texts } = format;
  const columns: (TableColumn & { isUsed?: boolean })[] = [
    { sort: 'number', label: texts.row, kind: 'number' },
    { sort: 'status', label: texts.status, kind: '' },
    ...textColumns(facts, format),
    { sort: 'level', label: levelTitle(facts.levels, texts), kind: 'wide', isUsed: facts.levels.length > 0 },
    { sort: 'moved', label: texts.before, kind: 'earlier', isUsed: facts.earlier?.compared !== undefined },
    {
      sort: 'confidence',
      label: texts.confidence,
      kind: 'number',
      isUsed: facts.stages.some(({ bins }) => bins),
    },
  ];
  return columns.filter(({ isUsed = true }) => isUsed);
}

/** Returns the columns of the texts: one with the match below the input, or those of both sides of a conversion. */
function textColumns({ stages, run }: ReportFacts, { texts, t, day }: Format): TableColumn[] {
  const isConversion = stages.at(-1)?.name === 'convert';
  if (!isConversion) return [{ sort: undefined, label: texts.address, kind: '' }];
  const of = run.converted?.day;
  const label = of === undefined ? texts.match : t('report.unitsOf', { day: day(of) });
  return [
    { sort: undefined, cell: 'input', label: texts.asWritten, kind: '' },
    { sort: undefined, cell: 'converted', label, kind: '' },
  ];
}

function tableElement(
  { format: { texts }, onSort }: TableSource,
  columns: readonly TableColumn[],
  body: HTMLElement,
): HTMLTableElement {
  const cells = columns.map(({ sort, label, kind }) =>
    el(
      'th',
      { scope: 'col', class: kind, ...(sort !== undefined && { 'data-label': label }) },
      sort === undefined
        ? label
        : el('button', { type: 'button', 'data-sort': sort, onclick: () => onSort(sort) }, label),
    ),
  );
  return el(
    'table',
    { role: 'grid', class: 'rows', 'aria-label': texts.allRows },
    el('thead', {}, el('tr', { 'aria-rowindex': 1 }, ...cells)),
    body,
  );
}

/** Puts the rows on paper that are chosen, and says how many where these are not all. */
function addPrinting({ setPrinted, view }: RowWindow, note: HTMLElement, { format }: TableSource): void {
  const listen = (type: 'beforeprint' | 'afterprint') =>
    addEventListener(type, () => {
      // The page was built again, in the other language.
      if (!note.isConnected) return;
      const printed = setPrinted(type === 'beforeprint');
      const all = view().length;
      note.textContent = printed < all ? format.t('report.printNote', { n: printed, all }) : '';
    });
  listen('beforeprint');
  listen('afterprint');
}

/** Opens the row that is clicked. */
function addPointer(body: HTMLElement, { moveTo, view, active }: RowWindow, { onOpen }: TableSource): void {
  const rowAt = (event: Event) => (event.target as Element).closest('tr')?.dataset.at;
  const openAt = (at: string | undefined) => {
    if (at === undefined) return;
    moveTo(Number(at));
    onOpen(view()[active()] as number);
  };
  // A row that is drawn again while the button is down gets no click.
  let pressed: string | undefined;
  body.addEventListener('pointerdown', (event) => (pressed = event.button === 0 ? rowAt(event) : undefined));
  body.addEventListener('pointerup', (event) => rowAt(event) === pressed && openAt(pressed));
  body.addEventListener('click', (event) => openAt(rowAt(event)));
}

/** Moves the active row by keys, and opens it. */
function addKeys(
  body: HTMLElement,
  { moveTo, view, active, visible }: RowWindow,
  { onOpen }: TableSource,
): void {
  body.addEventListener('keydown', (event) => {
    const rows = view();
    if (event.ctrlKey || event.metaKey || event.altKey || rows.length === 0) return;
    const targets: Record<string, number> = {
      ArrowDown: active() + 1,
      ArrowUp: active() - 1,
      PageDown: active() + visible(),
      PageUp: active() - visible(),
      Home: 0,
      End: rows.length - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) moveTo(target);
    else if (event.key === 'Enter' || event.key === ' ') onOpen(rows[active()] as number);
    else return;
    event.preventDefault();
  });
}

/** Returns what the table shows now, for the line below it. */
export function rangeText(from: number, to: number, format: Format): string {
  return format.t('report.range', { from, to });
}
