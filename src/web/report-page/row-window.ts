import type { Format } from './format.ts';
import type { CardDetails, DetailReader } from './card-details.ts';
import { convertedLine } from './conversion.ts';
import { changeMark, earlierCell } from './earlier.ts';
import { levelName } from './level-name.ts';
import { isOwnId } from '../../report/data/own-id.ts';
import { NO_CONFIDENCE, STATUSES, type ReportFacts } from '../../report/data/report-facts.ts';
import { bandOf } from './bands.ts';
import { el, oncePerFrame } from '../kit/dom.ts';
import { mark, rowText } from '../kit/marks.ts';
import type { PageRows } from './page-data.ts';
import type { TextStore } from './row-texts.ts';
import type { SortColumn } from './row-view.ts';

/** Height of a row; as in the styles. Units: pixels. */
export const ROW_HEIGHT = 48;
/** Rows above and below the visible ones that are in the page. */
const MARGIN = 6;

/** What the table needs of the report. */
export interface TableSource {
  facts: ReportFacts;
  rows: PageRows;
  texts: TextStore;
  details: DetailReader;
  format: Format;
  onOpen: (row: number) => void;
  onSort: (column: SortColumn) => void;
  onScroll: (from: number, to: number) => void;
}

/** A column of the table. Shape: without `sort` it is that of the texts. */
export interface TableColumn {
  sort: SortColumn | undefined;
  /** What its cells show, where that is not what it sorts by. */
  cell?: 'input' | 'converted';
  label: string;
  kind: string;
}

/** The part of the rows that is in the page, and the active row. */
export interface RowWindow {
  view: () => Uint32Array;
  active: () => number;
  /** Returns how many rows are visible. */
  visible: () => number;
  show: (view: Uint32Array) => void;
  /** Makes a row of the view the active one, and scrolls to it. */
  moveTo: (at: number, hasFocus?: boolean) => void;
  queueDraw: () => void;
  /** Puts all rows into the page, for paper, or only those in view again. Returns how many are in it. */
  setPrinted: (isPrinted: boolean) => number;
}

/** Rows on paper at most: some forty pages. */
const MOST_PRINTED = 1000;

/** What a window of rows is drawn with. */
export interface WindowParts {
  source: TableSource;
  columns: readonly TableColumn[];
  table: HTMLTableElement;
  body: HTMLElement;
  scroller: HTMLElement;
}

/** Builds the window of the rows, without any. */
export function createRowWindow({ source, columns, table, body, scroller }: WindowParts): RowWindow {
  let view = new Uint32Array(0);
  let active = 0;
  let isFocused = false;
  let isPrinted = false;
  const headHeight = () => table.tHead?.offsetHeight ?? 0;
  const visible = () => Math.max(1, Math.floor((scroller.clientHeight - headHeight()) / ROW_HEIGHT));
  const queueDraw = oncePerFrame(draw);

  function draw(): void {
    const first = Math.floor(scroller.scrollTop / ROW_HEIGHT);
    const from = isPrinted ? 0 : Math.max(0, first - MARGIN);
    const to = Math.min(view.length, isPrinted ? MOST_PRINTED : first + visible() + 2 * MARGIN);
    const content: Node[] = [spacer(from)];
    for (let at = from; at < to; at += 1) {
      const cells = rowCells(source, view[at] as number, columns, queueDraw);
      content.push(rowElement(at, at === active, cells));
    }
    content.push(spacer(view.length - to));
    // The focus is on a row that is replaced.
    isFocused ||= body.contains(document.activeElement);
    body.replaceChildren(...content);
    if (isFocused) body.querySelector<HTMLElement>('tr.active')?.focus({ preventScroll: true });
    isFocused = false;
    source.onScroll(view.length === 0 ? 0 : first + 1, Math.min(view.length, first + visible()));
  }
  return {
    view: () => view,
    active: () => active,
    visible,
    queueDraw,
    setPrinted(next) {
      isPrinted = next;
      draw();
      return Math.min(view.length, MOST_PRINTED);
    },
    show(next) {
      view = next as Uint32Array<ArrayBuffer>;
      active = 0;
      scroller.scrollTop = 0;
      draw();
    },
    moveTo(at, hasFocus = true) {
      active = Math.max(0, Math.min(view.length - 1, at));
      const top = active * ROW_HEIGHT;
      const height = scroller.clientHeight - headHeight();
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      else if (top + ROW_HEIGHT > scroller.scrollTop + height) scroller.scrollTop = top + ROW_HEIGHT - height;
      isFocused = hasFocus;
      draw();
    },
  };
}

