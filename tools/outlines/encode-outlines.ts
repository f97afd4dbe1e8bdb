import {
  OUTLINE_UNITS,
  type OutlineArc,
  type Outlines,
  type OutlineUnit,
} from '../../src/base/geo/outlines.ts';
import { encodeVarints, zigzag } from '../../src/base/geo/varints.ts';

const HEADER_BYTES = 4;

/** Encodes outlines. Shape: as of `decodeOutlines`. */
export function encodeOutlines({ day, units, arcs, districts }: Outlines): Uint8Array {
  const texts = new TextEncoder().encode(
    JSON.stringify({
      day,
      codes: units.map(({ code }) => code).join(' '),
      parents: units.map(({ parent }) => parent).join(' '),
      names: units.map(({ name }) => name),
      districts: districts.map(({ name }) => name),
    }),
  );
  const values: number[] = [units.length, arcs.length, districts.length];
  const places = createDeltas(values);
  for (const { lat, lon } of [...units, ...districts]) places(toE5(lat), toE5(lon));
  let lastArc = 0;
  for (const { rings } of units) {
    values.push(rings.length);
    for (const ring of rings) {
      values.push(ring.length);
      for (const arc of ring) {
        const number = Math.abs(arc);
        values.push(2 * zigzag(number - lastArc) + (arc < 0 ? 1 : 0));
        lastArc = number;
      }
    }
  }
  for (const { isOuter, points } of arcs) values.push(points.length + (isOuter ? 1 : 0));
  const add = createDeltas(values);
  for (const { points } of arcs)
    for (let at = 0; at < points.length; at += 2) add(points[at] as number, points[at + 1] as number);
  const numbers = encodeVarints([values.length, ...values]);
  const bytes = new Uint8Array(HEADER_BYTES + texts.length + numbers.length);
  new DataView(bytes.buffer).setUint32(0, texts.length, true);
  bytes.set(texts, HEADER_BYTES);
  bytes.set(numbers, HEADER_BYTES + texts.length);
  return bytes;
}

const toE5 = (degrees: number) => Math.round(degrees * OUTLINE_UNITS);

function createDeltas(values: number[]): (a: number, b: number) => void {
  let [lastA, lastB] = [0, 0];
  return (a, b) => {
    values.push(zigzag(a - lastA), zigzag(b - lastB));
    [lastA, lastB] = [a, b];
  };
}

/** Returns the outlines of some units, with the arcs that these have. */
export function outlinesOf(outlines: Outlines, isWanted: (unit: OutlineUnit) => boolean): Outlines {
  const numbers = new Map<number, number>();
  const arcs: OutlineArc[] = [];
  const units = outlines.units.filter(isWanted).map((unit) => ({
    ...unit,
    rings: unit.rings.map((ring) =>
      ring.map((arc) => {
        const old = Math.abs(arc);
        let number = numbers.get(old);
        if (number === undefined) {
          number = arcs.push(outlines.arcs[old - 1] as OutlineArc);
          numbers.set(old, number);
        }
        return arc < 0 ? -number : number;
      }),
    ),
  }));
  return { ...outlines, units, arcs };
}
