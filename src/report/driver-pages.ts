import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createDurableFs } from '../base/files/durable-fs.ts';
import { replaceFile } from '../base/files/replace-file.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { message } from '../base/messages/message.ts';
import { readTableFile } from '../run/pipeline/rerun/alias-file.ts';
import { findColumn } from '../run/stages/find-columns.ts';
import { STOP_COLUMNS, TOUR_STOPS } from '../run/stages/route-columns.ts';
import * as names from '../run/stages/route-detection.ts';
import { readTourPlan } from '../runtime/tour-slots.ts';
import type { DriverPage, DriverStop, DriverTour } from './data/driver-facts.ts';
import { driverPageOf } from './page-text.ts';

/** The built script of the pages of drivers, and their styles. */
export interface DriverFiles {
  script: string;
  styles: string;
}

/** A page that was written. Shape: `link` is the address to send; of the dispatcher without a tour. */
export interface WrittenPage {
  tour?: string;
  vehicle?: string;
  link: string;
}

/** A page keeps itself here, so that it opens without a network where a server has sent it once. */
const OFFLINE_SCRIPT = `self.addEventListener('fetch', (event) => {
  const answer = async () => {
    const kept = await caches.open('geomill-tours');
    try {
      const response = await fetch(event.request);
      if (event.request.method === 'GET' && response.ok) await kept.put(event.request, response.clone());
      return response;
    } catch {
      return (await kept.match(event.request)) ?? Response.error();
    }
  };
  event.respondWith(answer());
});
`;

/**
 * Writes a page for each driver of a finished run, and one for the dispatcher, into a folder.
 *
 * Shape: names of pages cannot be guessed from each other, so that a folder can stand on a public server. Each page is one file that loads nothing; `offline.js` beside it lets a
 * browser open it again without a network.
 * Errors: as of `readTourPlan`; RESULTS_CHANGED for a run without stops.
 */
export async function writeDriverPages(
  run: string,
  folder: string,
  { script, styles }: DriverFiles,
  url = '',
): Promise<WrittenPage[]> {
  const fs = createDurableFs();
  const { manifest, plans } = await readTourPlan(run);
  const file = manifest.files[TOUR_STOPS.name];
  if (!file) throw new GeomillError('RESULTS_CHANGED', message('again.noPlan', { run }));
  const { columns, rows } = await readTableFile(fs, join(run, file.name));
  // Columns of the input have other names where the file has them already.
  const input = manifest.input.layout.columns;
  const columnOf = (...lists: readonly (readonly string[])[]) =>
    lists.flatMap((list) => {
      const found = findColumn(input, list);
      return found === undefined ? [] : [columns[STOP_COLUMNS.length + input.indexOf(found)] as string];
    });
  const shown = {
    text: columnOf(...names.STOP_NAMES),
    phone: columnOf(names.PHONE_NAMES),
    remark: columnOf(names.NOTE_NAMES),
    opens: columnOf(names.OPENING_NAMES),
    closes: columnOf(names.CLOSING_NAMES),
  };
  const [loadColumn] = columnOf(names.LOAD_NAMES);
  const estimated = new Set(
    plans.flatMap(({ batch, tours: list }) =>
      list.flatMap(({ tour, isEstimated }) => (isEstimated ? [`${batch} / ${tour}`] : [])),
    ),
  );
  const tours = new Map<string, DriverTour & { stops: DriverStop[] }>();
  for (const { cell } of rows) {
    const id = `${cell('batch')} / ${cell('tour')}`;
    const event = cell('event');
    if (event === 'departure') {
      const token = createHash('sha256').update(`${file.sha256}\n${id}`).digest('hex').slice(0, 20);
      const page = `tour-${cell('tour')}-${token}.html`;
      const vehicle = cell('vehicle');
      tours.set(id, {
        name: id,
        vehicle,
        page,
        depart: cell('departure_time'),
        end: '',
        meters: 0,
        isEstimated: estimated.has(id),
        stops: [],
      });
    }
    const tour = tours.get(id);
    if (!tour) continue;
    tour.meters += Number(cell('leg_meters'));
    tour.end = cell('arrival_time');
    const row = cell('row');
    const load = loadColumn && cell(loadColumn);
    if (event !== 'reload' && row === '') continue;
    const texts = Object.entries(shown).map(([name, list]) => [
      name,
      list.map(cell).filter(Boolean).join(' · '),
    ]);
    tour.stops.push({
      ...(Object.fromEntries(texts.filter(([, text]) => text !== '')) as { text?: string }),
      ...(load !== undefined && load !== '' && { load: `${loadColumn ?? ''} ${load}` }),
      ...(row !== '' && { row: Number(row) }),
      ...(cell('note') !== '' && { note: cell('note') }),
      text: shown.text.map(cell).filter(Boolean).join(' · '),
      order: Number(cell('order')),
      arrival: cell('arrival_time'),
      lat: Number(cell('stop_lat')),
      lon: Number(cell('stop_lon')),
    });
  }
  const mode = plans.some(({ geomill }) => geomill.costing === 'motorcycle') ? 'two-wheeler' : 'driving';
  const base = url === '' || url.endsWith('/') ? url : `${url}/`;
  await fs.makeFolder(folder);
  const write = (name: string, page: DriverPage, title: string) =>
    replaceFile(fs, join(folder, name), driverPageOf({ script, styles }, page, title));
  const list = [...tours.values()].map((tour) => ({ ...tour, page: `${base}${tour.page}` }));
  for (const [at, tour] of [...tours.values()].entries())
    await write(
      tour.page,
      { kind: 'driver', key: file.sha256, tours: [list[at] as DriverTour], mode },
      tour.name,
    );
  await write(
    'dispatcher.html',
    { kind: 'dispatcher', key: file.sha256, tours: list, mode },
    manifest.input.name,
  );
  await replaceFile(fs, join(folder, 'offline.js'), OFFLINE_SCRIPT);
  await fs.syncFolder(folder);
  return [
    ...list.map(({ name, vehicle, page }) => ({ tour: name, vehicle, link: page })),
    { link: `${base}dispatcher.html` },
  ];
}
