import { message, type Message } from '../../base/messages/message.ts';
import type { RouteOptions, SpeedTable } from './route-options.ts';
import table from '../../data/city-speeds.json' with { type: 'json' };
import type { FleetRequest } from '../../contract/records/fleet.ts';

/** Units of what follows: seconds from the zero of the plan, the earliest departure of its first day. */
export interface Span {
  from: number;
  until: number;
}

/** One day of a plan. Shape: `date` where the job states days; `until` Infinity where no shift has an end. */
export interface PlanDay extends Span {
  date: string | undefined;
  midnight: number;
}

/** The days of a plan. Shape: `zero` is the time of day of the earliest departure. Units: seconds from midnight. */
export interface Calendar {
  zero: number;
  days: readonly PlanDay[];
  zone: string;
}

const DAY_SECONDS = 86_400;
const DEPART = '08:00';
const ZONE = 'Asia/Ho_Chi_Minh';
/** Longest time for which a stop that closes on the next day is open; longer ones are mistakes. Units: seconds. */
const LONGEST_NIGHT = 12 * 3600;

/** Seconds are of a workbook, which writes 08:30 as 08:30:00; `+1` is the next day, as the results write it, and so is an hour from 24 on. */
const TIME = /^([0-3]?\d|4[0-7])\s*(?:[:hg.]|giờ)\s*(?:([0-5]\d)(?::([0-5]\d))?)?(?:\+(\d))?$/i;
const INSTANT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)? ?(Z|[+-]\d\d:?\d\d)?$/i;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** Parses a time of day (`08:30`, `08:30:00`, `8h30`, `8h`, `8 giờ 30`, `24:30`, `00:30+1`). Units: seconds from midnight; undefined for any other text. */
export function readTimeOfDay(text: string): number | undefined {
  const match = TIME.exec(text.trim().normalize());
  if (!match) return undefined;
  const [hours, minutes, seconds, days] = match
    .slice(1)
    .map((digits: string | undefined) => Number(digits ?? 0));
  return (
    (days as number) * DAY_SECONDS + (hours as number) * 3600 + (minutes as number) * 60 + (seconds as number)
  );
}

