import { NO_CONFIDENCE, STATUSES, type ReportFacts } from '../data/report-facts.ts';
import { bandOf } from './bands.ts';
import { el, mark, rowText } from './dom.ts';
import type { Format } from './format.ts';
import type { PageRows } from './page-data.ts';
import type { TextStore } from './row-texts.ts';
import type { SortColumn } from './row-view.ts';
import { levelName } from './summary.ts';
import { fill } from './texts.ts';

/** Height of a row; as in the styles. Units: pixels. */
const ROW_HEIGHT = 48;
/** Rows above and below the visible ones that are in the page. */
const MARGIN = 6;

/** What the table needs of the report. */
export interface TableSource {
  facts: ReportFacts;
  rows: PageRows;
  texts: TextStore;
  format: Format;
  onOpen(row: number): void;
  onSort(column: SortColumn): void;
  onScroll(from: number, to: number): void;
}

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
  const { format } = source;
  const { texts } = format;
  const body = el('tbody');
  const heads: [SortColumn | undefined, string, string][] = [
    ['number', texts.row, 'number'],
    ['status', texts.status, ''],
    [undefined, texts.address, ''],
    ['level', texts.level, 'wide'],
    ['confidence', texts.confidence, 'number'],
  ];
  const hasColumn = {
    level: source.facts.levels.length > 0,
    confidence: source.facts.stages.some(({ bins }) => bins),
  };
  const used = heads.filter(([column]) =>
    column === 'level' || column === 'confidence' ? hasColumn[column] : true,
  );
  const cells = used.map(([column, label, kind]) =>
    el(
      'th',
      { scope: 'col', class: kind },
      column === undefined
        ? label
        : el('button', { type: 'button', 'data-sort': column, onclick: () => source.onSort(column) }, label),
    ),
  );
  const table = el(
    'table',
    { role: 'grid', class: 'rows', 'aria-label': texts.allRows },
    el('thead', {}, el('tr', { 'aria-rowindex': 1 }, ...cells)),
    body,
  );
  const scroller = el('div', { class: 'row-scroller' }, table);
  let view = new Uint32Array(0);
  let active = 0;
  let isFocused = false;

  const visible = () => Math.max(1, Math.floor((scroller.clientHeight - headHeight()) / ROW_HEIGHT));
  const headHeight = () => table.tHead?.offsetHeight ?? 0;

  function draw(): void {
    const first = Math.floor(scroller.scrollTop / ROW_HEIGHT);
    const from = Math.max(0, first - MARGIN);
    const to = Math.min(view.length, first + visible() + 2 * MARGIN);
    const content: Node[] = [spacer(from)];
    for (let at = from; at < to; at += 1) content.push(drawRow(at));
    content.push(spacer(view.length - to));
    // The focus is on a row that is replaced.
    isFocused ||= body.contains(document.activeElement);
    body.replaceChildren(...content);
    if (isFocused) body.querySelector<HTMLElement>('tr.active')?.focus({ preventScroll: true });
    isFocused = false;
    source.onScroll(view.length === 0 ? 0 : first + 1, Math.min(view.length, first + visible()));
  }
  function spacer(count: number): HTMLElement {
    const row = el('tr', { 'aria-hidden': 'true', class: 'spacer' });
    row.style.height = `${count * ROW_HEIGHT}px`;
    return row;
  }
  function drawRow(at: number): HTMLElement {
    const row = view[at] as number;
    const tr = el('tr', {
      'aria-rowindex': at + 2,
      'aria-selected': at === active ? 'true' : 'false',
      tabindex: at === active ? 0 : -1,
      class: at === active ? 'active' : '',
      'data-at': at,
    });
    tr.append(
      ...rowCells(
        source,
        row,
        used.map(([column]) => column),
        queueDraw,
      ),
    );
    return tr;
  }
  let waiting = false;
  function queueDraw(): void {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      draw();
    });
  }
  function moveTo(at: number, hasFocus = true): void {
    active = Math.max(0, Math.min(view.length - 1, at));
    const top = active * ROW_HEIGHT;
    const height = scroller.clientHeight - headHeight();
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + ROW_HEIGHT > scroller.scrollTop + height) scroller.scrollTop = top + ROW_HEIGHT - height;
    isFocused = hasFocus;
    draw();
  }
  scroller.addEventListener('scroll', queueDraw, { passive: true });
  new ResizeObserver(queueDraw).observe(scroller);
  const rowAt = (event: Event) => (event.target as Element).closest('tr')?.dataset.at;
  const openAt = (at: string | undefined) => {
    if (at === undefined) return;
    moveTo(Number(at));
    source.onOpen(view[active] as number);
  };
  // A row that is drawn again while the button is down gets no click.
  let pressed: string | undefined;
  body.addEventListener('pointerdown', (event) => (pressed = event.button === 0 ? rowAt(event) : undefined));
  body.addEventListener('pointerup', (event) => rowAt(event) === pressed && openAt(pressed));
  body.addEventListener('click', (event) => openAt(rowAt(event)));
  body.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || view.length === 0) return;
    const targets: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + visible(),
      PageUp: active - visible(),
      Home: 0,
      End: view.length - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) moveTo(target);
    else if (event.key === 'Enter' || event.key === ' ') source.onOpen(view[active] as number);
    else return;
    event.preventDefault();
  });

  return {
    element: scroller,
    show(next, sort, isDescending) {
      view = next as Uint32Array<ArrayBuffer>;
      active = 0;
      scroller.scrollTop = 0;
      table.setAttribute('aria-rowcount', String(view.length + 1));
      for (const button of table.querySelectorAll<HTMLElement>('[data-sort]')) {
        const isSorted = button.dataset.sort === sort;
        const order = isDescending ? 'descending' : 'ascending';
        button.parentElement?.setAttribute('aria-sort', isSorted ? order : 'none');
      }
      draw();
    },
    activate(row, hasFocus) {
      const at = view.indexOf(row);
      if (at < 0) return false;
      // In the middle, so that its neighbours are seen.
      scroller.scrollTop = Math.max(0, (at - Math.floor(visible() / 2)) * ROW_HEIGHT);
      moveTo(at, hasFocus);
      return true;
    },
    page(direction) {
      scroller.scrollTop += direction * visible() * ROW_HEIGHT;
    },
  };
}