/** Stands for rows that are not in the page. */
function spacer(count: number): HTMLElement {
  const row = el('tr', { 'aria-hidden': 'true', class: 'spacer' });
  row.style.height = `${count * ROW_HEIGHT}px`;
  return row;
}

function rowElement(at: number, isActive: boolean, cells: readonly HTMLElement[]): HTMLElement {
  return el(
    'tr',
    {
      'aria-rowindex': at + 2,
      'aria-selected': isActive ? 'true' : 'false',
      tabindex: isActive ? 0 : -1,
      class: isActive ? 'active' : '',
      'data-at': at,
    },
    ...cells,
  );
}

function rowCells(
  { rows, facts, texts, details, format }: TableSource,
  row: number,
  columns: readonly TableColumn[],
  then: () => void,
): HTMLElement[] {
  const text = texts.get(row, then);
  const status = STATUSES[rows.status[row] as number] ?? 'ok';
  const reason = facts.reasons[(rows.reason[row] as number) - 1]?.text;
  const level = facts.levels[(rows.level[row] as number) - 1];
  const confidence = rows.confidence[row] as number;
  const cells: Record<string, () => HTMLElement> = {
    number: () => el('td', { class: 'number' }, format.count(rows.number[row] as number)),
    status: () =>
      el(
        'td',
        { class: 'status', title: format.texts[status] },
        mark(status),
        el('span', { class: 'word' }, format.texts[status]),
      ),
    text: () =>
      el(
        'td',
        { class: 'text' },
        el('div', {}, ...(text ? inputParts(facts, text.input) : ['…'])),
        el(
          'div',
          { class: 'quiet' },
          changeMark(rows, row, format),
          text?.match
            ? matchParts(details(row, then), text.match, format)
            : reason && format.sentence(reason),
        ),
      ),
    input: () =>
      el('td', { class: 'text wraps' }, el('div', {}, ...(text ? inputParts(facts, text.input) : ['…']))),
    converted: () => {
      const line = text?.match
        ? convertedLine(text.match, details(row, then))
        : reason && format.sentence(reason);
      return el('td', { class: 'text wraps' }, el('div', {}, line || ''));
    },
    level: () => el('td', { class: 'wide' }, level === undefined ? '' : levelName(level, format.t)),
    moved: () => earlierCell(rows, row, format),
    confidence: () => confidenceCell(confidence, format),
  };
  return columns.map(({ sort, cell }) => (cells[cell ?? sort ?? 'text'] as () => HTMLElement)());
}

/** Returns the match of a row; of a planned one its tour and its stop, then the time. */
function matchParts(details: CardDetails, match: string, { texts }: Format): HTMLElement {
  const [tour, stop] = [details.one('tour'), details.one('stop')];
  const planned = tour !== '' && `${texts.tour} ${tour} · ${texts.stop} ${stop} · `;
  return el('span', {}, planned, rowText(match));
}

/** Returns the cells of the input, what was asked first; ids and names of the user are grey behind it. */
function inputParts({ textColumns, askedColumns }: ReportFacts, input: readonly string[]) {
  const isFirst = (at: number) =>
    askedColumns.length > 0 ? askedColumns.includes(textColumns[at]!) : !isOwnId(textColumns[at]!);
  // Each cell is isolated: one that is written from right to left turns no other around.
  const cells = (isWanted: boolean) =>
    input.flatMap((cell, at) => (cell !== '' && isFirst(at) === isWanted ? [' · ', rowText(cell)] : []));
  const [first, others] = [cells(true).slice(1), cells(false)];
  return [...first, el('span', { class: 'own' }, ...(first.length === 0 ? others.slice(1) : others))];
}

function confidenceCell(confidence: number, format: Format): HTMLElement {
  if (confidence === NO_CONFIDENCE) return el('td', { class: 'number' });
  const band = bandOf(confidence) ?? 'low';
  const figure = el('span', { class: 'word' }, format.decimal(confidence / 1000, 3));
  return el('td', { class: 'number confidence' }, mark(band), figure);
}
