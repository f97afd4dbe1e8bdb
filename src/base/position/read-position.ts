import { message, type Message } from '../messages/message.ts';
import { isPosition, VIETNAM, type Position } from '../geo/position.ts';
import { cellText } from '../text/cell-text.ts';
import { readMapLink } from './map-link.ts';
import { decodePlusCode } from './plus-code.ts';

/** A position as it was read from cells; `note` is set if they were not two decimal numbers, latitude first. */
export interface ReadPosition extends Position {
  note?: Message;
}

/** Returns a position without its note. */
export function withoutNote({ lat, lon }: ReadPosition): Position {
  return { lat, lon };
}

/** The note of a row whose latitude and longitude are swapped. */
export const SWAPPED = message('position.swapped');
/** The note of a row with degrees, minutes and seconds. */
export const SEXAGESIMAL = message('position.sexagesimal');

/** Reports whether a position is in the extent of Vietnam. Units: degrees WGS84. */
export const isInVietnam = ({ lat, lon }: Position) =>
  lat >= VIETNAM.south && lat <= VIETNAM.north && lon >= VIETNAM.west && lon <= VIETNAM.east;

/**
 * Parses two coordinates, or returns the fault of the first bad one.
 *
 * Shape: a swapped pair is read the other way round where its letters say so, or where it is no position and the swapped one is in Vietnam.
 */
export function readPosition(latCell: unknown, lonCell: unknown): ReadPosition | { fault: Message } {
  return readPlain(latCell, lonCell) ?? readAny(latCell, lonCell);
}

const PLAIN_NUMBER = /^-?\d{1,3}(?:\.\d+)?$/;

/** Reads two decimal numbers without the cost of the other notations; undefined if the cells are anything else than a position. */
function readPlain(latCell: unknown, lonCell: unknown): Position | undefined {
  if (typeof latCell !== 'string' || !PLAIN_NUMBER.test(latCell)) return undefined;
  if (typeof lonCell !== 'string' || !PLAIN_NUMBER.test(lonCell)) return undefined;
  const position = { lat: Number(latCell), lon: Number(lonCell) };
  return isPosition(position) ? position : undefined;
}

/** A coordinate, with the axis that its letter states. Units: degrees. */
interface Coordinate {
  degrees: number;
  axis?: 'lat' | 'lon';
  /** Written in degrees and minutes. */
  isSexagesimal?: boolean;
}

// Spreadsheets with Vietnamese settings write numbers with a decimal comma.
const NUMBER = /^[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d+)?$/i;

