import { provinceByAdminCode } from '../geo/admin-codes.ts';
import { splitForcode, type ProvinceOf } from '../geo/forcode.ts';
import { cellCenter, cellResolution, isCell } from '../geo/h3.ts';
import type { Position } from '../geo/position.ts';
import type { Message } from '../messages/message.ts';
import { readMapLink } from './map-link.ts';
import { parseProjection, readGridPosition, type Projection } from './projection.ts';
import { decodePlusCode, decodeShortPlusCode, type PlusCodeArea } from './plus-code.ts';
import { isInVietnam, readPoint, withoutNote, type ReadPosition } from './read-position.ts';

/** A position and how exact its writing is. Shape: `among` is the number of positions that the text can mean. Units: metres. */
export interface ExactPosition {
  position: Position;
  accuracyMeters: number;
  among: number;
}

/**
 * A position that a text states.
 *
 * Shape: `written` as in the text, `name` a short writing of it, `rest` the text without it; `locate` returns the position nearest to a reference, of those around it one that `isThere` accepts, undefined if it
 * is none in Vietnam; `isRelative` for a short Plus Code, which is a position only beside a reference; `note` as that of a cell of a column.
 */
export interface WrittenPosition {
  written: string;
  name: string;
  rest: string;
  isRelative: boolean;
  note: Message | undefined;
  locate: (near: Position, isThere?: (position: Position) => boolean) => ExactPosition | undefined;
}

/** What only a text with a position has, forcodes aside: cheap, since most texts have none. */
const SIGNS =
  /\+[2-9CFGHJMPQRVWX]|[°º˚]|:\/\/|geo:|maps\.|www\.|\d[.,]\d{4}|POINT|8[0-9a-f]{14}|VN-?\s?2000|UTM|4[89]\s?[NPQ]/i;
/** A longer text is a post, whose beginning is read. */
const MOST_CHARACTERS = 2000;
/** Accuracy of a position that a person wrote or measured: no receiver is more exact. */
const LEAST_METERS = 10;
const METERS_PER_DEGREE = 111_195;
/** Accuracy of the degrees of a text: of its last digit. */
const SECOND_DEGREES = 1 / 3600;
/** Cells that are greater say no position. */
const COARSEST_CELL = 7;
/** Half the width of a cell of resolution 0, which each step divides by the root of seven. */
const CELL_METERS = 1_281_256;

const EDGE = String.raw`(?<![\p{L}\p{N}.,+/-])`;
const END = String.raw`(?![\p{L}\p{N}+/]|[.,-]\d)`;
const LABEL = String.raw`(?:(?:lat|lng|lon|long|latitude|longitude|vĩ độ|kinh độ|vi do|kinh do)\s?[:=]?\s?)?`;
const BETWEEN = String.raw`\s?[,;|/]?\s?`;
const DEGREES = String.raw`-?\d{1,3}\.\d{4,15}\s?°?\s?[NSEWBĐ]?`;
const COMMA_DEGREES = String.raw`\d{1,3},\d{4,15}`;
const SIXTIETHS = String.raw`[NSEWBĐ]?\s?\d{1,3}\s?[°º˚]\s?\d{1,2}(?:[.,]\d{1,6})?\s?['′’‘´]\s?(?:\d{1,2}(?:[.,]\d{1,6})?\s?(?:["″”“]|['′’‘´]{2})\s?)?[NSEWBĐ]?`;

