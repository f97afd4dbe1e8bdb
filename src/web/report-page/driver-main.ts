// The page of a driver, and that of the dispatcher: what was done is kept in the browser, and saved as a file that `geomill route again --done` reads.
import { CATALOGUES } from '../../base/messages/catalogues.ts';
import { createTranslate, sectionTexts, type SectionTexts } from '../../base/messages/translate.ts';
import {
  DONE_COLUMNS,
  DRIVER_DATA,
  type DriverPage,
  type DriverStop,
  type DriverTour,
} from '../../report/data/driver-facts.ts';
import { el } from '../kit/dom.ts';
import { bothTexts, rowText } from '../kit/marks.ts';
import { saveText } from '../kit/save-text.ts';

const TEXTS = { vi: sectionTexts('driver', CATALOGUES.vi), en: sectionTexts('driver', CATALOGUES.en) };
const translate = { vi: createTranslate(CATALOGUES.vi), en: createTranslate(CATALOGUES.en) };

/** What was done at a row. Shape: `time` of day. */
interface Done {
  served: boolean;
  time: string;
  note: string;
}

const page = JSON.parse(document.getElementById(DRIVER_DATA)?.textContent ?? '') as DriverPage;
const STORE = `geomill-tours-${page.key}`;
const done = new Map<number, Done>(readStore());
/** Whether the browser has refused to keep what was done: a private window, or one without room. */
let isRefused = false;
const both = (key: keyof SectionTexts<'driver'>) => bothTexts(TEXTS.vi[key], TEXTS.en[key]);
const rowsOf = ({ stops }: DriverTour) => stops.flatMap(({ row }) => row ?? []);

function readStore(): [number, Done][] {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '[]') as [number, Done][];
  } catch {
    // The page works without, until it is closed, and says so when there is something to keep.
    return [];
  }
}

function keep(): void {
  try {
    localStorage.setItem(STORE, JSON.stringify([...done]));
    isRefused = false;
  } catch {
    isRefused = true;
  }
  render();
}

const timeOfDay = () => new Date().toTimeString().slice(0, 5);

/** Returns what was done as a table; other tours of the same browser are left out. */
function doneText(tours: readonly DriverTour[]): string {
  const quote = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = tours.flatMap(rowsOf).flatMap((row) => {
    const what = done.get(row);
    return what ? [[String(row), what.served ? 'yes' : 'no', what.time, what.note].map(quote).join(',')] : [];
  });
  return [DONE_COLUMNS.join(','), ...lines, ''].join('\r\n');
}

function stopCard(stop: DriverStop): HTMLElement {
  const { row, order, arrival, lat, lon, phone } = stop;
  const time = el('b', { class: 'stop' }, arrival.slice(0, 5));
  if (row === undefined) return el('li', { class: 'sheet reload' }, time, ' ', both('reload'));
  const what = done.get(row);
  const mark = (served: boolean) => () => {
    const note = served ? '' : (prompt(`${TEXTS.vi.why} / ${TEXTS.en.why}`) ?? undefined);
    // Who closes the question has not said no.
    if (note === undefined) return;
    done.set(row, { served, time: timeOfDay(), note });
    keep();
  };
  const undo = () => {
    done.delete(row);
    keep();
  };
  const point = `${lat.toFixed(6)},${lon.toFixed(6)}`;
  const query = new URLSearchParams({ api: '1', destination: point, travelmode: page.mode }).toString();
  const details = [
    stop.opens !== undefined || stop.closes !== undefined ? `${stop.opens ?? ''}–${stop.closes ?? ''}` : '',
    stop.load ?? '',
    stop.remark ?? '',
    stop.note ?? '',
  ].filter(Boolean);
  return el(
    'li',
    { class: `sheet${what ? ' is-done' : ''}`, 'data-row': row },
    el('p', {}, time, ` ${order}. `, rowText(stop.text)),
    details.length > 0 && el('p', { class: 'quiet' }, rowText(details.join(' · '))),
    el(
      'p',
      { class: 'buttons' },
      phone !== undefined &&
        el(
          'a',
          { href: `tel:${phone.replace(/[^\d+]/g, '')}`, class: 'call' },
          both('call'),
          ' ',
          rowText(phone),
        ),
      el(
        'a',
        { href: `https://www.google.com/maps/dir/?${query}`, class: 'navigate', rel: 'noreferrer' },
        both('navigate'),
      ),
    ),
    what
      ? el(
          'p',
          { class: 'buttons' },
          el('b', {}, both(what.served ? 'served' : 'notServed'), ` ${what.time} ${what.note}`),
          el('button', { type: 'button', onclick: undo }, both('undo')),
        )
      : el(
          'p',
          { class: 'buttons' },
          el('button', { type: 'button', class: 'yes', onclick: mark(true) }, both('served')),
          el('button', { type: 'button', class: 'no', onclick: mark(false) }, both('notServed')),
        ),
  );
}

