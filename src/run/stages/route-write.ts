import { decodePolyline } from '../../base/geo/polyline.ts';
import { englishText, message, type Message } from '../../base/messages/message.ts';
import { joinMessages } from '../../base/messages/join-messages.ts';
import { type ListedStop, STOP_COLUMNS } from './route-columns.ts';
import { calendarOf, timeOfDayText } from './route-days.ts';
import type { RouteBatch, RowResults } from './route-locate.ts';
import { breaksFrom } from './route-fleet.ts';
import { coarseNote } from './route-placement.ts';
import { type NavigationPlace, tourLinks } from './route-navigation.ts';
import { rowVisits, timelineOf, type Tour, type TourPlace, type Visit } from './route-timeline.ts';
import type { RouteOptions } from './route-options.ts';
import type { StageLine, StageRow, StageTableRow } from './stage.ts';

/** A location of a tour as it is written. Units: `departSeconds` from midnight. */
interface WrittenPlace {
  place: TourPlace;
  visit: Visit;
  /** Place in the tour; 0 is the departure. */
  order: number;
  event: ListedStop['event'];
  /** Number of the trip, from 1. */
  trip: number;
  /** The visit of each row. */
  visits: readonly Visit[];
  load: number | null;
  /** Departure of the tour. */
  departSeconds: number;
  /** The stop closes before service begins. */
  closed: string | undefined;
  /** Service begins after the wished time. */
  late: Message | undefined;
  /** The leg to it is far beyond the others of its tour. */
  far: Message | undefined;
}

/** Sets the results of the rows of a tour, and returns its line and its stops. */
export function writeTour(
  tour: Tour,
  number: number,
  batch: RouteBatch,
  results: RowResults,
  longestMeters: number,
): { line: StageLine; stops: StageTableRow[]; route: StageLine; links: StageTableRow[] } {
  const { zero, days } = calendarOf(batch.options);
  // Times of day are those of the day of the tour.
  const clockZero = zero - (days.find(({ date }) => date === tour.day)?.from ?? 0);
  const timeline = timelineOf(tour, breaksFrom(batch.options.breaks ?? [], zero));
  const departSeconds = clockZero + (tour.times[0]?.left ?? 0);
  const places = writtenPlaces(tour, timeline, clockZero, batch.options, longestMeters);
  const note = noteOf(tour);
  const noteText = note ? englishText(note) : null;
  // Estimates, and orders that keep no times, are counted; the other remarks are about single stops.
  const rowNote = isEstimated(tour) || tour.remarks !== undefined ? note : undefined;
  let stop = 0;
  const navigation: NavigationPlace[] = [];
  for (const written of places) {
    const { place, visits } = written;
    const rows = place.rows.filter((row) => results[row] === undefined);
    if (rows.length === 0) {
      navigation.push({ position: place.position, stop: undefined, name: written.event });
      continue;
    }
    stop += 1;
    navigation.push({ position: place.position, stop, name: navigationName(written, stop, batch) });
    place.rows.forEach((row, nth) => {
      if (results[row] !== undefined) return;
      const visit = visits[nth] as Visit;
      const placement = batch.placementOf(batch.rows[row] as StageRow);
      const own = stopNote(written, batch.rows[row] as StageRow, batch);
      results[row] = {
        status: 'ok',
        result: {
          ...visit,
          tour: number,
          stop,
          vehicle: tour.vehicle ?? null,
          day: tour.day ?? null,
          trip: written.trip,
          arrivalTime: timeOfDayText(departSeconds + visit.arrivalSeconds),
          level: placement?.level ?? null,
          accuracyMeters: placement?.accuracyMeters ?? null,
          stopNote: own ? englishText(own) : null,
          note: noteText,
        },
        remarks: [own, note].filter((each) => each !== undefined),
        note: rowNote,
      };
    });
  }
  const end = timeline.at(-1);
  const sumOf = (measure: 'legSeconds' | 'waitSeconds' | 'serviceSeconds') =>
    timeline.reduce((sum, visit) => sum + visit[measure], 0);
  const line = tour.trip.legs.flatMap(({ shape }, at) => decodePolyline(shape, 6).slice(at === 0 ? 0 : 1));
  const properties = {
    batch: batch.batch,
    tour: number,
    ...(tour.vehicle !== undefined && { vehicle: tour.vehicle }),
    ...(tour.day !== undefined && { day: tour.day }),
    trips: places.at(-1)?.trip ?? 1,
    stops: stop,
    distance_meters: end?.totalMeters ?? 0,
    travel_seconds: sumOf('legSeconds'),
    wait_seconds: sumOf('waitSeconds'),
    service_seconds: sumOf('serviceSeconds'),
    departure_time: timeOfDayText(departSeconds),
    end_seconds: end?.arrivalSeconds ?? 0,
    end_time: timeOfDayText(departSeconds + (end?.arrivalSeconds ?? 0)),
    note: noteText,
  };
  const led = { batch: batch.batch, tour: number, places: navigation, costing: batch.options.costing };
  return {
    line: { line, properties },
    stops: listStops(places, { number, vehicle: tour.vehicle ?? null }, batch),
    route: { name: `${batch.batch} / ${number}`, places: navigation, line: [], properties: {} },
    links: tourLinks(led),
  };
}

