import { englishText, message, type Message } from '../../../base/messages/message.ts';
import { distanceMeters } from '../../../base/geo/distance.ts';
import { encodePolyline } from '../../../base/geo/polyline.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { Costing } from '../costing.ts';
import type { RouteRequest, Router, Trip } from '../router.ts';

/** Average ratio of road length to straight line in towns. */
const DETOUR = 1.3;
/** Speeds in Vietnamese towns. Units: kilometres an hour. */
const SPEED_KMH: Readonly<Record<Costing, number>> = {
  auto: 28,
  taxi: 28,
  truck: 22,
  motorcycle: 28,
  motor_scooter: 26,
  bicycle: 13,
  pedestrian: 5,
};
const METERS_PER: Readonly<Record<RouteRequest['units'], number>> = { kilometers: 1000, miles: 1609.344 };
const START = 1;

/** The warning of responses with straight lines. */
export const STRAIGHT_NOTICE = message('routing.straightLines', { why: message('routing.noRoads') });
/** The warning of responses with straight lines for places outside of the roads of a dataset. */
export const OUTSIDE_NOTICE = message('routing.straightLines', { why: message('routing.outsideOfRoads') });

/**
 * Creates a router for places without roads: straight lines, lengthened, at a fixed speed per mode of travel.
 *
 * Guarantee: there is a route between all places; responses have the warning in their status.
 */
export function createStraightRouter(notice = STRAIGHT_NOTICE): Router {
  return {
    notice,
    async roadDistances(places) {
      return places.map(() => 0);
    },
    async matrix(places, costing, _, targets = places) {
      const { length } = targets;
      const seconds = new Float64Array(places.length * length);
      const meters = new Float64Array(places.length * length);
      places.forEach((from, row) => {
        targets.forEach((to, column) => {
          const distance = distanceMeters(from, to) * DETOUR;
          meters[row * length + column] = distance;
          seconds[row * length + column] = secondsFor(distance, costing);
        });
      });
      return { seconds, meters };
    },
    async route(request) {
      return [straightTrip(request, notice)];
    },
    async close() {},
  };
}

function secondsFor(meters: number, costing: Costing): number {
  return (meters / 1000 / SPEED_KMH[costing]) * 3600;
}

function straightTrip({ stops, costing, language, units }: RouteRequest, notice: Message): Trip {
  const legs = stops.slice(1).map((to, at) => straightLeg(stops[at], to, costing, language, units));
  const sum = (member: 'time' | 'length' | 'cost') =>
    rounded(legs.reduce((total, { summary }) => total + (summary[member] ?? 0), 0));
  return {
    locations: stops.map(({ lat, lon }, original_index) => ({ type: 'break', lat, lon, original_index })),
    legs,
    summary: {
      ...bounds(stops),
      ...NO_SPECIAL_ROADS,
      time: sum('time'),
      length: sum('length'),
      cost: sum('cost'),
    },
    status_message: `Found route between points: ${englishText(notice)}`,
    status: 0,
    units,
    language,
  };
}

const NO_SPECIAL_ROADS = {
  has_time_restrictions: false,
  has_toll: false,
  has_highway: false,
  has_ferry: false,
};

function straightLeg(
  from: Position,
  to: Position,
  costing: Costing,
  language: RouteRequest['language'],
  units: RouteRequest['units'],
): Trip['legs'][number] {
  const meters = distanceMeters(from, to) * DETOUR;
  const time = rounded(secondsFor(meters, costing));
  const length = rounded(meters / METERS_PER[units]);
  const instruction =
    language === 'vi-VN' ? 'Đi theo đường thẳng tới điểm tiếp theo.' : 'Go straight to the next stop.';
  return {
    maneuvers: [
      {
        type: START,
        instruction,
        time,
        length,
        cost: time,
        begin_shape_index: 0,
        end_shape_index: 1,
        travel_mode: costing === 'pedestrian' ? 'pedestrian' : costing === 'bicycle' ? 'bicycle' : 'drive',
        travel_type: costing === 'pedestrian' ? 'foot' : costing === 'bicycle' ? 'hybrid' : 'car',
      },
    ],
    summary: { ...bounds([from, to]), ...NO_SPECIAL_ROADS, time, length, cost: time },
    shape: encodePolyline([from, to], 6),
  };
}

/** Rounds to thousandths like Valhalla. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function bounds(places: readonly Position[]) {
  const lats = places.map(({ lat }) => lat);
  const lons = places.map(({ lon }) => lon);
  return {
    min_lat: Math.min(...lats),
    min_lon: Math.min(...lons),
    max_lat: Math.max(...lats),
    max_lon: Math.max(...lons),
  };
}
