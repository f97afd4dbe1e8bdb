import { englishOf, type Sentence, type TourFacts, type ToursFacts } from '../../report/data/report-facts.ts';
import { el, svg } from '../kit/dom.ts';
import { rowText } from '../kit/marks.ts';
import type { FilterStore } from './filter-state.ts';
import type { Format } from './format.ts';
import { mercator } from '../../base/geo/mercator.ts';
import type { DrawnTour } from '../kit/map/line-layer.ts';
import { printSheets } from './print-sheets.ts';
import { countStops, driverSheet, type SheetSource } from './tour-sheet.ts';

/** What the section of the tours needs. */
export interface TourSource extends SheetSource {
  format: Format;
  /** Draws tours on the map; `isFitted` moves the map to them. */
  onDraw: (tours: readonly DrawnTour[], isFitted: boolean) => void;
  store: FilterStore;
  signal: AbortSignal;
}

/** Builds the section of the tours: a table with charts of time and load, and the sheet of the tour that is selected. */
export function tourSection(source: TourSource): HTMLElement {
  const { tours, format, onDraw, store, signal } = source;
  const { texts, t } = format;
  const place = el('div', { class: 'sheet-place' });
  const stops = tours.tours.reduce((sum, tour) => sum + countStops(tour), 0);
  const all = tours.tours.map((tour, at) => drawnTour(tour, at, false));
  let shown: string | undefined;
  const select = (at: number | undefined) => store.open('tour', at === undefined ? '' : String(at + 1));
  const follow = () => {
    const { tour: number } = store.state().open;
    if (number === shown) return;
    shown = number;
    const at = number === '' ? undefined : Number(number) - 1;
    for (const row of table.querySelectorAll('tbody tr'))
      row.setAttribute('aria-current', String(row === table.tBodies[0]?.rows[at ?? -1]));
    const tour = at === undefined ? undefined : tours.tours[at];
    place.replaceChildren(...(tour ? [sheetWithButtons(source, tour)] : []));
    onDraw(tour ? [drawnTour(tour, at ?? 0, true)] : all, tour !== undefined);
  };
  const table = tourTable(tours, select, format);
  const note = noteOf(tours);
  const section = el(
    'section',
    { class: 'tours' },
    el('h2', {}, texts.tours),
    el(
      'p',
      { class: 'quiet' },
      t('report.toursNote', { n: tours.tours.length, stops }),
      tours.total > tours.tours.length &&
        ` ${t('report.toursMore', { n: tours.tours.length, all: tours.total })}`,
      note !== undefined && el('span', { class: 'tour-note' }, format.sentence(note)),
    ),
    el(
      'div',
      { class: 'buttons' },
      el('button', { type: 'button', onclick: () => select(undefined) }, texts.showAll),
      el(
        'button',
        {
          type: 'button',
          onclick: () =>
            void printSheets(tours.tours.map((tour) => driverSheet(tour, tourName(tour, tours), source))),
        },
        texts.printAll,
      ),
    ),
    el('div', { class: 'scroll-x tour-table', tabindex: 0, role: 'group', 'aria-label': texts.tours }, table),
    place,
  );
  store.onOpen(follow, signal);
  queueMicrotask(follow);
  return section;
}

/** Returns the remark of the tours where all have the same one. */
function noteOf({ tours }: ToursFacts): Sentence | undefined {
  const notes = new Set(tours.map(({ note = '' }) => englishOf(note)));
  return notes.size === 1 ? tours[0]?.note : undefined;
}

function drawnTour({ line, stops }: TourFacts, color: number, isNumbered: boolean): DrawnTour {
  const places = [];
  for (let at = 0; at < line.length; at += 2)
    places.push(mercator(line[at] as number, line[at + 1] as number));
  return {
    line: places,
    stops: stops.map(({ position: { lat, lon } }) => mercator(lat, lon)),
    color,
    isNumbered,
  };
}