/** Returns a time of day as text, `+1` for the next day: `08:30:00`, `00:15:00+1`. */
export function timeOfDayText(seconds: number): string {
  const whole = Math.round(seconds);
  const days = Math.floor(whole / DAY_SECONDS);
  const two = (value: number) => String(value).padStart(2, '0');
  const rest = whole - days * DAY_SECONDS;
  const text = `${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
  return days > 0 ? `${text}+${days}` : text;
}

/** Returns two times of a text such as "22:00-06:00"; the second is of the next day where it is not later. Units: seconds from midnight. */
export function spanOfDay(text: string): Span {
  const [from = 0, until = 0] = text.split('-').map((time) => readTimeOfDay(time));
  return { from, until: until > from ? until : until + DAY_SECONDS };
}

/** Returns when a vehicle works, or any that states nothing of its own. Units: seconds from midnight. */
export function shiftOf(
  { depart = DEPART, end_by: endBy, max_hours: hours }: RouteOptions,
  shift: string | undefined,
): Span {
  if (shift !== undefined) return spanOfDay(shift);
  const from = readTimeOfDay(depart) ?? 0;
  const end = endBy === undefined ? Infinity : spanOfDay(`${depart}-${endBy}`).until;
  return { from, until: Math.min(end, hours === undefined ? Infinity : from + hours * 3600) };
}

/** Returns the days of a job. */
export function calendarOf(options: RouteOptions): Calendar {
  const { days, zone = ZONE, vehicles } = options;
  const kinds = typeof vehicles === 'object' ? vehicles : [{ shift: undefined }];
  const shifts = kinds.map(({ shift }) => shiftOf(options, shift));
  const zero = Math.min(...shifts.map(({ from }) => from));
  const until = Math.max(...shifts.map((shift) => shift.until)) - zero;
  const dates: (string | undefined)[] = days ? [...days].sort() : [undefined];
  return {
    zero,
    zone,
    days: dates.map((date) => {
      const from = daysBetween(dates[0], date) * DAY_SECONDS;
      return { date, midnight: from - zero, from, until: until + from };
    }),
  };
}

const daysBetween = (first: string | undefined, date: string | undefined) =>
  first === undefined || date === undefined
    ? 0
    : Math.round((Date.parse(date) - Date.parse(first)) / 86_400_000);

/** Returns a time on its first day, or an instant where it has a date, from the zero of a plan; undefined for any other text. */
function readTime(text: string, calendar: Calendar): { seconds: number; isDated: boolean } | undefined {
  const seconds = readTimeOfDay(text);
  if (seconds !== undefined) return { seconds: seconds - calendar.zero, isDated: false };
  const [, date, time = '', offset] = INSTANT.exec(text.trim()) ?? [];
  const first = calendar.days[0]?.date;
  if (date === undefined || first === undefined) return undefined;
  const local = daysBetween(first, date) * DAY_SECONDS + (readTimeOfDay(time) ?? NaN) - calendar.zero;
  const shift = offset === undefined ? 0 : offsetOf(calendar.zone, first) - offsetOf(offset, first);
  return Number.isNaN(local) ? undefined : { seconds: local + shift, isDated: true };
}

/** Returns a time, on the first day of a plan where it has no date, from the zero of the plan; undefined for a text that is none. Units: seconds. */
export const timeFromZero = (text: string, calendar: Calendar) => readTime(text, calendar)?.seconds;

/** Returns how far a zone is ahead of UTC on a date. Units: seconds. Shape: a zone of the IANA database, `+07:00` or `Z`. */
function offsetOf(zone: string, date: string): number {
  const name = /^z$/i.test(zone) ? '+00:00' : zone;
  const named = /^[+-]/.test(name)
    ? name
    : new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' })
        .formatToParts(Date.parse(`${date}T12:00Z`))
        .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):?(\d\d)$/.exec(named ?? '') ?? [];
  return (sign === '-' ? -60 : 60) * (Number(hours) * 60 + Number(minutes));
}

/** Reports whether a zone is known. */
export function isZone(zone: string): boolean {
  if (/^[+-]\d\d:\d\d$/.test(zone)) return true;
  try {
    offsetOf(zone, '2026-01-01');
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the times in which service of a stop may begin, on each day that it is open; none for any time.
 *
 * Shape: a window that is over before a shift begins is of the next morning where the shift lasts until then. A window whose end is before its beginning is of
 * one night. `day` is a date; empty for any day.
 */
export function windowsOf(
  texts: { opening: string; closing: string; day: string },
  calendar: Calendar,
): Span[] | { fault: Message } {
  const { opening, closing, day } = texts;
  const [opens, closes] = [readTime(opening, calendar), readTime(closing, calendar)];
  const days = day === '' ? calendar.days : calendar.days.filter(({ date }) => date === day);
  if (days.length === 0)
    return { fault: message('stage.noSuchDay', { day, days: calendar.days.map(({ date }) => date ?? '') }) };
  if (opens === undefined && closes === undefined) {
    const hasOwnDay = day !== '' && calendar.days.length > 1;
    return hasOwnDay
      ? days.map(({ from, until }) => ({ from, until: Math.min(until, from + DAY_SECONDS - 1) }))
      : [];
  }
  const from = opens?.seconds ?? -Infinity;
  let until = closes?.seconds ?? Infinity;
  const isDated = (opens?.isDated ?? false) || (closes?.isDated ?? false);
  if (until < from) {
    if (isDated || until + DAY_SECONDS - from >= LONGEST_NIGHT)
      return { fault: message('stage.closesBeforeItOpens', { closing, opening }) };
    until += DAY_SECONDS;
  }
  const spans = isDated
    ? [{ from, until }]
    : days.flatMap((each) => spansOn(each, { from, until }, calendar.days.length > 1));
  const open = spans
    .filter((span) => span.until >= 0)
    .map((span) => ({ ...span, from: Math.max(0, span.from) }));
  return open.length === 0 ? { fault: message('stage.closesBeforeDeparture') } : open;
}

/** Returns when a stop is open on one day of a plan: the night before may not be over yet, and the next morning is of a shift that lasts until then. */
function spansOn({ from: at, until: end }: PlanDay, { from, until }: Span, hasDays: boolean): Span[] {
  const length = end - at;
  const isOneSided = from === -Infinity || until === Infinity;
  const time = from === -Infinity ? until : from;
  const nights = !isOneSided
    ? [-1, 0, 1]
    : time < 0 && length < Infinity && time + DAY_SECONDS <= length
      ? [1]
      : [0];
  const spans = nights
    .map((night) => ({ from: from + night * DAY_SECONDS, until: until + night * DAY_SECONDS }))
    .filter((span) => span.until >= 0 && (length === Infinity || span.from <= length));
  return (length === Infinity ? spans.slice(0, 1) : spans).map((span) => ({
    from: Math.max(at, span.from + at),
    until: span.until === Infinity && hasDays ? at + Math.min(length, DAY_SECONDS - 1) : span.until + at,
  }));
}

/** Returns a time after which a stop is late, from the zero of a plan; undefined for a text that is none. Shape: on the day of the stop, the next one for a time before the departure. */
export function wishOf(text: string, day: string, calendar: Calendar): number | undefined {
  const time = readTime(text, calendar);
  if (time === undefined || time.isDated) return time?.seconds;
  const { from = 0 } = calendar.days.find(({ date }) => date === day) ?? {};
  return time.seconds + from + (time.seconds < 0 ? DAY_SECONDS : 0);
}

/** Reports whether a text is a date, as in 2026-11-30. */
export const isDate = (text: string) => DATE.test(text) && !Number.isNaN(Date.parse(text));

type Costing = NonNullable<RouteOptions['costing']>;

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
