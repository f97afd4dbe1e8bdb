import { failure, type GeomillError } from '../../base/errors/geomill-error.ts';
import { message, type Message } from '../../base/messages/message.ts';

/** An interval of time, ends included. Units: milliseconds since 1970; infinite for an open end. */
export interface TimeInterval {
  fromMs: number;
  toMs: number;
}

const INSTANT = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d+)?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Parses an instant or an interval with open ends (`..` or nothing).
 *
 * Shape: an instant is an interval of one millisecond, the precision of capture times; one that is open at both ends has every known time.
 * Errors: INVALID_REQUEST. Source: RFC 3339; OGC API Features, parameter datetime.
 */
export function parseTimeInterval(text: string): TimeInterval {
  const parts = text.trim().split('/');
  const [first = '', second] = parts;
  if (parts.length > 2) throw badDatetime(text, message('parameter.severalSlashes'));
  if (second === undefined) {
    const instant = readEnd(text, first);
    return { fromMs: instant, toMs: instant };
  }
  const [isFromOpen, isToOpen] = [isOpen(first), isOpen(second)];
  const fromMs = isFromOpen ? -Infinity : readEnd(text, first);
  const toMs = isToOpen ? Infinity : readEnd(text, second);
  if (fromMs > toMs) throw badDatetime(text, message('parameter.endsBeforeItBegins'));
  return { fromMs, toMs };
}

/** Parses an RFC 3339 timestamp; undefined if it is none. Units: milliseconds since 1970, further digits cut off. */
export function parseInstant(text: string): number | undefined {
  const match = INSTANT.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const fits = month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
  if (!fits || hour > 23 || minute > 59 || second > 59) return undefined;
  const ms = Date.parse(text.toUpperCase());
  return Number.isNaN(ms) ? undefined : ms;
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isOpen(end: string): boolean {
  return end.trim() === '' || end.trim() === '..';
}

function readEnd(text: string, end: string): number {
  const ms = parseInstant(end.trim());
  if (ms === undefined)
    throw badDatetime(text, message('parameter.noTimestamp', { end: JSON.stringify(end) }));
  return ms;
}

function badDatetime(text: string, fault: Message): GeomillError {
  const shown = JSON.stringify(text.slice(0, 100));
  return failure('INVALID_REQUEST', 'parameter.badDatetime', { text: shown, fault });
}

const RANGE = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/;

/** Parses the parameter `place_distance`, `<min>-<max>`. Units: metres. Errors: INVALID_REQUEST. */
export function parseDistanceRange(text: string): { minMeters: number; maxMeters: number } {
  const match = RANGE.exec(text);
  const [minMeters, maxMeters] = [Number(match?.[1] ?? NaN), Number(match?.[2] ?? NaN)];
  if (minMeters <= maxMeters) return { minMeters, maxMeters };
  const shown = JSON.stringify(text.slice(0, 60));
  throw failure('INVALID_REQUEST', 'parameter.badRange', { text: shown });
}
