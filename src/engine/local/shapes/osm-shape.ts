import type { OsmFeature, OsmFeatureCollection } from '../../../contract/records/osm-feature.ts';
import { STATUS } from '../../../contract/status.ts';
import type { LocalPlace } from '../../geocoder/places/local-place.ts';

/** Converts places to a feature collection in OSM shape. Source: interface document, section 2.3. */
export function osmCollection(places: readonly LocalPlace[]): OsmFeatureCollection {
  return { type: 'FeatureCollection', features: places.map(osmFeature), bbox: [], errors: null };
}

/** Returns the member `errors` of a collection: the ids that no place has, null if there are none. Source: interface document, section 7. */
export function unknownIds(ids: readonly string[]): { id: string; status: string }[] | null {
  return ids.length === 0 ? null : ids.map((id) => ({ id, status: STATUS.notFound }));
}

/** A moment of the week. Shape: day 0 is Sunday (the interface does not say), then hour and minute. */
type Moment = [day: number, hour: number, minute: number];

/** From when to when a place is open, possibly over midnight. */
type Opening = [open: Moment, close: Moment];

const DAYS = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'];
const RULE =
  /^(?<days>(?:(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|SH)(?: ?[-,] ?)?)+)?:?\s*(?<times>off|closed|[\d:,-][\d: ,-]*)$/;
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

function osmFeature(place: LocalPlace): OsmFeature {
  const { position, parts, record, isVietnam } = place;
  const hours = record?.openingHours;
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [position.lon, position.lat] },
    properties: {
      name: place.name,
      housenumber: place.houseNumber === '' ? null : place.houseNumber,
      street: place.street === '' ? null : place.street,
      short_address: place.streetLine,
      postalcode: place.postalCode === '' ? null : place.postalCode,
      label: place.label,
      country: isVietnam ? 'Việt Nam' : '',
      country_code: isVietnam ? 'VN' : '',
      category: [...place.categories],
      website: record?.website === undefined ? null : webLink(record.website),
      opening_hours: hours === undefined ? null : openingHours(hours),
      opening_hours_v2: null,
      phone: record?.phone === undefined ? null : internationalPhone(record.phone),
      region: parts.province,
      county: parts.district,
      locality: parts.ward,
      distance: place.distanceMeters,
      id: place.id,
      continent: isVietnam ? 'Asia' : '',
      source: 'geomill',
      has_child: place.hasChild,
      geomill: place.extension,
    },
  };
}

/** Digits after the country code: numbers with an area code, mobile numbers, hotlines. */
const NATIONAL = /^\d{7,10}$/;
const HOTLINE = /^1[89]00\d{4,6}$/;

/**
 * Converts a phone number of Vietnam to its international form, `+84 ...` without spaces; null for one that cannot be dialled from elsewhere.
 *
 * Shape: the first number of a list; area codes are kept as the source has them; numbers of other countries stay as they are.
 */
export function internationalPhone(text: string): string | null {
  const first = text.split(/[;,/]/, 1)[0];
  const digits = first.replaceAll(/\D/g, '');
  if (/^\s*(\+|00)(?!84)\d/.test(first.replaceAll(/[\s()-]/g, ''))) return first.trim();
  if (HOTLINE.test(digits)) return `+84${digits}`;
  const national = /^(?:00)?84(?<rest>\d{7,11})$/.exec(digits)?.groups?.rest ?? /^0\d+$/.exec(digits)?.[0];
  const significant = national?.replace(/^0/, '');
  return significant !== undefined && NATIONAL.test(significant) ? `+84${significant}` : null;
}

/** Returns the address of a web page as a link; null for a text that is none. Shape: `http:` or `https:`, the latter where the source has no scheme. */
export function webLink(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  const link = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!/^https?:\/\/[^\s/?#]+\.[^\s/?#.]{2,}/i.test(link)) return null;
  return URL.canParse(link) ? link : null;
}