function tourTable(tours: ToursFacts, select: (at: number) => void, format: Format): HTMLTableElement {
  const { texts } = format;
  const longest = Math.max(1, ...tours.tours.map(({ endSeconds }) => endSeconds));
  const loads = tours.tours.map(loadOf);
  const heaviest = Math.max(1e-9, tours.capacity ?? 0, ...loads);
  const hasLoad = tours.loadColumn !== undefined;
  const loadHead = hasLoad ? [el('th', { scope: 'col' }, `${texts.load} (${tours.loadColumn ?? ''})`)] : [];
  const swatch = (at: number) => {
    const line = el('span', { class: 'swatch' });
    line.style.background = `var(--tour-${(at % 8) + 1})`;
    return line;
  };
  const rows = tours.tours.map((tour, at) =>
    el(
      'tr',
      { 'aria-current': 'false', onclick: () => select(at) },
      el(
        'td',
        {},
        swatch(at),
        el('button', { type: 'button', class: 'link' }, rowText(tourName(tour, tours))),
      ),
      el('td', { class: 'number' }, format.count(countStops(tour))),
      el('td', { class: 'number' }, format.meters(tour.meters)),
      el('td', { class: 'number' }, tour.endTime.slice(0, 5)),
      el('td', { class: 'chart' }, timeBar(tour, longest), el('span', {}, format.duration(tour.endSeconds))),
      hasLoad &&
        el(
          'td',
          { class: 'chart' },
          loadBar(loads[at] ?? 0, heaviest, tours.capacity),
          loadText(loads[at] ?? 0, tours.capacity, format),
        ),
    ),
  );
  return el(
    'table',
    { class: 'plain' },
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        el('th', { scope: 'col' }, texts.tour),
        el('th', { scope: 'col', class: 'number' }, texts.stops),
        el('th', { scope: 'col', class: 'number' }, texts.length),
        el('th', { scope: 'col', class: 'number' }, texts.end),
        el('th', { scope: 'col' }, texts.time, el('span', { class: 'quiet' }, ` (${texts.timeChart})`)),
        ...loadHead,
      ),
    ),
    el('tbody', {}, ...rows),
  );
}

/** Returns the name of a tour: its batch, with its number where a batch has several. */
export function tourName({ batch, tour }: TourFacts, { tours }: ToursFacts): string {
  return tours.some((other) => other.batch === batch && other.tour !== tour) ? `${batch} / ${tour}` : batch;
}

const loadOf = ({ stops }: TourFacts): number => stops.reduce((sum, { load }) => sum + (load ?? 0), 0);

function loadText(load: number, capacity: number | undefined, format: Format): string {
  if (capacity === undefined) return format.count(load);
  return format.t('report.ofCapacity', { n: format.count(load), all: format.count(capacity) });
}

function timeBar({ stops, endSeconds }: TourFacts, longest: number): SVGElement {
  const x = (seconds: number) => (200 * seconds) / longest;
  return svg(
    'svg',
    { viewBox: '0 0 200 14', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('rect', { class: 'fill track', x: 0, y: 4, height: 6, width: x(endSeconds) }),
    ...stops.map(({ arrivalSeconds }) =>
      svg('rect', {
        class: 'fill tick',
        x: Math.min(198.5, x(arrivalSeconds)),
        y: 1,
        width: 1.2,
        height: 12,
      }),
    ),
  );
}

function loadBar(load: number, heaviest: number, capacity: number | undefined): SVGElement {
  const x = (value: number) => (100 * value) / heaviest;
  return svg(
    'svg',
    { viewBox: '0 0 100 14', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('rect', { class: 'fill accent', x: 0, y: 3, height: 8, width: x(load) }),
    capacity !== undefined &&
      svg('rect', { class: 'fill tick', x: Math.min(99, x(capacity)), y: 0, width: 1, height: 14 }),
  );
}

function sheetWithButtons(source: TourSource, tour: TourFacts): HTMLElement {
  const { tours, format } = source;
  const name = tourName(tour, tours);
  const { head, intro, table, rows } = driverSheet(tour, name, source);
  const print = () => void printSheets([driverSheet(tour, name, source)]);
  return el(
    'div',
    {},
    el(
      'div',
      { class: 'buttons' },
      el('button', { type: 'button', onclick: print }, format.texts.printSheet),
    ),
    el('article', { class: 'sheet', tabindex: 0 }, head(), intro, table(rows)),
  );
}