/** Returns what a driver reads of a stop: its number, the time of arrival, the names of its rows. */
function navigationName(
  { place, visit, departSeconds }: WrittenPlace,
  stop: number,
  { rows, nameOf }: RouteBatch,
): string {
  const names = place.rows.map((row) => nameOf((rows[row] as StageRow).cells));
  const arrival = timeOfDayText(departSeconds + visit.arrivalSeconds).slice(0, 5);
  return [`${stop}`, arrival, ...new Set(names)].filter(Boolean).join(' ');
}

/** Returns the locations of a tour that are written. Shape: a tour without stops goes through its start again, which is left out. */
function writtenPlaces(
  tour: Tour,
  timeline: readonly Visit[],
  clockZero: number,
  { demand }: RouteOptions,
  longestMeters: number,
): WrittenPlace[] {
  const last = tour.places.length - 1;
  const loads = tour.places.map(({ limits }) => limits.demand);
  const places: WrittenPlace[] = [];
  let trip = 1;
  // What is on board when the vehicle leaves a place, until the trip ends.
  const loadFrom = (at: number) => {
    const end = tour.places.findIndex((place, later) => later > at && place.isReload);
    return loads.slice(at, end < 0 ? undefined : end).reduce((sum, load) => sum + load, 0);
  };
  tour.places.forEach((place, at) => {
    const isEnd = at === last;
    const isReload = !isEnd && (place.isReload ?? false);
    if (place.rows.length === 0 && at > 0 && !isEnd && !isReload) return;
    if (isReload) trip += 1;
    const visit = timeline[at] as Visit;
    const { begin = 0 } = tour.times[at] ?? {};
    const { latestSeconds, wishedSeconds } = place.limits;
    places.push({
      place,
      visit,
      order: places.length,
      event:
        at === 0 ? 'departure' : isReload ? 'reload' : !isEnd ? 'stop' : isReturn(tour) ? 'return' : 'end',
      visits: rowVisits(visit, place),
      trip,
      load: demand === undefined ? null : loadFrom(at),
      departSeconds: clockZero + (tour.times[0]?.left ?? 0),
      closed:
        latestSeconds !== null && begin > Math.round(latestSeconds)
          ? timeOfDayText(clockZero + latestSeconds)
          : undefined,
      far:
        visit.legMeters > longestMeters
          ? message('stage.longLeg', { km: Math.round(visit.legMeters / 1000) })
          : undefined,
      late:
        wishedSeconds !== null && begin > Math.round(wishedSeconds)
          ? message('stage.lateForWish', {
              wished: timeOfDayText(clockZero + wishedSeconds),
              minutes: Math.ceil((begin - wishedSeconds) / 60),
            })
          : undefined,
    });
  });
  return places;
}

