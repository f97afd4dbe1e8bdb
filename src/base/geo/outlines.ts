import { decodeVarints, unzigzag } from './varints.ts';

/** A unit of the ground of a map. Shape: `parent` is the code of its province, empty for a province; `rings` are lists of arcs. Units: degrees of the place of its name. */
export interface OutlineUnit {
  code: string;
  name: string;
  parent: string;
  lat: number;
  lon: number;
  /** Arcs by number from 1, negative where an arc is walked from its end to its start. */
  rings: readonly (readonly number[])[];
}

/** A part of a boundary between two units, or between one and what is outside. Shape: `points` has latitude and longitude in turns, in 0.00001 degrees; `isOuter` for the boundary of a province. */
export interface OutlineArc {
  isOuter: boolean;
  points: readonly number[];
}

/** A name on the map that has no outline. Units: degrees. */
export interface OutlineName {
  name: string;
  lat: number;
  lon: number;
}

/**
 * Boundaries of administrative units with their names.
 *
 * Shape: units share the arcs of their common boundaries; `districts` are the units of that level that were in force before 1 July 2025.
 */
export interface Outlines {
  /** Day of the boundaries, as in `2025-07-01`. */
  day: string;
  units: readonly OutlineUnit[];
  arcs: readonly OutlineArc[];
  districts: readonly OutlineName[];
}

/** Units of the coordinates of arcs in a degree. */
export const OUTLINE_UNITS = 1e5;

const HEADER_BYTES = 4;

/** Decodes outlines. Shape: length of the texts in four bytes, the texts as JSON, then numbers; `tools/outlines` writes them. */
export function decodeOutlines(bytes: Uint8Array): Outlines {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const start = HEADER_BYTES + length;
  const texts = JSON.parse(new TextDecoder().decode(bytes.subarray(HEADER_BYTES, start))) as {
    day: string;
    codes: string;
    parents: string;
    names: string[];
    districts: string[];
  };
  const [size = 0] = decodeVarints(bytes, 1, start);
  const values = decodeVarints(bytes, size + 1, start);
  let at = 1;
  const next = () => values[at++] as number;
  const pairs = () => {
    let [a, b] = [0, 0];
    return (): [number, number] => [(a += unzigzag(next())), (b += unzigzag(next()))];
  };
  const [unitCount, arcCount, districtCount] = [next(), next(), next()];
  const place = pairs();
  const placeOf = () => {
    const [lat, lon] = place();
    return { lat: lat / OUTLINE_UNITS, lon: lon / OUTLINE_UNITS };
  };
  const places = Array.from({ length: unitCount }, placeOf);
  const districts = Array.from({ length: districtCount }, (_, nth) => ({
    name: texts.districts[nth] as string,
    ...placeOf(),
  }));
  const [codes, parents] = [texts.codes.split(' '), texts.parents.split(' ')];
  let lastArc = 0;
  const readArc = () => {
    const value = next();
    lastArc += unzigzag(Math.floor(value / 2));
    return value % 2 === 1 ? -lastArc : lastArc;
  };
  const readRing = () => Array.from({ length: next() }, readArc);
  const units = places.map((center, nth) => ({
    code: codes[nth] as string,
    name: texts.names[nth] as string,
    parent: parents[nth] as string,
    ...center,
    rings: Array.from({ length: next() }, readRing),
  }));
  const sizes = Array.from({ length: arcCount }, next);
  const point = pairs();
  const arcs = sizes.map((count) => {
    const points = new Array<number>(count - (count % 2));
    for (let index = 0; index < points.length; index += 2) [points[index], points[index + 1]] = point();
    return { isOuter: count % 2 === 1, points };
  });
  return { day: texts.day, units, arcs, districts };
}

/** Returns a ring as its points. Shape: as of arcs; the end of an arc is the start of the next, and is there once. */
export function ringPoints(ring: readonly number[], arcs: readonly OutlineArc[]): number[] {
  const points: number[] = [];
  for (const arc of ring) {
    const own = arcs[Math.abs(arc) - 1]?.points ?? [];
    const last = own.length / 2 - 1;
    for (let nth = 0; nth < last; nth += 1) {
      const from = 2 * (arc < 0 ? last - nth : nth);
      points.push(own[from] as number, own[from + 1] as number);
    }
  }
  return points;
}
