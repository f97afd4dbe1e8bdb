import { toDegrees } from '../../engine/gazetteer/store/access.ts';
import type { Arrays } from '../../engine/gazetteer/store/array-types.ts';
import { hasFamily, openFamily, toPrefixedNames } from '../../engine/gazetteer/store/array-family.ts';
import { HAMLET_FAMILY } from '../../engine/gazetteer/store/hamlet-family.ts';
import { STREET_AND_POI_FAMILY } from '../../engine/gazetteer/store/place-tables.ts';
import { POLYGON_FAMILY } from '../../engine/gazetteer/spatial/spatial-family.ts';
import type { UnitTable } from '../../engine/gazetteer/unit-table/units.ts';
import type { AdminDataset } from '../../engine/gazetteer/units/units.ts';
import { wardIndexes } from './apply-decree.ts';
import type { DecreeFile } from './read-decree.ts';

/** The files of arrays that refer to wards by their rows, besides those of units. */
export const WARD_ARRAY_FILES = [
  HAMLET_FAMILY.file,
  POLYGON_FAMILY.file,
  STREET_AND_POI_FAMILY.file,
] as const;

/** What the wards of a dataset became by decrees, by their rows before the first and after the last one. */
export interface WardSuccession {
  add: (wards: Buffer, decree: DecreeFile) => void;
  /** Returns the ward that has what no boundary cut out. */
  rowOf: (ward: number) => number;
  /** Returns all wards that a ward is in, what no boundary cut out first; one for most. */
  partsOf: (ward: number) => readonly number[];
}

/** Creates the succession of wards, to which decrees are added in their order. */
export function createWardSuccession(wards: Buffer): WardSuccession {
  const count = wards.toString().trimEnd().split('\n').length - 1;
  let parts = Array.from({ length: count }, (_, ward): readonly number[] => [ward]);
  return {
    add(current, decree) {
      const { rows, parts: divided } = wardIndexes(current, decree);
      parts = parts.map((own) => [
        ...new Set(own.flatMap((ward) => divided.get(ward) ?? [rows[ward] ?? -1])),
      ]);
    },
    rowOf: (ward) => parts[ward]?.[0] ?? -1,
    partsOf: (ward) => parts[ward] ?? [],
  };
}

/** Returns the ward, among those that a ward became, at a position: what no boundary cut out, if the map has none of them there. */
function wardAtOf({ rowOf, partsOf }: WardSuccession, wardAt: AdminDataset['wardAt']) {
  return (ward: number, latE7: number, lonE7: number): number => {
    const parts = partsOf(ward);
    if (parts.length < 2) return rowOf(ward);
    const there = wardAt({ lat: toDegrees(latE7), lon: toDegrees(lonE7) });
    return parts.includes(there) ? there : rowOf(ward);
  };
}

/**
 * Divides the base wards whose ward was divided, so that each has the places that are in it, by their positions.
 *
 * Shape: `pairs` are the ward and the former ward of each base ward. The places stay in their order: a base ward becomes as many as there are runs of places of one ward in it,
 * and one without places for each other part of it. `arrays` are those of streets and places.
 */
