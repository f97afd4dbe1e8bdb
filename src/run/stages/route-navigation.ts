import { csvOutput } from '../../formats/csv-write.ts';
import type { Position } from '../../base/geo/position.ts';
import type { RouteOptions } from './route-options.ts';
import type { StageOutput } from './stage.ts';

/** A place of a tour for a program that leads there. */
export interface NavigationPlace {
  position: Position;
  /** Number of the stop; undefined for the departure and the end. */
  stop: number | undefined;
  /** What a driver reads: number, time of arrival, name. */
  name: string;
}

/** A tour for programs that lead there. */
export interface NavigationTour {
  batch: string;
  tour: number;
  places: readonly NavigationPlace[];
  costing: RouteOptions['costing'];
}

/** The file for navigation programs: a route for each tour. Source: GPX 1.1. */
export const TOUR_GPX = {
  name: 'gpx',
  extension: '.gpx',
  frame: {
    head: '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Geomill" xmlns="http://www.topografix.com/GPX/1/1">\n',
    separator: '\n',
    tail: '\n</gpx>\n',
  },
  meaning: 'a route in GPX 1.1 for each tour, with its stops from the departure to the end',
} as const satisfies StageOutput;

const LINKS = csvOutput.open(
  ['batch', 'tour', 'part', 'from_stop', 'to_stop', 'link'].map((name) => ({
    name,
    type: 'any',
    description: '',
  })),
);

/** The file of links to send to drivers. */
export const TOUR_LINKS = {
  name: 'links',
  extension: '.links.csv',
  frame: { head: LINKS.head, separator: LINKS.separator, tail: LINKS.tail },
  meaning:
    'links that open a tour in Google Maps, in parts of eleven places, with the columns `batch`, `tour`, `part`, `from_stop`, `to_stop`, `link`',
} as const satisfies StageOutput;

/** A tenth of a metre; never an exponent, which XML does not have for decimals. */
const degrees = (value: number) => value.toFixed(6);

/** Encodes a tour as a route. */
export function gpxRoute({ batch, tour, places }: NavigationTour): string {
  const points = places.map(({ position: { lat, lon }, name }) => {
    const at = `lat="${degrees(lat)}" lon="${degrees(lon)}"`;
    return `    <rtept ${at}><name>${xmlText(name)}</name></rtept>`;
  });
  return `  <rte>\n    <name>${xmlText(`${batch} / ${tour}`)}</name>\n${points.join('\n')}\n  </rte>`;
}

/** Controls and halves of pairs may be in no XML 1.0. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function xmlText(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd').replace(/[&<>]/g, (character) => ENTITIES[character] ?? '');
}

/** Places of one link: start, nine between, and destination. Source: Maps URLs of Google. */
const PLACES_OF_LINK = 11;

const TRAVEL_MODES: Readonly<Record<string, string>> = {
  motorbike: 'two-wheeler',
  bicycle: 'bicycling',
  pedestrian: 'walking',
};

/** Encodes the links of a tour; each begins where the one before it ends. */
export function tourLinks({ batch, tour, places, costing = 'auto' }: NavigationTour): string {
  const rows = [];
  for (let from = 0, part = 1; from < places.length - 1; from += PLACES_OF_LINK - 1, part += 1) {
    const some = places.slice(from, from + PLACES_OF_LINK);
    const points = some.map(({ position: { lat, lon } }) => `${degrees(lat)},${degrees(lon)}`);
    const query = new URLSearchParams({
      api: '1',
      origin: points[0] ?? '',
      destination: points.at(-1) ?? '',
    });
    if (points.length > 2) query.set('waypoints', points.slice(1, -1).join('|'));
    query.set('travelmode', TRAVEL_MODES[costing] ?? 'driving');
    const link = `https://www.google.com/maps/dir/?${query.toString()}`;
    rows.push({
      values: [batch, tour, part, some[0]?.stop ?? null, some.at(-1)?.stop ?? null, link],
      position: null,
    });
  }
  return LINKS.encode(rows);
}
