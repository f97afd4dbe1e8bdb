import type { Trip } from '../router.ts';

type Leg = Trip['legs'][number];
type Maneuver = Leg['maneuvers'][number];

const MANEUVER_MEMBERS = [
  'type',
  'instruction',
  'verbal_transition_alert_instruction',
  'verbal_succinct_transition_instruction',
  'verbal_pre_transition_instruction',
  'verbal_post_transition_instruction',
  'street_names',
  'time',
  'length',
  'cost',
  'begin_shape_index',
  'end_shape_index',
  'verbal_multi_cue',
  'travel_mode',
  'travel_type',
  'roundabout_exit_count',
] as const satisfies readonly (keyof Maneuver)[];

const SUMMARY_MEMBERS = [
  'has_time_restrictions',
  'has_toll',
  'has_highway',
  'has_ferry',
  'min_lat',
  'min_lon',
  'max_lat',
  'max_lon',
  'time',
  'length',
  'cost',
] as const satisfies readonly (keyof Leg['summary'])[];

/** Maneuver types. After the last one of the interface Valhalla has more, for lifts, steps and buildings; they are written as "continue". */
const MANEUVER = { continue: 8, last: 38 } as const;

/**
 * Returns a trip with the members of the interface only, and the index in the request for each stop.
 *
 * Shape: `order[n]` is the index in the request of the n-th stop of the trip.
 * Source: interface document, section 2.5; the members after the legs from the service facts.
 */
export function contractTrip(trip: Trip, order: ArrayLike<number>): Trip {
  return {
    locations: trip.locations.map(({ type, lat, lon, side_of_street }, at) => ({
      type,
      lat,
      lon,
      side_of_street: side_of_street ?? '',
      original_index: order[at],
    })),
    legs: trip.legs.map((leg) => ({
      maneuvers: leg.maneuvers.map(contractManeuver),
      summary: pick(leg.summary, SUMMARY_MEMBERS),
      shape: leg.shape,
    })),
    ...(trip.summary && { summary: pick(trip.summary, SUMMARY_MEMBERS) }),
    status_message: trip.status_message ?? '',
    status: trip.status ?? 0,
    units: trip.units ?? 'kilometers',
    language: trip.language ?? 'en-US',
  };
}

function contractManeuver(maneuver: Maneuver): Maneuver {
  const { sign } = maneuver;
  const texts = (elements: { text: string }[] | undefined) => elements?.map(({ text }) => ({ text }));
  const numbers = texts(sign?.exit_number_elements);
  const branches = texts(sign?.exit_branch_elements);
  return {
    ...pick(maneuver, MANEUVER_MEMBERS),
    type: maneuver.type > MANEUVER.last ? MANEUVER.continue : maneuver.type,
    ...((numbers ?? branches) && {
      sign: {
        ...(numbers && { exit_number_elements: numbers }),
        ...(branches && { exit_branch_elements: branches }),
      },
    }),
  };
}

function pick<T extends object, K extends keyof T>(from: T, members: readonly K[]): Pick<T, K> {
  const picked = {} as Pick<T, K>;
  for (const member of members) if (from[member] !== undefined) picked[member] = from[member];
  return picked;
}
