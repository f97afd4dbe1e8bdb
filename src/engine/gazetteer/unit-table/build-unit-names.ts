import { foldKey } from '../../../base/text/fold.ts';
import {
  ABOLISHED_PROVINCES,
  type Alias,
  DISTRICT_ALIASES,
  PROVINCE_ALIASES,
} from '../../../base/text/unit-aliases.ts';
import { DISTRICT, PROVINCE } from '../../../base/text/unit-words.ts';
import { createSlots, type HashSlots, putSlot } from '../names/hash-slots.ts';
import type { Arrays } from '../store/array-types.ts';
import {
  buildTypoSlots,
  extendHash,
  HASH_SEED,
  MEMBER_FLAGS,
  type Name,
  NAME_FLAGS,
  packStrings,
} from './names.ts';
import { intersect } from './ranges.ts';
import type { Unit } from './units.ts';

/** Numbers and Roman numerals are ambiguous without their type word. */
const NUMERAL = /^(\d+|[ivx]+)$/;
/** Keeps half of the slots free, because most lookups are runs of words that are no names. */
const SLOTS_A_NAME = 1.25;

/**
 * Builds the index of all names and aliases of units.
 *
 * Shape: names ascend by key; `unitNameMember[i]` for i from `unitNameStart[name]` are the units of a name, each with its own flags;
 * `unitWordText` contains every folded word of a name, one per line.
 */
export function buildUnitNames(units: readonly Unit[]): Arrays {
  const { names, vocabulary } = gatherNames(units);
  const keys = packStrings(names.map(({ key }) => key));
  const start = new Uint32Array(names.length + 1);
  names.forEach((name, at) => (start[at + 1] = start[at] + name.units.length));
  return {
    unitNameText: keys.text,
    unitNameOffset: keys.offset,
    unitNameStart: start,
    unitNameMember: Uint32Array.from(names.flatMap((name) => name.units)),
    unitNameMemberFlags: Uint8Array.from(
      names.flatMap((name) => name.units.map((unit) => memberFlags(name, unit))),
    ),
    unitNameLayers: Uint8Array.from(names, ({ layers }) => layers),
    unitNameFlags: Uint8Array.from(
      names,
      ({ bare, official }) => (bare ? NAME_FLAGS.bare : 0) | (official ? NAME_FLAGS.official : 0),
    ),
    unitNameSpellings: Uint8Array.from(names, ({ spellings }) => Math.min(255, spellings)),
    unitNameSlots: buildNameSlots(names),
    unitTypoSlots: buildTypoSlots(names),
    unitWordText: new TextEncoder().encode([...vocabulary].join('\n')),
  };
}

function memberFlags({ weak, aliased }: Name, unit: number): number {
  return (weak.includes(unit) ? MEMBER_FLAGS.weak : 0) | (aliased.includes(unit) ? MEMBER_FLAGS.aliased : 0);
}

function buildNameSlots(names: readonly Name[]): HashSlots {
  const slots = createSlots(names.length * SLOTS_A_NAME);
  names.forEach(({ key }, at) => putSlot(slots, names.length, extendHash(HASH_SEED, key), at));
  return slots;
}

function gatherNames(units: readonly Unit[]): { names: Name[]; vocabulary: Set<string> } {
  const byKey = new Map<string, Name>();
  const vocabulary = new Set<string>();
  const nameOf = (key: string): Name => {
    let name = byKey.get(key);
    if (name === undefined) {
      name = {
        key,
        units: [],
        weak: [],
        aliased: [],
        layers: 0,
        bare: !NUMERAL.test(key),
        official: false,
        spellings: 0,
      };
      byKey.set(key, name);
    }
    return name;
  };
  units.forEach((unit, number) => {
    const name = nameOf(foldKey(unit.name));
    name.units.push(number);
    name.official = true;
    for (const word of unit.name.split(/[\s'’-]+/)) vocabulary.add(foldKey(word));
  });
  weakenEndedDistricts(units, byKey);
  addAliases([...PROVINCE_ALIASES, ...ABOLISHED_PROVINCES], PROVINCE, units, byKey, nameOf);
  addAliases(DISTRICT_ALIASES, DISTRICT, units, byKey, nameOf);
  addInitials(units, byKey, nameOf);
  addEarlierNames(units, nameOf, vocabulary);
  const names = [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const name of names) {
    name.spellings = new Set(
      name.units.filter((unit) => !name.aliased.includes(unit)).map((unit) => units[unit].spelling),
    ).size;
    for (const unit of name.units) name.layers |= units[unit].layers;
  }
  return { names, vocabulary };
}

/** Without a type word the name of a district that ended before July 2025 means the ward in force in it that has the name: "Từ Liêm, Hà Nội". */
function weakenEndedDistricts(units: readonly Unit[], byKey: ReadonlyMap<string, Name>): void {
  for (const name of byKey.values()) {
    const wards = name.units.filter((unit) => units[unit].kind === 'ward');
    const districts = name.units.filter((unit) => units[unit].kind === 'district');
    if (districts.some((unit) => !units[unit].isEnded)) continue;
    name.weak.push(
      ...districts.filter((unit) =>
        wards.some((ward) => intersect(units[ward].ranges, units[unit].ranges).length > 0),
      ),
    );
  }
}

function addAliases(
  aliases: readonly Alias[],
  layer: number,
  units: readonly Unit[],
  byKey: ReadonlyMap<string, Name>,
  nameOf: (key: string) => Name,
): void {
  for (const alias of aliases) {
    const meant = (byKey.get(alias.nameKey)?.units ?? []).filter(
      (unit) => (units[unit].layers & layer) !== 0 && units[unit].spelling === alias.spelling,
    );
    if (meant.length === 0) continue;
    const name = nameOf(alias.key);
    for (const unit of meant) {
      if (name.units.includes(unit)) continue;
      name.units.push(unit);
      name.aliased.push(unit);
      if (alias.weak) name.weak.push(unit);
    }
  }
}

/** Adds the names that a decree of the owner ended: they mean the wards that took them in. */
function addEarlierNames(
  units: readonly Unit[],
  nameOf: (key: string) => Name,
  vocabulary: Set<string>,
): void {
  units.forEach(({ earlierNames = [] }, number) => {
    for (const earlier of earlierNames) {
      const name = nameOf(foldKey(earlier));
      if (name.units.includes(number)) continue;
      name.units.push(number);
      name.aliased.push(number);
      for (const word of earlier.split(/[\s'’-]+/)) vocabulary.add(foldKey(word));
    }
  });
}

/** Adds the initials of districts ("Q.GV", "Q BT"): always weak, and matched only behind a type word. */
function addInitials(
  units: readonly Unit[],
  byKey: ReadonlyMap<string, Name>,
  nameOf: (key: string) => Name,
): void {
  units.forEach((unit, number) => {
    const words = unit.name.split(/[\s-]+/).map(foldKey);
    if (unit.kind !== 'district' || words.length < 2) return;
    const key = words.map((word) => word.charAt(0)).join('');
    const known = byKey.has(key);
    const name = nameOf(key);
    if (!known) name.bare = false;
    name.units.push(number);
    name.aliased.push(number);
    name.weak.push(number);
  });
}