function rowCells(
  { rows, facts, texts, format }: TableSource,
  row: number,
  columns: readonly (SortColumn | undefined)[],
  then: () => void,
): HTMLElement[] {
  const text = texts.get(row, then);
  const status = STATUSES[rows.status[row] as number] ?? 'ok';
  const reason = facts.reasons[(rows.reason[row] as number) - 1];
  const second = text?.match || reason;
  const level = facts.levels[(rows.level[row] as number) - 1];
  const confidence = rows.confidence[row] as number;
  const cells: Record<string, () => HTMLElement> = {
    number: () => el('td', { class: 'number' }, format.count(rows.number[row] as number)),
    status: () =>
      el('td', { class: 'status' }, mark(status), el('span', { class: 'word' }, format.texts[status])),
    text: () =>
      el(
        'td',
        { class: 'text' },
        el('div', {}, text ? rowText(text.input.filter(Boolean).join(' · ')) : '…'),
        el('div', { class: 'quiet' }, second ? rowText(second) : ''),
      ),
    level: () => el('td', { class: 'wide' }, level === undefined ? '' : levelName(level, format.texts)),
    confidence: () => confidenceCell(confidence, format),
  };
  return columns.map((column) => (cells[column ?? 'text'] as () => HTMLElement)());
}

function confidenceCell(confidence: number, format: Format): HTMLElement {
  if (confidence === NO_CONFIDENCE) return el('td', { class: 'number' });
  const band = bandOf(confidence) ?? 'low';
  return el('td', { class: 'number confidence' }, mark(band), format.decimal(confidence / 1000, 3));
}

/** Returns what the table shows now, for the line below it. */
export function rangeText(from: number, to: number, format: Format): string {
  return fill(format.texts.range, { from: format.count(from), to: format.count(to) });
}
