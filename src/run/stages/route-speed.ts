import type { FleetRequest } from '../../contract/records/fleet.ts';
import { readTimeOfDay } from './route-limits.ts';
import type { RouteOptions, SpeedTable } from './route-options.ts';

type Costing = NonNullable<RouteOptions['costing']>;

const DAY_SECONDS = 86_400;

/** Speeds by time of day in the centre of Ho Chi Minh City, as a share of those at noon. */
const CITY_HOURS: SpeedTable['hours'] = [
  { from: '05:00', until: '07:00', factor: 1.15 },
  { from: '07:00', until: '09:00', factor: 0.95 },
  { from: '16:00', until: '19:00', factor: 0.9 },
  { from: '20:00', until: '22:00', factor: 1.15 },
  { from: '22:00', until: '05:00', factor: 1.4 },
];

/** Factors of the speed of a leg at noon, by its mean speed on free roads in kilometres an hour. */
const bands = (...pairs: readonly (readonly [kmh: number, factor: number])[]) =>
  pairs.map(([kmh, factor]) => ({ kmh, factor }));

/** The speeds of a city. Source: docs/ROUTING.md, "Speeds of a city". */
const CITY: Partial<Record<Costing, SpeedTable>> = {
  auto: {
    factor: bands([20, 0.8], [35, 0.55], [47, 0.45], [60, 0.47], [80, 0.56], [100, 0.6]),
    hours: CITY_HOURS,
  },
  motorbike: {
    factor: bands([20, 0.9], [35, 0.65], [44, 0.55], [60, 0.5], [80, 0.5], [100, 0.45]),
    hours: CITY_HOURS,
  },
  truck: {
    factor: bands([20, 0.7], [35, 0.47], [48, 0.38], [60, 0.4], [80, 0.5], [100, 0.55]),
    hours: CITY_HOURS,
  },
};

/** Returns the speeds of a job; undefined for those of free roads, and for people on foot and on bicycles. */
export function speedTableOf({ speed = 'free', costing = 'auto' }: RouteOptions): SpeedTable | undefined {
  if (speed === 'city') return CITY[costing];
  return speed === 'free' ? undefined : speed;
}

/** Returns the member `speed` of a request, for tours that leave at a time of day. Units: seconds from midnight. */
export function speedQuestion(
  { factor, hours = [] }: SpeedTable,
  departSeconds: number,
): NonNullable<FleetRequest['speed']> {
  return {
    ...(factor !== undefined && { bands: typeof factor === 'number' ? [{ kmh: 0, factor }] : factor }),
    hours: hourFactors(hours, departSeconds),
  };
}

/** Returns the factors of two days from a departure on, each where it changes. */
function hourFactors(hours: NonNullable<SpeedTable['hours']>, departSeconds: number) {
  const spans = hours.map(({ from, until, factor }) => {
    const [begin = 0, end = 0] = [readTimeOfDay(from), readTimeOfDay(until)];
    return { begin, end: end <= begin ? end + DAY_SECONDS : end, factor };
  });
  const factorAt = (time: number) => {
    const ofDay = time % DAY_SECONDS;
    const span = spans.find(
      ({ begin, end }) =>
        (ofDay >= begin && ofDay < end) || (ofDay + DAY_SECONDS >= begin && ofDay + DAY_SECONDS < end),
    );
    return span?.factor ?? 1;
  };
  const changes = spans.flatMap(({ begin, end }) => [begin, end, begin + DAY_SECONDS, end + DAY_SECONDS]);
  const times = [departSeconds, ...changes.filter((time) => time > departSeconds)].sort((a, b) => a - b);
  const list: { from_seconds: number; factor: number }[] = [];
  for (const time of times) {
    const factor = factorAt(time);
    if ((list.at(-1)?.factor ?? 1) !== factor) list.push({ from_seconds: time - departSeconds, factor });
  }
  return list;
}
