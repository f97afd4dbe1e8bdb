/** A moment of the week. Shape: day 0 is Sunday (the interface does not say), then hour and minute. */
type Moment = [day: number, hour: number, minute: number];

/** From when to when a place is open, possibly over midnight. */
type Opening = [open: Moment, close: Moment];

const DAYS = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'];
const RULE =
  /^(?<days>(?:(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|SH)(?: ?[-,] ?)?)+)?:?\s*(?<times>off|closed|[\d: ,-]+)$/;
const TIMES = /^(\d{1,2}):(\d\d) ?- ?(\d{1,2}):(\d\d)$/;
const MINUTES_PER_DAY = 1440;

/**
 * Converts opening hours of OpenStreetMap to the structures of the interface; null for hours that depend on more than the day of the week.
 *
 * Shape: seven pairs of `[day, hour, minute]` if each day has one opening; otherwise the same numbers as one text, comma separated, a day without
 * opening left out.
 * Source: interface document, section 2.3.
 */
export function openingHours(text: string): Opening[] | string | null {
  const week = readWeek(text);
  if (week === undefined || week.every((openings) => openings.length === 0)) return null;
  const openings = week.flat();
  return week.every(({ length }) => length === 1) ? openings : openings.flat(2).join(',');
}

/** Reads the openings of each day, Sunday first; undefined for a text that is not understood. */
function readWeek(text: string): Opening[][] | undefined {
  if (/^24\/7$/.test(text.trim())) return DAYS.map((_, day) => [opening(day, 0, MINUTES_PER_DAY)]);
  const week = DAYS.map((): Opening[] => []);
  for (const rule of text.split(';').map((part) => part.trim())) {
    if (rule === '') continue;
    const { days, times } = RULE.exec(rule)?.groups ?? {};
    if (times === undefined) return undefined;
    const spans = /off|closed/.test(times) ? [] : readSpans(times);
    if (spans === undefined) return undefined;
    // A later rule replaces what earlier ones say of its days. Holidays are no day of the week.
    for (const day of readDays(days)) week[day] = spans.map(([from, to]) => opening(day, from, to));
  }
  return week;
}

function readDays(days: string | undefined): number[] {
  if (days === undefined) return DAYS.map((_, day) => day);
  return days.split(',').flatMap((part) => {
    const [first = -1, last = first] = part.split('-').map((name) => DAYS.indexOf(name.trim()));
    if (first < 0 || last < 0) return [];
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, at) => (first + at) % 7);
  });
}

/** Reads `07:30-12:00, 13:30-17:00`. Units: minutes after midnight; an end before the start is on the next day. */
function readSpans(times: string): [from: number, to: number][] | undefined {
  const spans: [number, number][] = [];
  for (const part of times.split(',')) {
    const [, fromHour, fromMinute, toHour, toMinute] = TIMES.exec(part.trim())?.map(Number) ?? [];
    if (toMinute === undefined || fromHour > 24 || toHour > 26) return undefined;
    const from = fromHour * 60 + fromMinute;
    const to = toHour * 60 + toMinute;
    spans.push([from, to <= from ? to + MINUTES_PER_DAY : to]);
  }
  return spans;
}

function opening(day: number, fromMinutes: number, toMinutes: number): Opening {
  return [momentOf(day, fromMinutes), momentOf(day, toMinutes)];
}

function momentOf(day: number, minutes: number): Moment {
  const ofDay = minutes % MINUTES_PER_DAY;
  return [(day + Math.floor(minutes / MINUTES_PER_DAY)) % 7, Math.floor(ofDay / 60), ofDay % 60];
}
