import { textIn } from '../../../base/messages/catalogues.ts';
import { message } from '../../../base/messages/message.ts';
import type { Directions } from '../../../contract/records/directions.ts';
import { decodePolyline, encodePolyline } from '../../../base/geo/polyline.ts';
import type { Position } from '../../../base/geo/position.ts';
import { escapeHtml } from '../../../base/text/escape-html.ts';
import type { Vehicle } from '../costing.ts';
import type { Trip } from '../router.ts';

/**
 * The maneuver words of /direction, by Valhalla's maneuver types; other types have an empty word.
 *
 * Source: numbers from the service facts, "maneuver types"; `right`, `left` and `slight right` from the interface document, the others follow
 * their pattern.
 */
const MANEUVER_WORDS: Readonly<Record<number, string>> = {
  8: 'straight',
  9: 'slight right',
  10: 'right',
  11: 'sharp right',
  12: 'uturn right',
  13: 'uturn left',
  14: 'sharp left',
  15: 'left',
  16: 'slight left',
  17: 'ramp straight',
  18: 'ramp right',
  19: 'ramp left',
  20: 'exit right',
  21: 'exit left',
  22: 'keep straight',
  23: 'keep right',
  24: 'keep left',
  25: 'merge',
  26: 'roundabout',
  27: 'roundabout exit',
  28: 'ferry',
  29: 'ferry exit',
  37: 'merge right',
  38: 'merge left',
};

/** Returns the word of a maneuver type. */
function maneuverWord(type: number): string {
  return MANEUVER_WORDS[type] ?? '';
}

type Route = Directions['routes'][number];
type Leg = Route['legs'][number];
type Step = Leg['steps'][number];

/** The texts of a route that are not in the trip: the addresses of its stops, in order, and warnings. */
export interface RouteTexts {
  addresses: readonly string[];
  vehicle: Vehicle;
  language: Language;
  warnings: readonly string[];
}

const TRAVEL_MODES: Readonly<Record<Vehicle, string>> = {
  car: 'DRIVING',
  taxi: 'DRIVING',
  truck: 'DRIVING',
  motor: 'DRIVING',
  bike: 'BICYCLING',
  walking: 'WALKING',
};

/**
 * Converts a trip to a route of /direction.
 *
 * Shape: polylines of precision 5; the values of a leg's steps add up to the value of the leg; `waypoint_order` has the stops between the
 * first and the last, in the given order.
 * Source: interface document, section 2.4.
 */
export function directionsRoute(trip: Trip, texts: RouteTexts): Route {
  const shapes = trip.legs.map(({ shape }) => decodePolyline(shape, 6));
  const legs = trip.legs.map((leg, at) => directionsLeg(leg, shapes[at], at, texts));
  const whole = shapes.flatMap((shape, at) => (at === 0 ? shape : shape.slice(1)));
  return {
    bounds: boundsOf(whole),
    legs,
    overview_polyline: { points: encodePolyline(whole, 5) },
    summary: mainStreet(trip),
    warnings: [...texts.warnings],
    waypoint_order: trip.legs.slice(1).map((_, at) => at),
  };
}

function directionsLeg(
  leg: Trip['legs'][number],
  shape: readonly Position[],
  at: number,
  { addresses, vehicle, language }: RouteTexts,
): Leg {
  // The running sum is rounded, not each step, so that the steps add up to the leg.
  let meters = 0;
  let seconds = 0;
  const steps = leg.maneuvers.map((maneuver): Step => {
    const [metersBefore, secondsBefore] = [Math.round(meters), Math.round(seconds)];
    meters += maneuver.length * 1000;
    seconds += maneuver.time;
    const line = shape.slice(maneuver.begin_shape_index, maneuver.end_shape_index + 1);
    return {
      ...measures(Math.round(meters) - metersBefore, Math.round(seconds) - secondsBefore, language),
      ...ends(line),
      // Street names come from data that the public can edit, and pages show instructions as HTML.
      html_instructions: escapeHtml(maneuver.instruction),
      maneuver: maneuverWord(maneuver.type),
      polyline: { points: encodePolyline(line, 5) },
      travel_mode: TRAVEL_MODES[vehicle],
    };
  });
  return {
    ...measures(Math.round(meters), Math.round(seconds), language),
    start_address: addresses[at] ?? '',
    end_address: addresses[at + 1] ?? '',
    ...ends(shape),
    steps,
  };
}

function measures(meters: number, seconds: number, language: Language) {
  return {
    distance: { text: distanceText(meters, language), value: meters },
    duration: { text: durationText(seconds, language), value: seconds },
  };
}

function ends(line: readonly Position[]) {
  return { start_location: latLng(line[0]), end_location: latLng(line.at(-1) as Position) };
}

function latLng({ lat, lon }: Position) {
  return { lat, lng: lon };
}

function boundsOf(line: readonly Position[]) {
  let [south, west, north, east] = [90, 180, -90, -180];
  for (const { lat, lon } of line) {
    south = Math.min(south, lat);
    north = Math.max(north, lat);
    west = Math.min(west, lon);
    east = Math.max(east, lon);
  }
  return { northeast: { lat: north, lng: east }, southwest: { lat: south, lng: west } };
}

/** Returns the street with the longest part of a trip. */
function mainStreet(trip: Trip): string {
  const lengths = new Map<string, number>();
  for (const { maneuvers } of trip.legs) {
    for (const { street_names: names, length } of maneuvers) {
      const name = names?.[0];
      if (name !== undefined) lengths.set(name, (lengths.get(name) ?? 0) + length);
    }
  }
  let longest = '';
  for (const [name, length] of lengths) if (length > (lengths.get(longest) ?? 0)) longest = name;
  return longest;
}

/** A language of instructions. */
export type Language = 'en' | 'vi';

/** Formats a distance: `350 m`, `3.4 km`, `12 km`; in Vietnamese with a decimal comma. */
function distanceText(meters: number, language: Language): string {
  if (meters < 1000) return `${Math.round(meters)} m`;
  const km = meters / 1000;
  const text = km < 100 ? String(Math.round(km * 10) / 10) : String(Math.round(km));
  return `${language === 'vi' ? text.replace('.', ',') : text} km`;
}

/** Formats a duration: `0 min` for none, `1 min` for anything shorter, `12 mins`, `1 hour 5 mins`; in Vietnamese `12 phút`, `1 giờ 5 phút`. */
export function durationText(seconds: number, language: Language): string {
  const minutes = seconds === 0 ? 0 : Math.max(1, Math.round(seconds / 60));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [
    ...(hours > 0 ? [message('routing.hours', { hours })] : []),
    ...(rest > 0 || hours === 0 ? [message('routing.minutes', { minutes: rest })] : []),
  ];
  return parts.map((part) => textIn(part, language)).join(' ');
}