export function divideBaseWards(
  arrays: Arrays,
  { wardOf, formerOf }: Pick<UnitTable, 'wardOf' | 'formerOf'>,
  succession: WardSuccession,
  wardAt: AdminDataset['wardAt'],
): { pairs: (readonly [ward: number, former: number])[]; arrays: Arrays } {
  const isEmpty = !hasFamily(STREET_AND_POI_FAMILY, arrays);
  const places = isEmpty ? undefined : openFamily(STREET_AND_POI_FAMILY, arrays);
  const wardAtPlace = wardAtOf(succession, wardAt);
  const pairs: (readonly [number, number])[] = [];
  const starts: [streets: number[], pois: number[]] = [[], []];
  const before = [places?.baseWardStreetStart, places?.baseWardPoiStart] as const;
  wardOf.forEach((ward, baseWard) => {
    const former = formerOf[baseWard] ?? -1;
    const parts = succession.partsOf(ward);
    const seen = new Set<number>();
    const begin = (part: number, street: number, poi: number): void => {
      pairs.push([part, former]);
      starts[0].push(street);
      starts[1].push(poi);
      seen.add(part);
    };
    const [streets, pois] = before.map((list) => [list?.[baseWard] ?? 0, list?.[baseWard + 1] ?? 0] as const);
    const runsOf = (
      [from, to]: readonly [number, number],
      visit: (part: number, at: number) => void,
    ): void => {
      let last = -1;
      for (let at = from; at < to; at += 1) {
        const part = wardAtPlace(ward, places?.featureLat[at] ?? 0, places?.featureLon[at] ?? 0);
        if (part !== last) visit(part, at);
        last = part;
      }
    };
    if (parts.length < 2) begin(succession.rowOf(ward), streets?.[0] ?? 0, pois?.[0] ?? 0);
    else {
      runsOf(streets ?? [0, 0], (part, at) => begin(part, at, pois?.[0] ?? 0));
      runsOf(pois ?? [0, 0], (part, at) => begin(part, streets?.[1] ?? 0, at));
      for (const part of parts) if (!seen.has(part)) begin(part, streets?.[1] ?? 0, pois?.[1] ?? 0);
    }
  });
  if (places === undefined) return { pairs, arrays: {} };
  const [baseWardStreetStart, baseWardPoiStart] = before.map((list, kind) => {
    const outside = list?.slice(-2) ?? [];
    return Uint32Array.from([...(starts[kind] ?? []), ...outside]);
  });
  const featureBaseWard = new Int32Array(places.featureBaseWard.length);
  for (const list of [baseWardStreetStart, baseWardPoiStart])
    for (let baseWard = 0; baseWard <= pairs.length; baseWard += 1)
      featureBaseWard.fill(baseWard, list?.[baseWard], list?.[baseWard + 1]);
  const divided = { ...places, featureBaseWard, baseWardStreetStart, baseWardPoiStart } as typeof places;
  return { pairs, arrays: toPrefixedNames(STREET_AND_POI_FAMILY, divided) };
}

/**
 * Returns the arrays that refer to wards by their rows, for a table of wards in which some were merged or divided.
 *
 * Shape: by file. A family that the dataset lacks has none.
 */
export function relabelWards(
  arrays: Arrays,
  succession: WardSuccession,
  { wards, wardAt }: Pick<AdminDataset, 'wards' | 'wardAt'>,
): Record<string, Arrays> {
  const relabelled: Record<string, Arrays> = {};
  if (hasFamily(HAMLET_FAMILY, arrays))
    relabelled[HAMLET_FAMILY.file] = toPrefixedNames(
      HAMLET_FAMILY,
      mergeHamlets(openFamily(HAMLET_FAMILY, arrays), wardAtOf(succession, wardAt), wards.length),
    );
  if (hasFamily(POLYGON_FAMILY, arrays)) {
    const polygons = openFamily(POLYGON_FAMILY, arrays);
    const polygonId = polygons.polygonId.map((ward) => succession.rowOf(ward));
    relabelled[POLYGON_FAMILY.file] = toPrefixedNames(POLYGON_FAMILY, { ...polygons, polygonId });
  }
  return relabelled;
}

type Hamlets = ReturnType<typeof openFamily<typeof HAMLET_FAMILY>>;

function mergeHamlets(
  hamlets: Hamlets,
  wardAtPlace: (ward: number, latE7: number, lonE7: number) => number,
  wardCount: number,
): Hamlets {
  const { hamletWardStart, hamletLat, hamletLon, hamletNameStart, hamletNames } = hamlets;
  const ofWard = Array.from({ length: wardCount }, (): number[] => []);
  for (let ward = 0; ward + 1 < hamletWardStart.length; ward += 1)
    for (let at = hamletWardStart[ward] ?? 0; at < (hamletWardStart[ward + 1] ?? 0); at += 1)
      ofWard[wardAtPlace(ward, hamletLat[at] ?? 0, hamletLon[at] ?? 0)]?.push(at);
  const order = ofWard.flat();
  const wardStart = new Uint32Array(wardCount + 1);
  ofWard.forEach(({ length }, ward) => (wardStart[ward + 1] = (wardStart[ward] ?? 0) + length));
  const texts = order.map((at) => hamletNames.subarray(hamletNameStart[at], hamletNameStart[at + 1]));
  const nameStart = new Uint32Array(order.length + 1);
  texts.forEach(({ length }, at) => (nameStart[at + 1] = (nameStart[at] ?? 0) + length));
  return {
    hamletWardStart: wardStart,
    hamletLat: Int32Array.from(order, (at) => hamletLat[at] ?? 0),
    hamletLon: Int32Array.from(order, (at) => hamletLon[at] ?? 0),
    hamletNameStart: nameStart,
    hamletNames: new Uint8Array(Buffer.concat(texts)),
  };
}
