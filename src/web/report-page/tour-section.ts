import type { TourFacts, ToursFacts } from '../../report/data/report-facts.ts';
import { el, svg } from '../kit/dom.ts';
import { mark, rowText } from '../kit/marks.ts';
import type { FilterStore } from './filter-state.ts';
import type { Format } from './format.ts';
import { mercator } from '../../base/geo/mercator.ts';
import type { DrawnTour } from '../kit/map/line-layer.ts';
import { printSheets } from './print-sheets.ts';
import { wideTable } from './summary.ts';
import { countStops, driverSheet, type SheetSource } from './tour-sheet.ts';

/** What the section of the tours needs. */
export interface TourSource extends SheetSource {
  format: Format;
  /** Draws tours on the map; `isFitted` moves the map to them. */
  onDraw: (tours: readonly DrawnTour[], isFitted: boolean) => void;
  store: FilterStore;
  signal: AbortSignal;
}

/** The tours of a report: their section beside the map, and the place of the sheet of the tour that is selected. */
export interface TourSection {
  lead: HTMLElement;
  element: HTMLElement;
  sheet: HTMLElement;
}

/** Builds the tours: the sentence about them, and a table with their times of day and their loads. */
export function tourSection(source: TourSource): TourSection {
  const { tours, format, onDraw, store, signal } = source;
  const { texts, t } = format;
  const sheet = el('div', { class: 'sheet-place' });
  const all = tours.tours.map((tour, at) => drawnTour(tour, at, false));
  let shown: string | undefined;
  const select = (at: number | undefined) => store.open('tour', at === undefined ? '' : String(at + 1));
  const follow = () => {
    const { tour: number } = store.state().open;
    if (number === shown) return;
    shown = number;
    const at = number === '' ? undefined : Number(number) - 1;
    rows.forEach((row, place) => row.setAttribute('aria-current', String(place === at)));
    const tour = at === undefined ? undefined : tours.tours[at];
    sheet.replaceChildren(...(tour ? [sheetWithButtons(source, tour)] : []));
    onDraw(tour ? [drawnTour(tour, at ?? 0, true)] : all, tour !== undefined);
  };
  const table = tourTable(tours, format);
  const rows = [...table.querySelectorAll('tbody tr')];
  rows.forEach((row, at) => row.addEventListener('click', () => select(at)));
  const printAll = () =>
    void printSheets(tours.tours.map((tour) => driverSheet(tour, tourName(tour, tours), source)));
  const element = el(
    'section',
    { class: 'tours' },
    el('h2', {}, texts.tours),
    el(
      'p',
      { class: 'quiet' },
      texts.toursNote,
      tours.total > tours.tours.length &&
        ` ${t('report.toursMore', { n: tours.tours.length, all: tours.total })}`,
    ),
    el(
      'div',
      { class: 'buttons' },
      el('button', { type: 'button', onclick: () => select(undefined) }, texts.showAll),
      el('button', { type: 'button', onclick: printAll }, texts.printAll),
    ),
    table,
  );
  store.onOpen(follow, signal);
  queueMicrotask(follow);
  return { lead: toursLead(tours, select, format), element, sheet };
}

/** Builds the sentence about all tours: how many there are, how late they are, what their times follow from, and the longest one, which it opens. */
function toursLead(
  tours: ToursFacts,
  select: (at: number) => void,
  { t, texts, ...format }: Format,
): HTMLElement {
  const list = tours.tours;
  const stops = list.reduce((sum, tour) => sum + countStops(tour), 0);
  const late = list.reduce((sum, tour) => sum + lateStops(tour), 0);
  const longest = list.reduce(
    (most, { endSeconds }, at) => (endSeconds > list[most]!.endSeconds ? at : most),
    0,
  );
  const { endSeconds, meters } = list[longest]!;
  return el(
    'p',
    { class: 'lead tours-lead' },
    `${t('report.toursOf', { n: list.length, stops })}; `,
    late > 0 && mark('error'),
    `${t('report.lateStops', { n: late })}; `,
    list.some(({ isEstimated }) => isEstimated) && `${texts.byStraightLines}; `,
    el(
      'button',
      { type: 'button', class: 'lead-part', onclick: () => select(longest) },
      t('report.longestTour', {
        name: tourName(list[longest]!, tours),
        time: format.duration(endSeconds),
        length: format.meters(meters),
      }),
    ),
    '.',
  );
}

