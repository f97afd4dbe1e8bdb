import type { AdminDataset, FormerWard } from '../units/units.ts';
import type { Arrays } from '../store/array-types.ts';
import { buildUnitNames } from './build-unit-names.ts';
import { openStrings, packStrings } from './names.ts';
import { NO_OLD_UNITS } from './units.ts';
import {
  createIsEnded,
  earlierTypeOf,
  formerNames,
  type Unit,
  type UnitKind,
  type UnitTable,
} from './units.ts';

const KINDS: readonly UnitKind[] = ['province', 'former-province', 'district', 'ward', 'former-ward'];
/** Number of strings of a unit: id, name and spelling. */
const TEXTS_A_UNIT = 3;

/**
 * Converts the units and their names to arrays, which threads share instead of building them again.
 *
 * Shape: `unitText` packs three strings of each unit, followed by the type words, whose index is `unitType`; values of the dataset tables are not
 * repeated.
 */
export function buildUnitArrays({ units, wardOf, formerOf, districtOf }: UnitTable): Arrays {
  const types = [...new Set(units.map(({ type }) => type))].sort();
  const texts = packStrings([...units.flatMap(({ id, name, spelling }) => [id, name, spelling]), ...types]);
  const rangeStart = new Uint32Array(units.length + 1);
  units.forEach(({ ranges }, at) => (rangeStart[at + 1] = rangeStart[at] + ranges.length));
  const range = new Int32Array(rangeStart[units.length]);
  units.forEach(({ ranges }, at) => range.set(ranges, rangeStart[at]));
  return {
    baseWardWard: wardOf,
    baseWardFormer: formerOf,
    baseWardDistrict: districtOf,
    unitKind: Uint8Array.from(units, ({ kind }) => KINDS.indexOf(kind)),
    unitLayers: Uint8Array.from(units, ({ layers }) => layers),
    unitType: Uint8Array.from(units, ({ type }) => types.indexOf(type)),
    unitText: texts.text,
    unitTextOffset: texts.offset,
    unitRange: range,
    unitRangeStart: rangeStart,
    ...buildUnitNames(units),
  };
}

/** Opens the units of {@link buildUnitArrays}. Cost: some milliseconds; the fields of units are copied, base wards are shared. */
export function openUnits(dataset: AdminDataset, arrays: Arrays): UnitTable {
  const wardOf = arrays.baseWardWard as Int32Array;
  const formerOf = arrays.baseWardFormer as Int32Array;
  const { unitKind, unitLayers, unitType, unitRangeStart } = arrays as Record<string, Uint8Array>;
  const range = arrays.unitRange as Int32Array;
  const count = unitKind.length;
  const textOf = openStrings(arrays.unitText as Uint8Array, arrays.unitTextOffset as Uint32Array);
  const typeCount = (arrays.unitTextOffset as Uint32Array).length - 1 - count * TEXTS_A_UNIT;
  const types = Array.from({ length: typeCount }, (_, at) => textOf(count * TEXTS_A_UNIT + at));
  const units: Unit[] = [];
  const isEnded = createIsEnded(dataset);
  for (let at = 0; at < count; at += 1) {
    const kind = KINDS[unitKind?.[at]];
    const ranges = range.subarray(unitRangeStart?.[at], unitRangeStart?.[at + 1]);
    const baseWard = ranges[0];
    const ward = wardOf[baseWard];
    const index = kind === 'ward' ? ward : kind === 'province' ? (dataset.wards[ward]?.province ?? -1) : -1;
    const former = dataset.formerWards[formerOf[baseWard]];
    units.push({
      id: textOf(at * TEXTS_A_UNIT),
      kind,
      layers: unitLayers?.[at],
      name: textOf(at * TEXTS_A_UNIT + 1),
      fullName: fullNameOf(dataset, kind, index, former),
      type: types[unitType?.[at]],
      earlierType: kind === 'province' ? earlierTypeOf(dataset, index) : '',
      spelling: textOf(at * TEXTS_A_UNIT + 2),
      ranges,
      index,
      former: index < 0 && former ? formerNames(kind, former) : NO_OLD_UNITS,
      isEnded: isEnded(kind, former),
    });
  }
  return { units, wardOf, formerOf, districtOf: arrays.baseWardDistrict as Int32Array };
}

function fullNameOf(
  { provinces, wards }: AdminDataset,
  kind: UnitKind,
  index: number,
  former: FormerWard | undefined,
): string {
  if (kind === 'province') return provinces[index]?.fullName ?? '';
  if (kind === 'ward') return wards[index]?.fullName ?? '';
  if (former === undefined) return '';
  return kind === 'district' ? former.district : kind === 'former-ward' ? former.fullName : former.province;
}
