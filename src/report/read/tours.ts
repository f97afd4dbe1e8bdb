import type { Reasons } from './sentences.ts';
import { join } from 'node:path';
import type { DurableFs } from '../../base/files/durable-fs.ts';
import { simplifyLine } from '../../base/geo/simplify-line.ts';
import { cellText } from '../../base/text/cell-text.ts';
import { findColumn } from '../../run/stages/find-columns.ts';
import {
  detectDelivery,
  DRIVER_NAMES,
  NOTE_NAMES,
  PHONE_NAMES,
  VEHICLE_NAMES,
} from '../../run/stages/route-detection.ts';
import type { RouteOptions } from '../../run/stages/route-options.ts';
import type { Manifest } from '../../run/pipeline/journal/manifest.ts';
import { linesOf, streamFile } from '../../run/pipeline/input/stream-file.ts';
import type { ReportPosition, StopFacts, TourFacts, ToursFacts } from '../data/report-facts.ts';
import type { ResultRow } from './result-rows.ts';
import { bindTemplate, cellAt, type ColumnList, type RunStage, shownColumns } from './row-columns.ts';
import { shownText } from '../data/shown-text.ts';

const STAGE = 'route';
const LINES = 'routes';
const MOST_TOURS = 400;
const MOST_STOPS = 20_000;
const TEXT_LIMIT = 160;

/** Collects the stops of the tours from the rows, and then the tours from their file. */
export interface TourCollector {
  add(row: ResultRow, position: ReportPosition | undefined): void;
  finish(fs: DurableFs, folder: string): Promise<ToursFacts | undefined>;
}

/**
 * Starts collecting the tours of a run; undefined where no stage plans tours.
 *
 * Shape: at most 400 tours and 20,000 stops, those of the first batches.
 */
export function createTourCollector(
  manifest: Manifest,
  stages: readonly RunStage[],
  columns: ColumnList,
  input: readonly string[],
  reasons: Reasons,
): TourCollector | undefined {
  const stage = stages.find(({ name }) => name === STAGE);
  const file = manifest.files[LINES];
  if (!stage || !file) return undefined;
  const batchOf = bindTemplate(String(stage.options.batch), columns, input);
  const { demand, open_from, open_until, service_minutes } = detectDelivery(
    stage.options as RouteOptions,
    input,
  ).options;
  const [column] = typeof demand === 'object' ? Object.values(demand) : [demand];
  const bind = (template: string | undefined) =>
    template === undefined ? undefined : bindTemplate(template, columns, input);
  const loadOf = bind(column);
  const find = (names: readonly string[]) => {
    const column = findColumn(input, names);
    return column === undefined ? undefined : { column, of: bind(`{${column}}`) };
  };
  const found = { phone: find(PHONE_NAMES), remark: find(NOTE_NAMES) };
  const ofTour = { vehicle: find(VEHICLE_NAMES), driver: find(DRIVER_NAMES) };
  const detailOf = {
    opens: bind(open_from),
    closes: bind(open_until),
    minutes: bind(service_minutes),
    phone: found.phone?.of,
    remark: found.remark?.of,
  };
  // What has a place of its own on the sheets is no part of the name.
  const taken = new Set(Object.values({ ...found, ...ofTour }).map((each) => each?.column));
  const shown = shownColumns(stages, input)
    .filter((name) => !taken.has(name))
    .map((name) => columns.place(name));
  const nameOf = (row: ResultRow) =>
    shown
      .map((at) => cellAt(row, at))
      // Counts and times of day do not name a stop.
      .filter((cell) => /\p{L}/u.test(cell))
      .join(' · ');
  const place = (name: string) => columns.place(`${stage.prefix}_${name}`);
  const [tour, stop, leg] = [place('tour'), place('stop'), place('leg_meters')];
  const [time, stopNote] = [place('arrival_time'), place('stop_note')];
  const stops = new Map<string, TourStops>();
  let count = 0;
  return {
    add(row, position) {
      const number = cellAt(row, tour);
      if (number === '' || !position || !batchOf || count === MOST_STOPS) return;
      const key = keyOf(batchOf(row), number);
      let list = stops.get(key);
      if (!list) {
        if (stops.size === MOST_TOURS) return;
        stops.set(key, (list = { stops: [], vehicle: new Set(), driver: new Set() }));
      }
      count += 1;
      const note = cellAt(row, stopNote);
      const load = loadOf ? Number(loadOf(row).replace(',', '.')) : NaN;
      for (const member of ['vehicle', 'driver'] as const)
        list[member].add(shownText(ofTour[member]?.of?.(row).trim() ?? '', TEXT_LIMIT));
      list.stops.push({
        stop: Number(cellAt(row, stop)),
        text: shownText(nameOf(row), TEXT_LIMIT),
        position,
        arrival: cellAt(row, time),
        legMeters: Number(cellAt(row, leg)),
        ...(Number.isFinite(load) && { load }),
        ...(note !== '' && { note: reasons.sentenceOf(note) }),
        ...(reasons.hasCode(note, 'stage.lateForWish') && { isLate: true as const }),
        ...detailsOf(row, detailOf),
      });
    },
    async finish(fs, folder) {
      const read = await readTours(streamFile(fs, join(folder, file.name)), stops, reasons);
      const { capacity } = stage.options;
      return {
        ...read,
        ...(typeof capacity === 'number' && { capacity }),
        ...(column !== undefined && { loadColumn: column.replace(/[{}]/g, '') }),
      };
    },
  };
}

