import type { Sentence } from '../../report/data/report-facts.ts';
import type { StopFacts, TourFacts, ToursFacts } from '../../report/data/report-facts.ts';
import { el } from '../kit/dom.ts';
import { bothTexts, rowText } from '../kit/marks.ts';
import { createFormat, type ReportTexts } from './format.ts';
import { geoLink, qrPicture } from './qr-picture.ts';
import type { TileSource } from '../kit/map/tile-layer.ts';
import { drawSketch } from './tour-sketch.ts';

/** Drivers read Vietnamese, whatever language the page is in; English stands beside it. */
const FORMAT = createFormat('vi');
const ENGLISH = createFormat('en');

/** The parts of the sheet of a tour, from which it is shown as a whole or cut into pages. */
export interface Sheet {
  /** Builds the line on top of a page: tour, vehicle, and the page where there are several. */
  head: (page?: { at: number; of: number }) => HTMLElement;
  /** Figures, remarks and the drawing; on the first page. */
  intro: HTMLElement;
  /** Builds a table with some of the rows. */
  table: (rows: readonly HTMLElement[]) => HTMLTableElement;
  rows: readonly HTMLElement[];
  /** Resolves when the drawing is complete. */
  ready: Promise<void>;
}

/** What a sheet needs beside its tour. */
export interface SheetSource {
  tours: ToursFacts;
  streets: TileSource | undefined;
}

/** Returns the number of stops of a tour: rows at one point are one stop. */
export function countStops({ stops }: TourFacts): number {
  return new Set(stops.map(({ stop }) => stop)).size;
}

/** Returns a text in Vietnamese with the English one beside it. */
function both(key: keyof ReportTexts): HTMLElement {
  return bothTexts(FORMAT.texts[key], ENGLISH.texts[key]);
}

/** A column of the table of stops. */
interface SheetColumn {
  head: HTMLElement | string;
  kind: string;
  of: (stop: StopFacts) => (HTMLElement | SVGElement | string | false)[];
  /** The cell of the leg back. */
  back?: HTMLElement | string;
}

/** Builds the sheet of a tour for its driver: figures, a drawing of the route, and the stops with room for remarks. */
export function driverSheet(tour: TourFacts, name: string, { tours, streets }: SheetSource): Sheet {
  const backMeters = tour.meters - tour.stops.reduce((sum, { legMeters }) => sum + legMeters, 0);
  const columns = columnsOf(tour, tours, backMeters);
  const sketch = drawSketch(tour, streets);
  const rows = tour.stops.map((stop) =>
    el('tr', {}, ...columns.map(({ kind, of }) => el('td', { class: kind }, ...of(stop)))),
  );
  // A tour that ends at its last stop has no leg back.
  if (backMeters >= 1)
    rows.push(
      el('tr', { class: 'back' }, ...columns.map(({ kind, back }) => el('td', { class: kind }, back))),
    );
  return {
    head: (page) => headLine(tour, name, page),
    intro: introOf(tour, sketch.element, streets),
    table: (some) =>
      el(
        'table',
        { class: 'plain' },
        el('thead', {}, el('tr', {}, ...columns.map(({ head, kind }) => headCell(head, kind)))),
        el('tbody', {}, ...some),
      ),
    rows,
    ready: sketch.ready,
  };
}