/** Degrees, minutes and seconds with their signs in many writings, or with blanks or colons between them. Runs of blanks are one. */
const DEGREES_MINUTES =
  /^([-+])? ?(\d{1,3})(?: ?[°º˚:d] ?| )(\d{1,2}(?:[.,]\d+)?)(?: ?['′’‘´`:m] ?| |$)(?:(\d{1,2}(?:[.,]\d+)?) ?(?:["″”“]|['′’‘´`]{2})?)?$/i;
/** The words of a direction in Vietnamese, as in `vĩ Bắc` and `kinh độ Đông`. */
const DIRECTION_WORDS =
  /\s{0,3}(?<!\p{L})(?:(?:vĩ|kinh)\s{1,3}(?:(?:độ|tuyến)\s{1,3})?)?(bắc|nam|đông|tây)(?!\p{L})/giu;
const LETTER_OF_WORD: Readonly<Record<string, string>> = { bắc: 'N', nam: 'S', đông: 'E', tây: 'W' };

/** Returns a text with the letters of directions in place of their words. */
const withLetters = (text: string): string =>
  text
    .normalize('NFC')
    .replace(DIRECTION_WORDS, (_, word: string) => LETTER_OF_WORD[word.toLowerCase()] as string);

const WHOLE_DEGREES = /^([-+]?\d+(?:[.,]\d+)?)\s*[°º˚]$/;

/** Letters of the directions, in English and in Vietnamese (Bắc, Đông); N is north, as in English. */
const LETTERS: Readonly<Record<string, { axis: 'lat' | 'lon'; sign: 1 | -1 }>> = {
  N: { axis: 'lat', sign: 1 },
  B: { axis: 'lat', sign: 1 },
  S: { axis: 'lat', sign: -1 },
  E: { axis: 'lon', sign: 1 },
  Đ: { axis: 'lon', sign: 1 },
  W: { axis: 'lon', sign: -1 },
};

const directionOf = (letter = '') => LETTERS[letter.toUpperCase()];

/**
 * Parses a coordinate: a number with a decimal point or comma, or degrees, minutes and seconds such as 20°59'25"N, N20 59.417 or 20:59:25.
 *
 * Shape: undefined for any other text.
 */
function parseCoordinate(cell: unknown): Coordinate | undefined {
  if (typeof cell === 'number') return Number.isFinite(cell) ? { degrees: cell } : undefined;
  if (typeof cell !== 'string') return undefined;
  const text = cell.trim();
  if (NUMBER.test(text)) return { degrees: Number(text.replace(',', '.')) };
  const written = withLetters(text);
  const before = directionOf(written.at(0));
  const after = directionOf(written.at(-1));
  if (before !== undefined && after !== undefined) return undefined;
  const direction = before ?? after;
  const body = written.slice(before ? 1 : 0, after ? -1 : undefined).trim();
  const parsed = /[\r\n\u2028\u2029]/.test(body) ? undefined : parseDegrees(body);
  if (parsed === undefined || (direction && /^[-+]/.test(body))) return undefined;
  if (direction === undefined) return parsed;
  return { ...parsed, degrees: parsed.degrees * direction.sign, axis: direction.axis };
}

function parseDegrees(text: string): Coordinate | undefined {
  const whole = WHOLE_DEGREES.exec(text)?.[1] ?? (NUMBER.test(text) ? text : undefined);
  if (whole !== undefined) return { degrees: Number(whole.replace(',', '.')) };
  const match = DEGREES_MINUTES.exec(text.replace(/\s+/g, ' '));
  if (match === null) return undefined;
  const [, sign, ...parts] = match;
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map((part = '0') => Number(part.replace(',', '.')));
  const isWhole = Number.isInteger(minutes) || parts[2] === undefined;
  if (minutes >= 60 || seconds >= 60 || !isWhole) return undefined;
  // Ten decimals are a hundredth of a millimetre: sixtieths have no shorter decimals.
  const value = Number((degrees + minutes / 60 + seconds / 3600).toFixed(10));
  return { degrees: sign === '-' ? -value : value, isSexagesimal: true };
}

function readAny(latCell: unknown, lonCell: unknown): ReadPosition | { fault: Message } {
  const lat = parseCoordinate(latCell);
  const lon = parseCoordinate(lonCell);
  if (lat === undefined) return { fault: notNumber('lat', latCell) };
  if (lon === undefined) return { fault: notNumber('lon', lonCell) };
  if (lat.axis !== undefined && lat.axis === lon.axis)
    return {
      fault: message('position.oneAxis', {
        first: cellText(latCell),
        second: cellText(lonCell),
        axis: lat.axis,
      }),
    };
  return place(lat, lon);
}

function place(lat: Coordinate, lon: Coordinate): ReadPosition | { fault: Message } {
  const position: Position = { lat: lat.degrees, lon: lon.degrees };
  const swapped: Position = { lat: lon.degrees, lon: lat.degrees };
  const isStatedSwapped = lat.axis === 'lon' || lon.axis === 'lat';
  if (isPosition(position) && !isStatedSwapped)
    return lat.isSexagesimal || lon.isSexagesimal ? { ...position, note: SEXAGESIMAL } : position;
  if (isPosition(swapped) && (isStatedSwapped || isInVietnam(swapped))) return { ...swapped, note: SWAPPED };
  const [packedLat, packedLon] = (isStatedSwapped ? [lon, lat] : [lat, lon]).map(unpacked);
  if (packedLat !== undefined && packedLon !== undefined) {
    const packed = { lat: packedLat, lon: packedLon };
    if (isInVietnam(packed)) return { ...packed, note: SEXAGESIMAL };
  }
  const fault = faultOf(isStatedSwapped ? swapped : position);
  return { fault: isPosition(swapped) ? message('position.maybeSwapped', { fault }) : fault };
}

/**
 * Returns the degrees of a number that is degrees, minutes and seconds without signs, 104635.5N; undefined for others.
 *
 * Shape: a whole number without a letter is none: its decimal point may be lost. No easting or northing in Vietnam is both of such a pair.
 */
function unpacked({ degrees: number, axis, isSexagesimal }: Coordinate): number | undefined {
  const size = Math.abs(number);
  if (isSexagesimal || size < 1e4 || (axis === undefined && Number.isInteger(size))) return undefined;
  const minutes = Math.floor(size / 100) % 100;
  const seconds = size % 100;
  if (minutes >= 60 || seconds >= 60) return undefined;
  const value = Math.floor(size / 1e4) + minutes / 60 + seconds / 3600;
  return Number((number < 0 ? -value : value).toFixed(10));
}

/** Reports whether a number is metres of a projected system: eastings and northings in Vietnam are of 100 km to 2,700 km. */
export const isProjected = (value: number) => Math.abs(value) >= 1e5 && Math.abs(value) < 1e7;
/** Degrees of Vietnam whose decimal point was lost: 105868825 for 105.868825. */
const hasLostPoint = (value: number) => Number.isInteger(value) && Math.abs(value) >= 1e7;

function faultOf({ lat, lon }: Position): Message {
  if (isProjected(lat) && isProjected(lon)) return message('position.projected', { lat, lon });
  const lost = [lat, lon].find(hasLostPoint);
  if (lost !== undefined) return message('position.lostPoint', { number: lost });
  return Math.abs(lat) > 90
    ? message('position.latitudeOutside', { lat })
    : message('position.longitudeOutside', { lon });
}

function notNumber(axis: 'lat' | 'lon', cell: unknown): Message {
  const text = cellText(cell);
  return /^[-+]?\d{1,3}(?:[., ]\d{3})+(?:[.,]\d+)?$/.test(text.trim())
    ? message('position.thousandsSeparators', { axis, text })
    : message('position.notANumber', { axis, text });
}

/**
 * Parses a point in one cell: `<lat>,<lng>`, with a semicolon or blank too, degrees, minutes and seconds, a point as WKT, EWKB or GeoJSON, a link to a map, or a
 * full Plus Code.
 */
export function readPoint(text: string): ReadPosition | { fault: Message } {
  const trimmed = withLetters(text.trim());
  const wkt = WKT_POINT.exec(trimmed.replace(/\s+/g, ' '));
  if (wkt) return readPosition(wkt[2], wkt[1]);
  const [lat, lon] = splitPoint(trimmed) ?? [];
  const pair = lat === undefined ? { fault: message('position.noPoint', { text }) } : readPosition(lat, lon);
  return 'fault' in pair ? (readEncoded(trimmed) ?? pair) : pair;
}

const WKT_POINT = /^(?:SRID=4326;)? ?POINT ?(?:Z|M|ZM)? ?\( ?([^\s()]+) ([^\s()]+)(?: [^\s()]+){0,2} ?\)$/i;
const HEX_POINT = /^0[01][0-9a-f]{40,76}$/i;

/** Reads a point that is written as a code: EWKB as hexadecimal digits, GeoJSON, a link, a Plus Code. */
function readEncoded(text: string): Position | undefined {
  if (HEX_POINT.test(text)) return readWkb(text);
  if (text.startsWith('{')) return readGeoJson(text);
  return readMapLink(text)?.position ?? decodePlusCode(text)?.position;
}

/** Flags of the type in EWKB, and the code of a point. */
const [WKB_POINT, EWKB_SRID, WGS84] = [1, 0x20000000, 4326];

function readWkb(hex: string): Position | undefined {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const view = new DataView(bytes.buffer);
  const isLittle = view.getUint8(0) === 1;
  const type = view.getUint32(1, isLittle);
  const hasSrid = (type & EWKB_SRID) !== 0;
  const at = hasSrid ? 9 : 5;
  if ((type & 0xffff) % 1000 !== WKB_POINT || bytes.length < at + 16) return undefined;
  if (hasSrid && view.getUint32(5, isLittle) !== WGS84) return undefined;
  const position = { lon: view.getFloat64(at, isLittle), lat: view.getFloat64(at + 8, isLittle) };
  return isPosition(position) ? position : undefined;
}

function readGeoJson(text: string): Position | undefined {
  try {
    const read = JSON.parse(text) as { type?: unknown; geometry?: unknown };
    const { type, coordinates } = (read.type === 'Feature' ? read.geometry : read) as Record<string, unknown>;
    if (type !== 'Point' || !Array.isArray(coordinates)) return undefined;
    const [lon, lat] = coordinates as unknown[];
    const position = { lat, lon };
    return isPosition(position) ? position : undefined;
  } catch {
    return undefined;
  }
}

const DECIMAL_COMMAS = /^([-+]?\d+,\d+)(?:\s*[,;]\s*|\s+)([-+]?\d+,\d+)$/;
const DIRECTION = /[NSEWBĐ]/iu;

function splitPoint(text: string): [string, string] | undefined {
  const commas = DECIMAL_COMMAS.exec(text) ?? [];
  if (commas[1] !== undefined && commas[2] !== undefined) return [commas[1], commas[2]];
  return splitAtLetters(text) ?? splitOnce(text, /[,;]/) ?? splitOnce(text, /;/) ?? splitOnce(text, /\s+/);
}

/** Splits a text at its one separator. */
function splitOnce(text: string, separator: RegExp): [string, string] | undefined {
  const [first = '', second = '', ...more] = text.split(separator, 3).map((part) => part.trim());
  return first === '' || second === '' || more.length > 0 ? undefined : [first, second];
}

/** Splits at the letters of directions: one begins each of two coordinates, or ends each. */
function splitAtLetters(text: string): [string, string] | undefined {
  const second = DIRECTION.test(text.charAt(0)) ? text.slice(1).search(DIRECTION) + 1 : 0;
  const isBefore = second > 0 && /\d/.test(text.slice(second));
  const end = isBefore ? second : text.search(DIRECTION) + 1;
  if (!isBefore && (end === text.length || !DIRECTION.test(text.charAt(text.length - 1)))) return undefined;
  const pair: [string, string] = isBefore
    ? [text.slice(0, end).trimEnd().replace(/[,;]$/, '').trimEnd(), text.slice(end)]
    : [
        text.slice(0, end),
        text
          .slice(end)
          .trimStart()
          .replace(/^[,;]\s*/, ''),
      ];
  return pair.some((part) => /[\r\n]/.test(part)) ? undefined : pair;
}