const POINT = /(POINT\s?(?:Z|M|ZM)?\s?\([^()]{3,80}\))()/iu;
/** Coordinates inside of a text; four decimals, since prices have three. */
const PAIRS = [
  POINT,
  new RegExp(`${EDGE}${LABEL}(${DEGREES})${BETWEEN}${LABEL}(${DEGREES})${END}`, 'iu'),
  new RegExp(`${EDGE}(${COMMA_DEGREES})(?:\\s?[;,|/]\\s?|\\s)(${COMMA_DEGREES})${END}`, 'iu'),
  new RegExp(`${EDGE}(${SIXTIETHS})${BETWEEN}(${SIXTIETHS})${END}`, 'iu'),
];
const METERS = String.raw`(?:[XYENB]\s?[:=]?\s?)?(\d{6,7}(?:[.,]\d{1,4})?)(?:\s?m)?`;
const METERS_PAIR = String.raw`${METERS}\s?[,;|/]?\s?${METERS}(?![\p{L}\p{N}])`;
const GRID = String.raw`((?:VN-?\s?2000[\s,/:-]{1,3}[^,;:()=]{2,40}?|UTM\s?(?:zone\s?)?4[89]\s?[NPQ]?|4[89]\s?[NPQ])(?:[\s,(]{1,3}(?:múi|zone)\s3\s?°?\)?)?)`;
/** Metres of a projection that stands beside them. */
const GRID_PAIRS = [
  new RegExp(`${EDGE}(?<grid>${GRID})[\\s,;:(]{1,3}${METERS_PAIR}`, 'iu'),
  new RegExp(`${EDGE}${METERS_PAIR}[\\s,;(]{1,3}(?<grid>${GRID})(?=$|[,;)])`, 'iu'),
];
/** Metres of a cell whose projection an option states. */
const METERS_CELL = new RegExp(`^${METERS_PAIR}$`, 'iu');
const LINKS = /(?:https?:\/\/|geo:|(?<![\p{L}\p{N}.])(?:www\.|maps\.)[a-z.]{2,30}\/)[^\s<>"]+/giu;
/** Characters before a position that may announce it. */
const MOST_LABEL = 40;
/** A code with a letter: the digits alone of "Km 1234+567" are none. */
const PLUS_CODE =
  /(?<![\p{L}\p{N}+])(?=[2-9+]{0,9}[CFGHJMPQRVWX])((?:[2-9CFGHJMPQRVWX]{2}){2,4})\+([2-9CFGHJMPQRVWX]{2,7})(?![\p{L}\p{N}+])/iu;
const CELL = /(?<![\p{L}\p{N}])8[0-9a-f]{14}(?![\p{L}\p{N}])/giu;
/** A code of the form of a forcode: with a digit, since words in capitals have none. */
const FORCODE = /(?<![\p{L}\p{N}])(?=[A-Z]*\d)[A-Z]{2}[0-9A-Z]{4,17}(?![\p{L}\p{N}])/gu;
/** What every forcode has. Cost: a thirtieth of the expression itself, which most texts need not be compared with. */
const CAPITALS = /[A-Z]{2}[0-9A-Z]{4}/;
/** What announces a position, at the end of the text before it. */
// bounded: MOST_LABEL
const ANNOUNCED =
  /(?:^|[\s,;(])(?:(?:plus ?code|mã plus|to[aạ] do|to[aạ] độ|tọa độ|gps|map|maps|google maps?|bản đồ|định vị|vị trí|link|position|location|forcode|h3)\s?[:=]?\s?)+$/iu;

/**
 * Reads the position that a text states: a Plus Code, coordinates, a link of a map, a point as WKT, EWKB or GeoJSON, an H3 cell or a forcode; undefined for a text without one.
 *
 * Guarantee: house numbers, phones, tax codes, prices and "Km 12+300" are none; no position is outside of the extent of Vietnam. A forcode is one only where
 * `provinceOf` finds its cell in its province.
 * Cost: half a microsecond for a text without one.
 */
export function readWrittenPosition(given: string, provinceOf?: ProvinceOf): WrittenPosition | undefined {
  const text = given.length > MOST_CHARACTERS ? given.slice(0, MOST_CHARACTERS) : given;
  if (!SIGNS.test(text)) return readWhole(text) ?? readForcode(text, provinceOf);
  return (
    readWhole(text) ??
    readLink(text) ??
    readPlusCode(text) ??
    readPair(text) ??
    readGrid(text) ??
    readCell(text) ??
    readForcode(text, provinceOf)
  );
}

/** Reads a cell of a column of positions: a point in any writing, metres of a projection, an H3 cell or a forcode. */
export function readPositionCell(cell: string, projection?: Projection): ReadPosition | { fault: Message } {
  const text = cell.trim();
  const [, first, second] = (projection && METERS_CELL.exec(text)) ?? [];
  const grid = projection && readGridPosition(first, second, projection);
  if (grid !== undefined) return grid;
  const point = readPoint(cell);
  if (!('fault' in point)) return point;
  const written = readGrid(text);
  if (written?.rest === '') return written.locate({ lat: 0, lon: 0 })?.position ?? point;
  const index = text.toLowerCase();
  const cellIndex = isCell(index) ? index : splitForcode(text)?.cell;
  return cellIndex === undefined ? point : cellCenter(cellIndex);
}

/** Signs of degrees, and what no address begins with. */
const SIGNED = /[°º˚]|^(?:POINT|SRID|\{|0[01][0-9a-f]{40})/i;

/** Reads a text that is nothing but a position: two numbers have decimals, since "21 105" may be anything. */
function readWhole(text: string): WrittenPosition | undefined {
  if (!SIGNED.test(text) && (text.match(/\d[.,]\d/g) ?? []).length < 2) return undefined;
  const point = readPoint(text);
  return 'fault' in point ? undefined : exactly(text, 0, text, point, accuracyOf(text));
}

function readPair(text: string): WrittenPosition | undefined {
  for (const form of PAIRS) {
    const found = form.exec(text);
    const [written, first = '', second = ''] = found ?? [];
    if (found === null || written === undefined) continue;
    const point = readPoint(second === '' ? first : `${first}; ${second}`);
    const read =
      'fault' in point ? undefined : exactly(text, found.index, written, point, accuracyOf(written));
    if (read !== undefined) return read;
  }
  return undefined;
}

/** Reads metres with their projection, as in "VN-2000 105°45': X=1191786.74, Y=685985.74". */
function readGrid(text: string): WrittenPosition | undefined {
  for (const form of GRID_PAIRS) {
    const found = form.exec(text);
    const grid = found?.groups?.grid ?? '';
    const projection = parseProjection(/^4/.test(grid) ? `UTM ${grid}` : grid);
    if (found === null || projection === undefined) continue;
    const [first, second] = found.slice(1).filter((part) => /^\d{6}/.test(part));
    const point = readGridPosition(first, second, projection);
    if (point !== undefined && !('fault' in point))
      return exactly(text, found.index, found[0], point, LEAST_METERS);
  }
  return undefined;
}

function readLink(text: string): WrittenPosition | undefined {
  for (const found of text.matchAll(LINKS)) {
    const written = found[0].replace(/[,.;)\]]{1,5}$/u, '');
    const link = /^(?:https?:|geo:)/i.test(written) ? written : `https://${written}`;
    const read = readMapLink(link);
    const code =
      read === undefined ? readPlusCode(link.replaceAll(/%2B/gi, '+').replaceAll('/', ' ')) : undefined;
    const exact = read ?? (code?.isRelative === false ? code.locate({ lat: 0, lon: 0 }) : undefined);
    const position = exact && exactly(text, found.index, written, exact.position, exact.accuracyMeters);
    if (position !== undefined) return position;
  }
  return undefined;
}

function readPlusCode(text: string): WrittenPosition | undefined {
  const found = PLUS_CODE.exec(text);
  if (found === null) return undefined;
  const code = found[0].toUpperCase();
  const full = decodePlusCode(code);
  const inside = (area: PlusCodeArea | undefined): ExactPosition | undefined =>
    area && isInVietnam(area.position)
      ? {
          position: area.position,
          accuracyMeters: atLeast((area.heightDegrees / 2) * METERS_PER_DEGREE * Math.SQRT2),
          among: 1,
        }
      : undefined;
  if (full !== undefined && inside(full) === undefined) return undefined;
  return {
    ...{ written: found[0], name: code, rest: without(text, found.index, found[0].length) },
    isRelative: full === undefined,
    note: undefined,
    locate: (near, isThere) => {
      if (full !== undefined) return inside(full);
      const areas = decodeShortPlusCode(code, near);
      const there = isThere === undefined ? [] : areas.filter(({ position }) => isThere(position));
      const exact = inside(there[0] ?? areas[0]);
      return exact && { ...exact, among: Math.max(1, there.length) };
    },
  };
}

function readCell(text: string): WrittenPosition | undefined {
  for (const found of text.matchAll(CELL)) {
    const cell = found[0].toLowerCase();
    if (isCell(cell)) return atCell(text, found.index, found[0], cell);
  }
  return undefined;
}

function readForcode(text: string, provinceOf: ProvinceOf | undefined): WrittenPosition | undefined {
  if (provinceOf === undefined || !CAPITALS.test(text)) return undefined;
  for (const found of text.matchAll(FORCODE)) {
    const parts = splitForcode(found[0], provinceOf);
    if (parts === undefined) continue;
    const code = provinceOf(cellCenter(parts.cell));
    const isThere = [3, 2].some((length) => {
      const province = provinceByAdminCode(parts.adminCode.slice(0, length));
      return province !== undefined && province.provinceCode === code;
    });
    if (isThere) return atCell(text, found.index, found[0], parts.cell);
  }
  return undefined;
}

function atCell(text: string, at: number, written: string, cell: string): WrittenPosition | undefined {
  const resolution = cellResolution(cell);
  if (resolution < COARSEST_CELL) return undefined;
  return exactly(text, at, written, cellCenter(cell), CELL_METERS / Math.sqrt(7) ** resolution);
}

function exactly(
  text: string,
  at: number,
  written: string,
  point: ReadPosition,
  accuracyMeters: number,
): WrittenPosition | undefined {
  const position = withoutNote(point);
  if (!isInVietnam(position)) return undefined;
  const exact = { position, accuracyMeters: atLeast(accuracyMeters), among: 1 };
  const isLong = written.length > 40;
  return {
    written,
    name: isLong ? `${position.lat}, ${position.lon}` : written.trim(),
    rest: without(text, at, written.length),
    isRelative: false,
    note: point.note,
    locate: () => exact,
  };
}

const atLeast = (meters: number): number => Math.max(LEAST_METERS, Math.round(meters));

/** Returns the accuracy of coordinates from their last digit. */
function accuracyOf(written: string): number {
  const decimals = Math.max(
    0,
    ...[...written.matchAll(/\d[.,](\d+)/g)].map(([, digits = '']) => digits.length),
  );
  const unit = /[°º˚]/.test(written) && /['′’‘´]/.test(written) ? SECOND_DEGREES : 1;
  return (METERS_PER_DEGREE * unit) / 10 ** decimals / 2;
}

/** Returns a text without a part, the word that announces it, and the separators that it leaves. */
function without(text: string, at: number, length: number): string {
  const before = text.slice(0, at).trimEnd();
  const label = ANNOUNCED.exec(before.slice(-MOST_LABEL));
  const kept = before.slice(0, before.length - (label?.[0].length ?? 0));
  const parts = [...kept.split(','), ...text.slice(at + length).split(',')];
  // What stood before and behind in one part stays in one.
  const [last = '', first = ''] = parts.splice(kept.split(',').length - 1, 2);
  parts.splice(kept.split(',').length - 1, 0, `${last} ${first}`);
  return parts
    .map(withoutSigns)
    .filter((part) => part !== '')
    .join(', ');
}

const EMPTY_SIGNS = new Set('()[];:|-. ');

/** Returns a part without brackets and separators at its ends; a closing bracket stays with the one that it closes. */
function withoutSigns(part: string): string {
  let text = part.trim().replace(/\( {0,3}\)|\[ {0,3}\]/g, '');
  while (EMPTY_SIGNS.has(text.charAt(0))) text = text.slice(1);
  while (EMPTY_SIGNS.has(text.at(-1) ?? '') && !/[([]/.test(text)) text = text.slice(0, -1);
  return text;
}