function head({ name, vehicle, depart, end, meters, isEstimated }: DriverTour): HTMLElement {
  return el(
    'header',
    {},
    el('h1', {}, both('tour'), ' ', rowText([name, vehicle].filter(Boolean).join(' · '))),
    el('p', {}, `${depart.slice(0, 5)} – ${end.slice(0, 5)} · ${(meters / 1000).toFixed(1)} km`),
    isEstimated && el('p', { class: 'estimate' }, both('straightLines')),
  );
}

function countsOf(tours: readonly DriverTour[]) {
  const rows = tours.flatMap(rowsOf);
  const served = rows.filter((row) => done.get(row)?.served).length;
  const failed = rows.filter((row) => done.has(row)).length - served;
  return { served, failed, open: rows.length - served - failed };
}

function counts(tours: readonly DriverTour[]): HTMLElement {
  const values = countsOf(tours);
  return bothTexts(translate.vi('driver.counts', values), translate.en('driver.counts', values));
}

function saveButton(tours: readonly DriverTour[], name: string): (HTMLElement | false)[] {
  const save = () => saveText(`${name.replace(/[^\p{L}\d]+/gu, '-')}.done.csv`, doneText(tours));
  return [
    el(
      'p',
      { class: 'buttons' },
      el('button', { type: 'button', class: 'save', onclick: save }, both('save')),
    ),
    page.kind === 'driver' && el('p', { class: 'quiet' }, both('saveHint')),
  ];
}

/** Takes the files of drivers: lines of rows of this run. */
async function addFiles(files: FileList | null): Promise<void> {
  const known = new Set(page.tours.flatMap(rowsOf));
  for (const file of files ?? []) {
    const [header, ...lines] = (await file.text()).replace(/^\ufeff/, '').split(/\r?\n/);
    const rows = lines.filter(Boolean).map((line) => /^(\d+),(yes|no),([\d:]*),(.*)$/.exec(line));
    if (header !== DONE_COLUMNS.join(',') || rows.some((row) => !row || !known.has(Number(row[1]))))
      alert(
        `${translate.vi('driver.badFile', { name: file.name })} / ${translate.en('driver.badFile', { name: file.name })}`,
      );
    else
      for (const [, row, served, time = '', note = ''] of rows as RegExpExecArray[])
        done.set(Number(row), {
          served: served === 'yes',
          time,
          note: note.replace(/^"(.*)"$/, '$1').replaceAll('""', '"'),
        });
  }
  keep();
}

function dispatcher(): (HTMLElement | false)[] {
  const input = el('input', { type: 'file', multiple: true, accept: '.csv' });
  input.addEventListener('change', () => void addFiles(input.files));
  return [
    el('header', {}, el('h1', {}, both('dispatcher')), el('p', {}, counts(page.tours))),
    el('p', {}, el('label', {}, both('add'), ' ', input)),
    el(
      'ol',
      {},
      ...page.tours.map((tour) =>
        el(
          'li',
          { class: 'sheet' },
          head(tour),
          el('p', {}, counts([tour])),
          el('p', {}, el('a', { href: tour.page }, both('link'))),
          el(
            'details',
            {},
            el('summary', {}, both('stops')),
            el(
              'ol',
              {},
              ...tour.stops
                .filter(({ row }) => row !== undefined)
                .map(({ row = 0, text, arrival }) => {
                  const what = done.get(row);
                  const state = what && both(what.served ? 'served' : 'notServed');
                  return el(
                    'li',
                    {},
                    `${arrival.slice(0, 5)} `,
                    rowText(text),
                    ' ',
                    state,
                    what && ` ${what.time}`,
                  );
                }),
            ),
          ),
        ),
      ),
    ),
    ...saveButton(page.tours, 'tours'),
  ];
}

function render(): void {
  const [tour] = page.tours;
  const content =
    page.kind === 'dispatcher' || !tour
      ? dispatcher()
      : [
          head(tour),
          el('p', { class: 'progress' }, counts([tour])),
          el('ol', {}, ...tour.stops.map(stopCard)),
          ...(isRefused ? [el('p', { class: 'estimate', role: 'alert' }, both('notKept'))] : []),
          ...saveButton([tour], tour.name),
        ];
  document.querySelector('main')?.remove();
  document.body.append(el('main', {}, ...content));
}

/** Keeps the page in the browser where a server has sent it: a reload works without a network then. */
async function keepOffline(): Promise<void> {
  if (!location.protocol.startsWith('http') || !('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('offline.js');
  await (await caches.open('geomill-tours')).add(location.href);
  document.documentElement.dataset['kept'] = '';
}

render();
void keepOffline().catch(() => undefined);
