import type { Position } from '../../base/geo/position.ts';
import type { RouteOptions } from './route-options.ts';
import type { FileColumn, StageOutput, StageTableRow } from './stage.ts';

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

/** The file for navigation programs: a route for each tour. */
export const TOUR_GPX = { name: 'gpx', extension: '.gpx', format: 'gpx' } as const satisfies StageOutput;

/** A link to a part of a tour. */
interface TourLink {
  batch: string;
  tour: number;
  part: number;
  from: number | undefined;
  to: number | undefined;
  link: string;
}

const LINK_COLUMNS: readonly FileColumn<TourLink>[] = [
  { name: 'batch', of: ({ batch }) => batch },
  { name: 'tour', of: ({ tour }) => tour },
  { name: 'part', of: ({ part }) => part },
  { name: 'from_stop', of: ({ from }) => from },
  { name: 'to_stop', of: ({ to }) => to },
  { name: 'link', of: ({ link }) => link },
];

/** The file of links to send to drivers. */
export const TOUR_LINKS = {
  name: 'links',
  extension: '.links.csv',
  columns: LINK_COLUMNS,
  isOwn: true,
} as const satisfies StageOutput;

/** Places of one link: start, nine between, and destination. Source: Maps URLs of Google. */
const PLACES_OF_LINK = 11;

const TRAVEL_MODES: Readonly<Record<string, string>> = {
  motorbike: 'two-wheeler',
  bicycle: 'bicycling',
  pedestrian: 'walking',
};

const pointOf = ({ position: { lat, lon } }: NavigationPlace) => `${lat.toFixed(6)},${lon.toFixed(6)}`;

/** Returns the links of a tour; each begins where the one before it ends. Shape: places in a row at one point are one. */
export function tourLinks({ batch, tour, places: all, costing = 'auto' }: NavigationTour): StageTableRow[] {
  const places = all.filter(
    (place, at) => at === 0 || pointOf(place) !== pointOf(all[at - 1] as NavigationPlace),
  );
  const rows: StageTableRow[] = [];
  for (let from = 0, part = 1; from < places.length - 1; from += PLACES_OF_LINK - 1, part += 1) {
    const some = places.slice(from, from + PLACES_OF_LINK);
    const points = some.map(pointOf);
    const query = new URLSearchParams({
      api: '1',
      origin: points[0] ?? '',
      destination: points.at(-1) ?? '',
    });
    if (points.length > 2) query.set('waypoints', points.slice(1, -1).join('|'));
    query.set('travelmode', TRAVEL_MODES[costing] ?? 'driving');
    const link = `https://www.google.com/maps/dir/?${query.toString()}`;
    const found = { batch, tour, part, from: some[0]?.stop, to: some.at(-1)?.stop, link };
    rows.push({ values: LINK_COLUMNS.map((column) => column.of(found)), cells: [] });
  }
  return rows;
}
