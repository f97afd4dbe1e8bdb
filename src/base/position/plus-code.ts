import { isPosition, type Position } from '../geo/position.ts';

/** Digits of codes; a value in base 20 each. */
const DIGITS = '23456789CFGHJMPQRVWX';
const SEPARATOR_AT = 8;
/** Digits that halve both axes by 20 each; later ones divide a cell in 5 rows and 4 columns. */
const PAIRED_DIGITS = 10;
const MOST_DIGITS = 15;
const ROWS = 5;
const COLUMNS = 4;

/** The area of a Plus Code. Shape: `position` is its middle. Units: degrees; `heightDegrees` of latitude. */
export interface PlusCodeArea {
  position: Position;
  heightDegrees: number;
}

/**
 * Decodes a full Plus Code; undefined for any other text.
 *
 * Source: Open Location Code specification, with its test vectors.
 */
export function decodePlusCode(code: string): PlusCodeArea | undefined {
  const written = code.toUpperCase();
  const parts = /^([2-9CFGHJMPQRVWX]{2,8})(0{0,6})\+([2-9CFGHJMPQRVWX]{2,})?$/.exec(written);
  if (parts === null) return undefined;
  const [, head = '', zeros = '', tail = ''] = parts;
  if (head.length + zeros.length !== SEPARATOR_AT || head.length % 2 === 1) return undefined;
  if (zeros !== '' && tail !== '') return undefined;
  const digits = [...`${head}${tail}`].slice(0, MOST_DIGITS).map((digit) => DIGITS.indexOf(digit));
  let [lat, lon, height, width] = [-90, -180, 400, 400];
  digits.forEach((digit, at) => {
    const isPaired = at < PAIRED_DIGITS;
    if (!isPaired) {
      height /= ROWS;
      width /= COLUMNS;
      lat += Math.floor(digit / COLUMNS) * height;
      lon += (digit % COLUMNS) * width;
    } else if (at % 2 === 0) {
      height /= 20;
      lat += digit * height;
    } else {
      width /= 20;
      lon += digit * width;
    }
  });
  const position = { lat: lat + height / 2, lon: lon + width / 2 };
  return isPosition(position) ? { position, heightDegrees: height } : undefined;
}

/** Returns the digits of the code of degrees before its separator. */
function leadingDigits({ lat, lon }: Position): string {
  let digits = '';
  let [y, x] = [Math.min(lat, 89.9999) + 90, lon >= 180 ? lon - 180 : lon + 180];
  for (let size = 20; digits.length < SEPARATOR_AT; size /= 20) {
    const [row, column] = [Math.floor(y / size), Math.floor(x / size)];
    digits += `${DIGITS.charAt(row)}${DIGITS.charAt(column)}`;
    y -= row * size;
    x -= column * size;
  }
  return digits;
}

/**
 * Decodes a short Plus Code, such as `63H6+G3C`: the areas with its digits around a reference position, the nearest first; none for any other text.
 *
 * Shape: of a full code its area alone.
 */
export function decodeShortPlusCode(code: string, near: Position): PlusCodeArea[] {
  const missing = SEPARATOR_AT - code.indexOf('+');
  if (missing < 0 || missing > SEPARATOR_AT || missing % 2 === 1) return [];
  const area = decodePlusCode(`${leadingDigits(near).slice(0, missing)}${code}`);
  if (area === undefined || missing === 0) return area === undefined ? [] : [area];
  const cell = 20 ** (2 - missing / 2);
  const areas: PlusCodeArea[] = [];
  for (const north of [0, cell, -cell]) {
    for (const east of [0, cell, -cell]) {
      const position = { lat: area.position.lat + north, lon: area.position.lon + east };
      if (isPosition(position)) areas.push({ ...area, position });
    }
  }
  const offset = ({ position }: PlusCodeArea) => Math.hypot(position.lat - near.lat, position.lon - near.lon);
  return areas.sort((a, b) => offset(a) - offset(b));
}