function columnsOf(
  { stops, endTime }: TourFacts,
  { loadColumn }: ToursFacts,
  backMeters: number,
): SheetColumn[] {
  const has = (member: keyof StopFacts) => stops.some((stop) => stop[member] !== undefined);
  const hasWindow = has('opens') || has('closes');
  const columns: (SheetColumn | false)[] = [
    { head: '', kind: 'number stop', of: ({ stop }) => [String(stop)] },
    {
      head: both('arrival'),
      kind: 'number',
      back: endTime.slice(0, 5),
      of: ({ arrival }) => [arrival.slice(0, 5)],
    },
    hasWindow && {
      head: both('window'),
      kind: 'number window',
      of: ({ opens = '', closes = '' }) => [opens + closes !== '' && `${opens}–${closes}`],
    },
    { head: both('stop'), kind: 'place', back: both('wayBack'), of: placeOf },
    {
      head: both('leg'),
      kind: 'number leg',
      back: FORMAT.meters(backMeters),
      of: ({ legMeters }) => [FORMAT.meters(legMeters)],
    },
    has('load') && {
      head: loadColumn === undefined ? both('load') : bothTexts(FORMAT.texts.load, loadColumn),
      kind: 'number',
      of: ({ load }) => [load === undefined ? '' : FORMAT.count(load)],
    },
    has('minutes') && { head: both('minutes'), kind: 'number minutes', of: ({ minutes = '' }) => [minutes] },
    { head: both('done'), kind: 'done', of: () => [el('span', { class: 'box' })] },
    { head: both('signature'), kind: 'remarks', of: () => [] },
    { head: both('map'), kind: 'code', of: ({ position }) => [qrPicture(geoLink(position))] },
  ];
  return columns.filter((column) => column !== false);
}

/** Returns a sentence in Vietnamese and in English. */
const inBoth = (sentence: Sentence): [string, string] =>
  typeof sentence === 'string' ? [sentence, sentence] : [sentence.vi, sentence.en];

/** The cell of a place: its name, telephone number, the remark of the file, and those about its position. */
function placeOf({ text, phone, remark, note }: StopFacts): (HTMLElement | false)[] {
  return [
    rowText(text),
    phone !== undefined && el('p', { class: 'phone' }, '☎ ', rowText(phone)),
    remark !== undefined && el('p', { class: 'remark' }, rowText(remark)),
    note !== undefined && el('p', { class: 'quiet' }, bothTexts(...inBoth(note))),
  ];
}

function headLine(
  { vehicle, driver }: TourFacts,
  name: string,
  page: { at: number; of: number } | undefined,
): HTMLElement {
  const blank = (key: 'vehicle' | 'driver' | 'date', text: string | undefined) =>
    el('span', {}, both(key), text === undefined ? el('u', {}) : el('b', {}, rowText(text)));
  return el(
    'header',
    {},
    el('h3', {}, both('tour'), ' ', rowText(name)),
    el(
      'p',
      { class: 'blanks' },
      blank('vehicle', vehicle),
      blank('driver', driver),
      blank('date', undefined),
    ),
    page &&
      el(
        'p',
        { class: 'page' },
        bothTexts(FORMAT.t('report.pageOf', page), ENGLISH.t('report.pageOf', page)),
      ),
  );
}

function introOf(tour: TourFacts, sketch: SVGElement, streets: TileSource | undefined): HTMLElement {
  const load = tour.stops.reduce((sum, stop) => sum + (stop.load ?? 0), 0);
  const figures: [HTMLElement, string][] = [
    [both('depart'), tour.departTime.slice(0, 5)],
    [both('end'), tour.endTime.slice(0, 5)],
    [both('stops'), FORMAT.count(countStops(tour))],
    [both('length'), FORMAT.meters(tour.meters)],
    [both('duration'), FORMAT.duration(tour.endSeconds)],
  ];
  if (tour.stops.some((stop) => stop.load !== undefined)) figures.push([both('load'), FORMAT.count(load)]);
  const attribution = streets?.attribution ?? '';
  return el(
    'div',
    { class: 'intro' },
    el(
      'dl',
      { class: 'sheet-figures' },
      ...figures.map(([label, value]) => el('div', {}, el('dt', {}, label), el('dd', {}, value))),
    ),
    tour.isEstimated && el('p', { class: 'estimate' }, both('straightLines')),
    sketch,
    attribution !== '' && el('p', { class: 'attribution' }, attribution),
  );
}

function headCell(head: HTMLElement | string, kind: string): HTMLElement {
  // Each page has a copy.
  return typeof head === 'string'
    ? el('td', { class: kind }, head)
    : el('th', { scope: 'col', class: kind }, head.cloneNode(true));
}
