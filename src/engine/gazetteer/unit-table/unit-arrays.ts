import type { AdminDataset, FormerWard } from '../units/units.ts';
import type { Arrays } from '../store/array-types.ts';
import { buildUnitNames } from './build-unit-names.ts';
import { openStrings, packStrings } from './names.ts';
import {
  createIsEnded,
  earlierTypeOf,
  formerNames,
  NO_OLD_UNITS,
  type OldUnits,
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

/** The arrays of units, from which the fields of each are read. */
interface StoredUnits {
  dataset: AdminDataset;
  wardOf: Int32Array;
  formerOf: Int32Array;
  range: Int32Array;
  rangeStart: Uint32Array;
  textOf: (at: number) => string;
  isEnded: ReturnType<typeof createIsEnded>;
}

/** A unit of which most fields are read from the arrays when they are asked for, since a question needs few of the 18,000; a spread of it lacks them. */
class StoredUnit implements Unit {
  readonly kind: UnitKind;
  readonly layers: number;
  readonly type: string;
  private readonly of: StoredUnits;
  private readonly at: number;
  private ownName: string | undefined = undefined;
  private ownSpelling: string | undefined = undefined;
  private ownRanges: Int32Array | undefined = undefined;
  private ownFormer: OldUnits | undefined = undefined;
  private ended: boolean | undefined = undefined;

  constructor(of: StoredUnits, at: number, kind: UnitKind, layers: number, type: string) {
    this.of = of;
    this.at = at;
    this.kind = kind;
    this.layers = layers;
    this.type = type;
  }
  get id(): string {
    return this.of.textOf(this.at * TEXTS_A_UNIT);
  }
  get name(): string {
    return (this.ownName ??= this.of.textOf(this.at * TEXTS_A_UNIT + 1));
  }
  get spelling(): string {
    return (this.ownSpelling ??= this.of.textOf(this.at * TEXTS_A_UNIT + 2));
  }
  get ranges(): Int32Array {
    const { range, rangeStart } = this.of;
    return (this.ownRanges ??= range.subarray(rangeStart[this.at], rangeStart[this.at + 1]));
  }
  get index(): number {
    const { dataset, wardOf, range, rangeStart } = this.of;
    if (this.kind !== 'ward' && this.kind !== 'province') return -1;
    const ward = wardOf[range[rangeStart[this.at]]];
    return this.kind === 'ward' ? ward : (dataset.wards[ward]?.province ?? -1);
  }
  get fullName(): string {
    return fullNameOf(this.of.dataset, this.kind, this.index, this.formerWard);
  }
  get earlierType(): string {
    return this.kind === 'province' ? earlierTypeOf(this.of.dataset, this.index) : '';
  }
  get former(): OldUnits {
    const { index, formerWard } = this;
    return (this.ownFormer ??= index < 0 && formerWard ? formerNames(this.kind, formerWard) : NO_OLD_UNITS);
  }
  get isEnded(): boolean {
    return (this.ended ??= this.of.isEnded(this.kind, this.formerWard));
  }
  private get formerWard(): FormerWard | undefined {
    const { dataset, formerOf, range, rangeStart } = this.of;
    return dataset.formerWards[formerOf[range[rangeStart[this.at]]]];
  }
}

/** Opens the units of {@link buildUnitArrays}. Cost: some milliseconds; texts and base wards are shared. */
export function openUnits(dataset: AdminDataset, arrays: Arrays): UnitTable {
  const wardOf = arrays.baseWardWard as Int32Array;
  const formerOf = arrays.baseWardFormer as Int32Array;
  const { unitKind, unitLayers, unitType } = arrays as Record<string, Uint8Array>;
  const textOf = openStrings(arrays.unitText as Uint8Array, arrays.unitTextOffset as Uint32Array);
  const count = unitKind.length;
  const typeCount = (arrays.unitTextOffset as Uint32Array).length - 1 - count * TEXTS_A_UNIT;
  const types = Array.from({ length: typeCount }, (_, at) => textOf(count * TEXTS_A_UNIT + at));
  const of: StoredUnits = {
    ...{ dataset, wardOf, formerOf, textOf },
    range: arrays.unitRange as Int32Array,
    rangeStart: arrays.unitRangeStart as Uint32Array,
    isEnded: createIsEnded(dataset),
  };
  const units: Unit[] = [];
  for (let at = 0; at < count; at += 1)
    units.push(new StoredUnit(of, at, KINDS[unitKind[at]], unitLayers[at], types[unitType[at]]));
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
