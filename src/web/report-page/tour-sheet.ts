import type { TourFacts, ToursFacts } from '../../report/data/report-facts.ts';
import { el, svg } from '../kit/dom.ts';
import { rowText } from '../kit/marks.ts';
import type { Format } from './format.ts';
import { mercator, type MapPlace } from '../kit/map/projection.ts';
import { stopNote } from './stop-note.ts';

const WIDTH = 640;
const HEIGHT = 300;
const MARGIN = 22;
/** How the note of a tour that follows no roads begins. */
const STRAIGHT_LINES = 'straight lines';
/** With more stops the numbers of the sketch would cover each other. */
const MOST_NUMBERS = 60;

/** Returns the number of stops of a tour: rows at one point are one stop. */
export function countStops({ stops }: TourFacts): number {
  return new Set(stops.map(({ stop }) => stop)).size;
}

/** Builds the sheet of a tour for its driver: figures, a sketch of the route, and the stops with room for remarks. */
export function driverSheet(tour: TourFacts, name: string, tours: ToursFacts, format: Format): HTMLElement {
  const { texts } = format;
  const hasLoad = tour.stops.some(({ load }) => load !== undefined);
  const load = tour.stops.reduce((sum, stop) => sum + (stop.load ?? 0), 0);
  const figures: [string, string][] = [
    [texts.depart, tour.departTime.slice(0, 5)],
    [texts.end, tour.endTime.slice(0, 5)],
    [texts.stops, format.count(countStops(tour))],
    [texts.length, format.meters(tour.meters)],
    [texts.duration, format.duration(tour.endSeconds)],
  ];
  if (hasLoad) figures.push([texts.load, format.count(load)]);
  const heads: [string, string][] = [
    ['', 'number'],
    [texts.arrival, 'number'],
    [texts.stop, ''],
    [texts.leg, 'number leg'],
  ];
  if (hasLoad) heads.push([tours.loadColumn ?? texts.load, 'number']);
  heads.push([texts.done, 'done'], [texts.signature, 'remarks']);
  const rows = tour.stops.map(({ stop, arrival, text, legMeters, load: parcels, note }) =>
    el(
      'tr',
      {},
      el('td', { class: 'number stop' }, String(stop)),
      el('td', { class: 'number' }, arrival.slice(0, 5)),
      el('td', {}, rowText(text), note !== undefined && el('p', { class: 'quiet' }, stopNote(note, texts))),
      el('td', { class: 'number leg' }, format.meters(legMeters)),
      hasLoad && el('td', { class: 'number' }, parcels === undefined ? '' : format.count(parcels)),
      el('td', { class: 'done' }, el('span', { class: 'box' })),
      el('td', { class: 'remarks' }),
    ),
  );
  return el(
    'article',
    { class: 'sheet' },
    el(
      'header',
      {},
      el('h3', {}, `${texts.tour} `, rowText(name)),
      el(
        'p',
        { class: 'blanks' },
        ...[texts.driver, texts.vehicle, texts.date].map((label) => el('span', {}, label, el('i', {}))),
      ),
    ),
    el(
      'dl',
      { class: 'sheet-figures' },
      ...figures.map(([label, value]) => el('div', {}, el('dt', {}, label), el('dd', {}, value))),
    ),
    tour.note?.startsWith(STRAIGHT_LINES) === true && el('p', { class: 'quiet' }, texts.straightLines),
    sketch(tour),
    el(
      'table',
      { class: 'plain' },
      el('thead', {}, el('tr', {}, ...heads.map(([head, kind]) => headCell(head, kind)))),
      el('tbody', {}, ...rows),
      backRow(tour, heads.length, format),
    ),
  );
}

/** Builds the row of the way back; false for a tour that ends at its last stop. */
function backRow(tour: TourFacts, columns: number, format: Format): HTMLElement | false {
  const meters = tour.meters - tour.stops.reduce((sum, { legMeters }) => sum + legMeters, 0);
  if (meters < 1) return false;
  return el(
    'tfoot',
    {},
    el(
      'tr',
      {},
      el('td', { class: 'number stop' }, ''),
      el('td', { class: 'number' }, tour.endTime.slice(0, 5)),
      el('td', {}, format.texts.wayBack),
      el('td', { class: 'number leg' }, format.meters(meters)),
      el('td', { colspan: columns - 4 }, ''),
    ),
  );
}

function headCell(head: string, kind: string): HTMLElement {
  return head === '' ? el('td', { class: kind }) : el('th', { scope: 'col', class: kind }, head);
}

/** Draws the route with its numbered stops, as shapes, so that it prints sharp. */
function sketch({ line, stops }: TourFacts): SVGElement {
  const route: MapPlace[] = [];
  for (let at = 0; at < line.length; at += 2)
    route.push(mercator(line[at] as number, line[at + 1] as number));
  const places = stops.map(({ position: { lat, lon } }) => mercator(lat, lon));
  const project = fitTo([...route, ...places]);
  const points = route.map((place) => project(place).join(',')).join(' ');
  const isNumbered = places.length <= MOST_NUMBERS;
  const numbers = places
    .map((place, at) => {
      const [x, y] = project(place);
      return svg(
        'g',
        {},
        svg('circle', { cx: x, cy: y, r: isNumbered ? 8 : 3 }),
        isNumbered && svg('text', { x, y: y + 3.2, 'text-anchor': 'middle' }, String(stops[at]?.stop ?? '')),
      );
    })
    .reverse();
  const start = route[0] ? project(route[0]) : undefined;
  return svg(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'sketch', 'aria-hidden': 'true' },
    svg('polyline', { points }),
    ...numbers,
    start && svg('rect', { class: 'depot', x: start[0] - 6, y: start[1] - 6, width: 12, height: 12 }),
  );
}

/** Returns a projection that fits places into the sketch. */
function fitTo(places: readonly MapPlace[]): (place: MapPlace) => [number, number] {
  const xs = places.map(({ x }) => x);
  const ys = places.map(({ y }) => y);
  const [west, east] = [Math.min(...xs), Math.max(...xs)];
  const [north, south] = [Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / Math.max(east - west, 1e-9),
    (HEIGHT - 2 * MARGIN) / Math.max(south - north, 1e-9),
  );
  const round = (value: number) => Math.round(value * 10) / 10;
  return ({ x, y }) => [
    round(WIDTH / 2 + (x - (west + east) / 2) * scale),
    round(HEIGHT / 2 + (y - (north + south) / 2) * scale),
  ];
}
