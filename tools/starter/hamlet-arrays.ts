import type { Position } from '../../src/base/geo/position.ts';
import { fold } from '../../src/base/text/fold.ts';
import { toE7 } from '../../src/engine/gazetteer/store/access.ts';
import type { ArraysOf } from '../../src/engine/gazetteer/store/array-family.ts';
import type { HAMLET_FAMILY } from '../../src/engine/gazetteer/store/hamlet-family.ts';

/** A hamlet or quarter. Shape: `ward` is an index into the wards in force. */
export interface Hamlet {
  ward: number;
  names: readonly string[];
  position: Position;
}

/** Builds the arrays of hamlets. Shape: names that differ from an earlier one in their marks only are left out. */
export function buildHamletArrays(
  hamlets: readonly Hamlet[],
  wardCount: number,
): ArraysOf<typeof HAMLET_FAMILY> {
  const sorted = [...hamlets].sort((a, b) => a.ward - b.ward);
  const wardStart = new Uint32Array(wardCount + 1);
  for (const { ward } of sorted) wardStart[ward + 1]! += 1;
  for (let ward = 0; ward < wardCount; ward += 1) wardStart[ward + 1]! += wardStart[ward]!;
  const texts = sorted.map(({ names }) => {
    const byKey = new Map([...names].reverse().map((name) => [fold(name), name]));
    return Buffer.from([...byKey.values()].reverse().join('|'));
  });
  const nameStart = new Uint32Array(sorted.length + 1);
  texts.forEach(({ length }, at) => {
    nameStart[at + 1] = nameStart[at]! + length;
  });
  return {
    hamletWardStart: wardStart,
    hamletLat: Int32Array.from(sorted, ({ position }) => toE7(position.lat)),
    hamletLon: Int32Array.from(sorted, ({ position }) => toE7(position.lon)),
    hamletNameStart: nameStart,
    hamletNames: new Uint8Array(Buffer.concat(texts)),
  };
}
