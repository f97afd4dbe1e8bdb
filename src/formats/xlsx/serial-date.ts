const MS_A_DAY = 86_400_000;
/** Day 0 of the two calendars of workbooks. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** The 1900 calendar has a 29 February 1900, which is its day 60. */
const LEAP_DAY = 60;
/** The days from 0 to 31 December 9999. */
const DAYS_MAX = 2_958_466;

/**
 * Returns the date of a serial number as ISO 8601 text; undefined if a spreadsheet shows none for it.
 *
 * Shape: `2024-03-05`, `2024-03-05T14:30:00`, `14:30:00`: without time zone, which a workbook does not have.
 */
export function serialToIso(
  serial: number,
  { is1904, hasDate, hasTime }: { is1904: boolean; hasDate: boolean; hasTime: boolean },
): string | undefined {
  if (!(serial >= 0 && serial < DAYS_MAX)) return undefined;
  const days = !is1904 && serial < LEAP_DAY ? serial + 1 : serial;
  // Times are stored with an error below a millisecond.
  const ms = Math.round(days * MS_A_DAY);
  const iso = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + ms).toISOString();
  const time = iso.slice(11, 23).replace('.000', '');
  if (!hasDate && serial < 1) return time;
  const isMidnight = ms % MS_A_DAY === 0;
  // A fraction that the format hides is no part of what is shown.
  return hasTime || (!hasDate && !isMidnight) ? `${iso.slice(0, 10)}T${time}` : iso.slice(0, 10);
}

const ISO = /^(?:(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d(?:\.\d{3})?))?|(\d\d:\d\d:\d\d(?:\.\d{3})?))$/;

/** A date or time of a cell: its serial number of the 1900 calendar, and what of it is shown. */
export interface SerialDate {
  serial: number;
  hasDate: boolean;
  hasTime: boolean;
}

/** Returns the serial number of an ISO 8601 text: the reverse of {@link serialToIso}; undefined for any other text, and for dates before 1900. */
export function isoToSerial(text: string): SerialDate | undefined {
  const [match, date, ofDate, ofDay] = ISO.exec(text) ?? [];
  if (match === undefined) return undefined;
  const time = ofDate ?? ofDay;
  const days = date === undefined ? 0 : (Date.parse(`${date}T00:00:00Z`) - EPOCH_1900) / MS_A_DAY;
  const ms = time === undefined ? 0 : Date.parse(`1970-01-01T${time}Z`);
  const isEarly = date !== undefined && days <= LEAP_DAY;
  const serial = days - (isEarly ? 1 : 0) + ms / MS_A_DAY;
  const found = { serial, hasDate: date !== undefined, hasTime: time !== undefined };
  // 30 February and 25 o'clock are no dates.
  return serialToIso(serial, { is1904: false, ...found }) === text ? found : undefined;
}

/** Returns a number of days as hours, minutes and seconds: `26:30:00`. */
export function serialToDuration(serial: number): string {
  const seconds = Math.round(Math.abs(serial) * 86_400);
  const two = (value: number) => String(value).padStart(2, '0');
  const text = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return serial < 0 ? `-${text}` : text;
}
