import type { HouseFeature, LatLonLine } from '../features.ts';
import { distancesAlong, positionAt } from './shapes.ts';
import type { OsmAddress } from './osm-address.ts';

/** More houses between two numbers than any block has: a typing error. */
const MOST_HOUSES_BETWEEN = 500;

/** Steps between neighbours by value of the tag; alphabetic lines step through letters instead. */
const STEPS: Readonly<Record<string, number>> = { even: 2, odd: 2, all: 1 };

/** An interpolation line. Shape: `addresses` are those of its points, undefined for a point without a house. */
export interface InterpolationLine {
  id: number;
  method: string;
  line: LatLonLine;
  addresses: readonly (OsmAddress | undefined)[];
  street?: string | undefined;
}

/**
 * Returns the houses along an interpolation line, between each two numbered points, without the points themselves.
 *
 * Shape: undefined if the numbers do not match the method, or too few are known.
 * Source: https://wiki.openstreetmap.org/wiki/Addresses#Interpolation
 */
export function interpolateHouses(input: InterpolationLine): HouseFeature[] | undefined {
  const { line, addresses } = input;
  const numbered = addresses.flatMap((address, i) => {
    const number = address?.numbers[0];
    return address === undefined || number === undefined ? [] : [{ i, address, number }];
  });
  if (numbered.length < 2) return undefined;
  const along = distancesAlong(line);
  const houses: HouseFeature[] = [];
  // A line may repeat numbers; each is one house.
  const taken = new Set(numbered.map(({ number }) => number));
  for (let n = 1; n < numbered.length; n += 1) {
    const [from, to] = [numbered[n - 1], numbered[n]];
    const between = numbersBetween(from.number, to.number, input.method);
    if (between === undefined) return undefined;
    const start = along[from.i];
    const length = along[to.i] - start;
    const street = input.street ?? from.address.street ?? to.address.street;
    const postcode = from.address.postcode ?? to.address.postcode;
    between.forEach((number, k) => {
      if (taken.has(number)) return;
      taken.add(number);
      houses.push({
        kind: 'house',
        key: `osm:way/${input.id}#${number}`,
        number,
        street,
        units: { ...to.address.units, ...from.address.units },
        position: positionAt(line, along, start + (length * (k + 1)) / (between.length + 1)),
        postcode,
        isInterpolated: true,
      });
    });
  }
  return houses;
}

function numbersBetween(from: string, to: string, method: string): string[] | undefined {
  if (method === 'alphabetic') return lettersBetween(from, to);
  const step = STEPS[method] ?? (/^[1-9]\d?$/.test(method) ? Number(method) : undefined);
  if (step === undefined || !/^\d{1,6}$/.test(from) || !/^\d{1,6}$/.test(to)) return undefined;
  const [first, last] = [Number(from), Number(to)];
  const gap = Math.abs(last - first);
  const parity = method === 'even' ? 0 : method === 'odd' ? 1 : first % 2;
  if (gap % step !== 0 || gap / step > MOST_HOUSES_BETWEEN || first % 2 !== parity) return undefined;
  return Array.from({ length: Math.max(0, gap / step - 1) }, (_, k) =>
    String(first + Math.sign(last - first) * step * (k + 1)),
  );
}

function lettersBetween(from: string, to: string): string[] | undefined {
  const [first, last] = [/^(.*\d)([A-Za-z]?)$/.exec(from), /^(.*\d)([A-Za-z]?)$/.exec(to)];
  if (first === null || last === null || first[1] !== last[1]) return undefined;
  // "12" to "12d" goes through 12a: no letter precedes "a".
  const start = first[2] === '' ? codeOf(last[2]) - (codeOf(last[2]) % 32) : codeOf(first[2]);
  const end = last[2] === '' ? start - (start % 32) : codeOf(last[2]);
  if (start >> 5 !== end >> 5) return undefined;
  const step = Math.sign(end - start);
  return Array.from(
    { length: Math.max(0, Math.abs(end - start) - 1) },
    (_, k) => `${first[1]}${String.fromCharCode(start + step * (k + 1))}`,
  );
}

function codeOf(letter: string | undefined): number {
  return letter === undefined || letter === '' ? 0 : letter.charCodeAt(0);
}