const lateStops = ({ stops }: TourFacts): number => stops.filter(({ isLate }) => isLate).length;

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

function tourTable(tours: ToursFacts, format: Format): HTMLElement {
  const { texts } = format;
  const loads = tours.tours.map(loadOf);
  const heaviest = Math.max(1e-9, tours.capacity ?? 0, ...loads);
  const { loadColumn } = tours;
  const hasLate = tours.tours.some((tour) => lateStops(tour) > 0);
  const day = dayOf(tours.tours);
  const swatch = (at: number) => {
    const line = el('span', { class: 'swatch' });
    line.style.background = `var(--tour-${(at % 8) + 1})`;
    return line;
  };
  const rows = tours.tours.map((tour, at) => [
    [swatch(at), el('button', { type: 'button', class: 'link' }, rowText(tourName(tour, tours)))],
    format.count(countStops(tour)),
    format.meters(tour.meters),
    dayBar(tour, day),
    format.duration(tour.endSeconds),
    ...(hasLate ? [lateStops(tour) > 0 && [mark('error'), ` ${format.count(lateStops(tour))}`]] : []),
    ...(loadColumn === undefined
      ? []
      : [
          el(
            'span',
            { class: 'chart' },
            loadBar(loads[at] ?? 0, heaviest, tours.capacity),
            loadText(loads[at] ?? 0, tours.capacity, format),
          ),
        ]),
  ]);
  const heads = [
    ...[texts.tour, texts.stops, texts.length, dayAxis(day), texts.duration],
    ...(hasLate ? [texts.late] : []),
    ...(loadColumn === undefined ? [] : [`${texts.load} (${loadColumn})`]),
  ];
  const table = wideTable(texts.tours, heads, rows, [1, 2, 4]);
  table.classList.add('tour-table');
  return table;
}

/** Hours of the time axis that all tours share. */
interface Day {
  from: number;
  to: number;
}

/** Returns a time of day in hours, behind another one: of the next day where it would be before. Shape: `25:10`, `01:10+1` or `08:00:30`. */
function hoursOf(time: string, after = 0): number {
  const [, hours = 0, minutes = 0, seconds = 0, days = 0] =
    /^(\d+):(\d+):?(\d*)\+?(\d*)/.exec(time)?.map(Number) ?? [];
  const value = 24 * days + hours + minutes / 60 + seconds / 3600;
  return value < after - 1e-6 ? value + 24 : value;
}

const endOf = ({ departTime, endSeconds }: TourFacts) => hoursOf(departTime) + endSeconds / 3600;

function dayOf(tours: readonly TourFacts[]): Day {
  const from = Math.floor(Math.min(...tours.map(({ departTime }) => hoursOf(departTime))));
  return { from, to: Math.max(from + 1, Math.ceil(Math.max(...tours.map(endOf)))) };
}

/** Labels the hours of the axis, as many as have room. */
function dayAxis({ from, to }: Day): HTMLElement {
  const step = Math.ceil((to - from) / 6);
  const hours = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => from + at * step);
  const labels = hours.map((hour) => {
    const label = el('span', {}, `${hour % 24}:00`);
    label.style.left = `${(100 * (hour - from)) / (to - from)}%`;
    if (hour === to) label.className = 'is-last';
    return label;
  });
  return el('span', { class: 'day-axis' }, ...labels);
}

/** Draws a tour in its day: from departure to end, a line for each stop, a red one where it is later than was wished. */
function dayBar({ stops, departTime, ...tour }: TourFacts, { from, to }: Day): SVGElement {
  const x = (hours: number) => (300 * (hours - from)) / (to - from);
  const start = hoursOf(departTime);
  const end = endOf({ stops, departTime, ...tour });
  return svg(
    'svg',
    { viewBox: '0 0 300 14', preserveAspectRatio: 'none', class: 'day-bar', 'aria-hidden': 'true' },
    svg('rect', { class: 'fill track', x: x(start), y: 4, height: 6, width: x(end) - x(start) }),
    ...stops.map(({ arrival, isLate }) =>
      svg('rect', {
        class: `fill ${isLate ? 'error' : 'tick'}`,
        x: Math.min(298.5, x(hoursOf(arrival, start))),
        y: isLate ? 0 : 2,
        width: isLate ? 2.5 : 1.2,
        height: isLate ? 14 : 10,
      }),
    ),
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