/** The stops of a tour, and the vehicles and drivers that its rows name. */
interface TourStops {
  stops: StopFacts[];
  vehicle: Set<string>;
  driver: Set<string>;
}

type Detail = 'opens' | 'closes' | 'minutes' | 'phone' | 'remark';

/** Returns what a row says for the driver; members without a text are left out. */
function detailsOf(
  row: ResultRow,
  detailOf: Readonly<Record<Detail, ((row: ResultRow) => string) | undefined>>,
): Pick<StopFacts, Detail> {
  const texts = Object.entries(detailOf).map(([name, of]) => [name, shownText(of?.(row).trim() ?? '', 300)]);
  return Object.fromEntries(texts.filter(([, text]) => text !== '')) as Pick<StopFacts, Detail>;
}

/** Returns the only text of a set; undefined for several, and for an empty one. */
function onlyOf(texts: ReadonlySet<string>): string | undefined {
  const [text] = texts;
  return texts.size === 1 && text !== '' ? text : undefined;
}

const keyOf = (batch: string, tour: string | number) => `${batch}\u0000${tour}`;

/** Points nearer to the simplified line are left out. */
const TOLERANCE_METERS = 11;
const UNITS = 1e5;

/** Returns the line of a tour for the map of the report: simplified, rounded to 0.00001 degrees. */
function shownLine(geometry: unknown): number[] {
  const line = simplifyLine(Float64Array.from(lineOf(geometry)), TOLERANCE_METERS);
  return line.length < 4 ? [] : Array.from(line, (degrees) => Math.round(degrees * UNITS) / UNITS);
}

/** Reads the lines of the tours whose stops are known; counts all. */
async function readTours(
  blocks: AsyncIterable<Uint8Array>,
  stops: ReadonlyMap<string, TourStops>,
  reasons: Reasons,
): Promise<Pick<ToursFacts, 'total' | 'tours'>> {
  const tours: TourFacts[] = [];
  let total = 0;
  for await (const lines of linesOf(blocks)) {
    for (const line of lines) {
      // The frame of the collection is no feature.
      if (!line.startsWith('{"type":"Feature",')) continue;
      const { geometry, properties } = JSON.parse(line.replace(/,$/, '')) as StoredTour;
      total += 1;
      const member = (name: string) => cellText(properties[name]);
      const of = stops.get(keyOf(member('batch'), member('tour')));
      if (!of) continue;
      tours.push({
        batch: shownText(member('batch'), TEXT_LIMIT),
        tour: Number(member('tour')),
        meters: Number(member('distance_meters')),
        departTime: member('departure_time'),
        endSeconds: Number(member('end_seconds')),
        endTime: member('end_time'),
        ...(reasons.hasCode(member('note'), 'stage.estimatedTour') && { isEstimated: true as const }),
        vehicle: onlyOf(of.vehicle),
        driver: onlyOf(of.driver),
        line: shownLine(geometry),
        stops: [...of.stops].sort((a, b) => a.stop - b.stop),
      });
    }
  }
  return { total, tours };
}

/** A line of the file of the tours. */
interface StoredTour {
  geometry: unknown;
  properties: Readonly<Record<string, unknown>>;
}

/** Returns a line as latitude and longitude in turns. */
function lineOf(geometry: unknown): number[] {
  const { coordinates } = (geometry ?? {}) as { coordinates?: unknown };
  if (!Array.isArray(coordinates)) return [];
  return coordinates.flatMap((point: unknown) => {
    const [lon, lat] = Array.isArray(point) ? (point as unknown[]) : [];
    return typeof lat === 'number' && typeof lon === 'number' ? [lat, lon] : [];
  });
}
