import type { HouseFeature, LatLonLine } from '../features.ts';
import { addressOf, type OsmAddress } from './osm-names.ts';
import { areaFeature } from './osm-area.ts';
import { NO_TAGS, type OsmTags } from './osm-entities.ts';
import { placeKindOf } from './osm-place.ts';
import { isBounding, isLine, isRoad, isWantedWay, streetFeature } from './plan-ways.ts';
import { type ReadContext, readObject } from './read-objects.ts';
import { readWaterWay } from './read-water.ts';
import { crossesItself } from './rings.ts';
import { distancesAlong, isRing, middleOf, positionAt, positionInside } from './shapes.ts';

/** More houses between two numbers than any block has: a typing error. */
const MOST_HOUSES_BETWEEN = 500;

/** Steps between neighbours by value of the tag; alphabetic lines step through letters instead. */
const STEPS: Readonly<Record<string, number>> = { even: 2, odd: 2, all: 1 };

/** An interpolation line. Shape: `addresses` are those of its points, undefined for a point without a house. */
interface InterpolationLine {
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

/** Reader of ways: emits streets, houses, places and areas, and stores the boundaries of relations. */
interface WayReader {
  read(id: number, refs: readonly number[], tags: OsmTags): void;
  /** Returns the nodes of a member way of a kept relation, if the file has it. */
  refsOfMember: (id: number) => ArrayLike<number> | undefined;
}

/** Creates a reader of ways, to be used after the nodes are read. */
export function createWayReader(
  context: ReadContext,
  addressOfNode: (id: number) => OsmAddress | undefined,
): WayReader {
  const { relations, positions, tally } = context;
  const memberRefs = new Map<number, Float64Array>();

  return {
    read(id, refs, tags) {
      if (relations.memberWays.has(id) || relations.waterWays.has(id))
        memberRefs.set(id, Float64Array.from(refs));
      readWaterWay(context, id, refs, tags);
      // Mappers put the number of a shop on the road in front of it; the road is not a house.
      if (tags['addr:housenumber'] !== undefined && isLine(tags)) tally.skip('osm.numberOnRoad');
      if (!isWantedWay(tags)) {
        skipUnnamed(context, tags);
        return;
      }
      const line = refs.length === 0 ? undefined : positions.line(refs);
      if (line === undefined) {
        tally.skip('osm.nodesMissing');
        return;
      }
      const method = tags['addr:interpolation'];
      if (isRoad(tags)) {
        const street = line.length < 4 ? undefined : streetFeature(id, tags, line);
        if (street === undefined) tally.skip('osm.onePoint');
        else tally.add(street);
      } else if (method !== undefined) {
        const addresses = refs.map((ref) => addressOfNode(ref));
        const { street } = addressOf(tags);
        const houses = interpolateHouses({ id, method, line, addresses, street });
        if (houses === undefined) tally.skip('osm.otherInterpolation');
        for (const house of houses ?? []) tally.add(house);
      } else {
        const polygons = isRing(line) ? [[line]] : undefined;
        if (polygons !== undefined && isBounding(tags) && !relations.memberWays.has(id)) {
          const area = crossesItself(line)
            ? 'osm.areaCrossesItself'
            : areaFeature(`osm:way/${id}`, tags, polygons);
          if (typeof area === 'string') tally.skip(area);
          else tally.add(area);
        }
        const position = polygons === undefined ? middleOf(line) : positionInside(polygons);
        if (position !== undefined) readObject(context, 'way', id, tags, position, polygons);
      }
    },
    refsOfMember: (id) => memberRefs.get(id),
  };
}

function skipUnnamed({ tally }: ReadContext, tags: OsmTags): void {
  if (tags === NO_TAGS) return;
  if (isRoad(tags)) tally.skip('osm.roadUnnamed');
  else {
    const kind = placeKindOf(tags);
    if (typeof kind === 'string') tally.skip(kind);
  }
}