/** A leg that is this many times as long as the median of its batch, and this long, is far beyond the others. */
const FAR_TIMES = 10;
const FAR_METERS = 50_000;

/** Returns the length of a leg from which on it is remarked upon: as the job says, else by the tours that are planned together. Units: metres. */
export function longestUsual(tours: readonly Pick<Tour, 'trip'>[], maxLegKm: number | undefined): number {
  if (maxLegKm !== undefined) return maxLegKm * 1000;
  const legs = tours
    .flatMap(({ trip }) => trip.legs.map(({ summary }) => summary.length * 1000))
    .sort((a, b) => a - b);
  return Math.max(FAR_METERS, FAR_TIMES * (legs[Math.floor(legs.length / 2)] ?? 0));
}

/** Returns the rows of a tour for drivers, from the departure to the return: a line for each row of a stop, one for a depot. */
function listStops(
  places: readonly WrittenPlace[],
  { number: tour, vehicle }: { number: number; vehicle: string | null },
  routeBatch: RouteBatch,
): StageTableRow[] {
  const { batch, rows, placementOf } = routeBatch;
  return places.flatMap((written) => {
    const { place, visit, order, event, visits, load, departSeconds } = written;
    const timeOf = (seconds: number) => timeOfDayText(departSeconds + seconds);
    const list = place.rows.length === 0 ? [undefined] : place.rows;
    return list.map((index, nth): StageTableRow => {
      const row = index === undefined ? undefined : (rows[index] as StageRow);
      const own = visits[nth] ?? visit;
      const note = row && stopNote(written, row, routeBatch);
      const stop: ListedStop = {
        batch,
        tour,
        order,
        event,
        vehicle,
        trip: written.trip,
        row: row?.number,
        rowsAtStop: place.rows.length,
        position: place.position,
        visit: own,
        arrivalTime: event === 'departure' ? null : timeOf(own.arrivalSeconds),
        departureTime: event === 'return' || event === 'end' ? null : timeOf(own.departureSeconds),
        load,
        placement: row && placementOf(row),
        note: row && (note ? englishText(note) : null),
      };
      return { values: STOP_COLUMNS.map((column) => column.of(stop)), cells: row?.cells ?? [] };
    });
  });
}

/** Returns the remarks about one row of a stop: that it is late, off the road, or that its position is no door. */
function stopNote(
  { place: { offRoadMeters }, closed, late, far }: WrittenPlace,
  row: StageRow,
  { placementOf }: RouteBatch,
): Message | undefined {
  const notes = [
    closed === undefined ? undefined : message('stage.reachedTooLate', { closing: closed }),
    late,
    far,
    coarseNote(placementOf(row)),
    offRoadMeters === undefined ? undefined : message('stage.farFromRoad', { meters: offRoadMeters }),
  ];
  return joinMessages(
    notes.filter((each) => each !== undefined),
    'list.semicolons',
  );
}

function isReturn({ trip: { locations } }: Tour): boolean {
  const [first, last] = [locations[0], locations.at(-1)];
  return first?.lat === last?.lat && first?.lon === last?.lon;
}

/** What the interface says of a tour that was found, in front of its remarks. */
const FOUND = /^Found route between points([:;] )?/;

/** Returns the remarks of a tour: those of the response, that its lines are straight, which stops are off the road, and its own. */
function noteOf(tour: Tour): Message | undefined {
  const words = (tour.trip.status_message ?? '').replace(FOUND, '');
  const response = isEstimated(tour)
    ? message('stage.estimatedTour', { words })
    : message('text.plain', { text: words });
  return joinMessages([...(words === '' ? [] : [response]), ...(tour.remarks ?? [])], 'list.semicolons');
}

/** Reports whether a response says that its lines are straight. Source: the `status_message` of the interface. */
export const isEstimated = ({ trip }: Pick<Tour, 'trip'>) =>
  (trip.status_message ?? '').replace(FOUND, '').startsWith('straight lines');
