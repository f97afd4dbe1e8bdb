import { isPosition } from './position.ts';
import type { Position } from './position.ts';

/** The number of decimals of an encoded polyline: 5 in directions, 6 in the shapes of optimized routes. */
export type PolylinePrecision = 5 | 6;

const FIRST_CHARACTER = 63;
const LAST_CHARACTER = 126;
// 360 degrees at precision 6, doubled for the sign, need 30 bits: six characters of five.
const LONGEST_SHIFT = 25;

/**
 * Encodes positions as a polyline.
 *
 * Errors: RangeError for a value that is not a position.
 * Source: the Encoded Polyline Algorithm Format of Google; halves are rounded away from zero.
 */
export function encodePolyline(positions: Iterable<Position>, precision: PolylinePrecision): string {
  const factor = 10 ** precision;
  let text = '';
  let lat = 0;
  let lon = 0;
  for (const position of positions) {
    if (!isPosition(position))
      throw new RangeError(`not a position on the earth: ${JSON.stringify(position)}`);
    const nextLat = roundAwayFromZero(position.lat * factor);
    const nextLon = roundAwayFromZero(position.lon * factor);
    text += encodeDelta(nextLat - lat) + encodeDelta(nextLon - lon);
    lat = nextLat;
    lon = nextLon;
  }
  return text;
}

/**
 * Decodes a polyline.
 *
 * Errors: RangeError, with the offset, for a character outside the alphabet, a line that ends inside a position, or a position off the earth:
 * a line of precision 6 that is decoded with 5 soon has one.
 */
export function decodePolyline(text: string, precision: PolylinePrecision): Position[] {
  const factor = 10 ** precision;
  const positions: Position[] = [];
  let offset = 0;
  let latE7 = 0;
  let lonE7 = 0;

  function nextDelta(): number {
    let bits = 0;
    for (let shift = 0; shift <= LONGEST_SHIFT; shift += 5) {
      const code = text.charCodeAt(offset);
      // Past the end the code is NaN, which fails both comparisons.
      if (!(code >= FIRST_CHARACTER && code <= LAST_CHARACTER)) {
        const unexpected =
          offset < text.length ? `character ${JSON.stringify(text[offset])}` : 'end of the line';
        throw new RangeError(`encoded polyline: unexpected ${unexpected} at offset ${offset}`);
      }
      offset++;
      bits |= ((code - FIRST_CHARACTER) & 0x1f) << shift;
      if (code - FIRST_CHARACTER < 0x20) return (bits >>> 1) ^ -(bits & 1);
    }
    throw new RangeError(`encoded polyline: a number longer than 30 bits before offset ${offset}`);
  }

  while (offset < text.length) {
    const start = offset;
    latE7 += nextDelta();
    lonE7 += nextDelta();
    const [lat, lon] = [latE7 / factor, lonE7 / factor];
    const position = { lat, lon };
    if (!isPosition(position)) {
      throw new RangeError(
        `encoded polyline: ${lat}, ${lon} at offset ${start} is off the earth; is its precision ${precision}?`,
      );
    }
    positions.push(position);
  }
  return positions;
}

function encodeDelta(delta: number): string {
  let bits = delta < 0 ? ~(delta << 1) : delta << 1;
  let text = '';
  for (; bits >= 0x20; bits >>= 5) text += String.fromCharCode(((bits & 0x1f) | 0x20) + FIRST_CHARACTER);
  return text + String.fromCharCode(bits + FIRST_CHARACTER);
}

function roundAwayFromZero(value: number): number {
  return value < 0 ? -Math.round(-value) : Math.round(value);
}
