import type { Arrays } from '../../engine/gazetteer/store/array-types.ts';
import { hasFamily, openFamily, toPrefixedNames } from '../../engine/gazetteer/store/array-family.ts';
import { HAMLET_FAMILY } from '../../engine/gazetteer/store/hamlet-family.ts';
import { POLYGON_FAMILY } from '../../engine/gazetteer/spatial/spatial-family.ts';

/** The files of arrays that refer to wards by their rows, besides those of units. */
export const WARD_ARRAY_FILES = [HAMLET_FAMILY.file, POLYGON_FAMILY.file] as const;

/**
 * Returns the arrays that refer to wards by their rows, for a table of wards in which some were merged.
 *
 * Shape: by file; `wardOf` has the new row of each ward. A family that the dataset lacks has none.
 */
export function relabelWards(arrays: Arrays, wardOf: Int32Array, wardCount: number): Record<string, Arrays> {
  const relabelled: Record<string, Arrays> = {};
  if (hasFamily(HAMLET_FAMILY, arrays))
    relabelled[HAMLET_FAMILY.file] = toPrefixedNames(
      HAMLET_FAMILY,
      mergeHamlets(openFamily(HAMLET_FAMILY, arrays), wardOf, wardCount),
    );
  if (hasFamily(POLYGON_FAMILY, arrays)) {
    const polygons = openFamily(POLYGON_FAMILY, arrays);
    const polygonId = polygons.polygonId.map((ward) => wardOf[ward] ?? ward);
    relabelled[POLYGON_FAMILY.file] = toPrefixedNames(POLYGON_FAMILY, { ...polygons, polygonId });
  }
  return relabelled;
}

type Hamlets = ReturnType<typeof openFamily<typeof HAMLET_FAMILY>>;

function mergeHamlets(hamlets: Hamlets, wardOf: Int32Array, wardCount: number): Hamlets {
  const { hamletWardStart, hamletLat, hamletLon, hamletNameStart, hamletNames } = hamlets;
  const ofWard = Array.from({ length: wardCount }, (): number[] => []);
  wardOf.forEach((ward, before) => {
    for (let at = hamletWardStart[before] ?? 0; at < (hamletWardStart[before + 1] ?? 0); at += 1)
      ofWard[ward]?.push(at);
  });
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
