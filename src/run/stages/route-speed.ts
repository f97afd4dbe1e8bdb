import table from '../../data/city-speeds.json' with { type: 'json' };
import type { FleetRequest } from '../../contract/records/fleet.ts';
import { readTimeOfDay } from './route-days.ts';
import type { RouteOptions, SpeedTable } from './route-options.ts';

type Costing = NonNullable<RouteOptions['costing']>;

const DAY_SECONDS = 86_400;

const { hours } = table;

/** The speeds of a city, by means of travel. */
const CITY: Partial<Record<Costing, SpeedTable>> = {
  auto: { factor: table.auto, hours },
  motorbike: { factor: table.motorbike, hours },
  truck: { factor: table.truck, hours },
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
  days = 1,
): NonNullable<FleetRequest['speed']> {
  return {
    ...(factor !== undefined && { bands: typeof factor === 'number' ? [{ kmh: 0, factor }] : factor }),
    hours: hourFactors(hours, departSeconds, days),
  };
}

/** Returns the factors of some days and one more from a departure on, each where it changes. */
function hourFactors(hours: NonNullable<SpeedTable['hours']>, departSeconds: number, days: number) {
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
  const changes = spans.flatMap(({ begin, end }) =>
    Array.from({ length: days + 1 }, (_, day) => [begin + day * DAY_SECONDS, end + day * DAY_SECONDS]).flat(),
  );
  const times = [departSeconds, ...changes.filter((time) => time > departSeconds)].sort((a, b) => a - b);
  const list: { from_seconds: number; factor: number }[] = [];
  for (const time of times) {
    const factor = factorAt(time);
    if ((list.at(-1)?.factor ?? 1) !== factor) list.push({ from_seconds: time - departSeconds, factor });
  }
  return list;
}
