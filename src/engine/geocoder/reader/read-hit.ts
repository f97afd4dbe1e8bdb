import { diacriticKey, hasDiacritics } from '../../../base/text/diacritics.ts';
import type { Token } from '../../../base/text/tokens.ts';
import {
  DISTRICT,
  PROVINCE,
  trailingUnitWordAt,
  type UnitWord,
  WARD,
} from '../../../base/text/unit-words.ts';
import {
  AFTER_HOUSE,
  BEHIND_NUMBER,
  BEHIND_STREET,
  type Context,
  FREE,
  SITE,
  STREET,
  UNIT,
} from './context.ts';
import type { Name } from '../../gazetteer/unit-table/names.ts';
import { type Hit, holdsNumber, type Reading } from './find-names.ts';
import type { Unit } from '../../gazetteer/unit-table/units.ts';
import { editDistance } from '../../../base/text/edit-distance.ts';

/** Factors that the layers add to a weight. */
const LAYER_FACTORS: Readonly<Record<number, number>> = { [WARD]: 1, [DISTRICT]: 1.2, [PROVINCE]: 1.5 };

/** Returns the most specific of some layers. */
function lowestLayer(layers: number): number {
  if ((layers & WARD) !== 0) return WARD;
  return (layers & DISTRICT) !== 0 ? DISTRICT : PROVINCE;
}

/** Appends a reading for each unit that a hit can mean in its context. */
export function readHit(
  hit: Hit,
  text: string,
  tokens: readonly Token[],
  context: Context,
  units: readonly Unit[],
  out: Reading[],
): void {
  const view = viewHit(hit, text, tokens, context, units);
  if (view === undefined) return;
  const { lead, typed, allowed } = view;
  const start = allowed !== 0 && lead !== undefined ? context.unitWordStart[hit.start] : hit.start;
  const end = allowed !== 0 && lead === undefined && typed !== undefined ? hit.end + 1 : hit.end;
  const base = baseFactor(view);
  const words = 0.75 + 0.1 * Math.min(4, hit.end - hit.start);
  for (const number of hit.name.units) {
    const unit = units[number];
    const layers = allowed === 0 ? unit.layers : unit.layers & allowed;
    const factor = layers === 0 ? 0 : unitFactor(view, base, unit, number);
    if (factor === 0) continue;
    const layer = lowestLayer(layers);
    out.push({
      start,
      end,
      unit,
      layer,
      weight: factor * words * LAYER_FACTORS[layer],
      factor,
      marked: allowed !== 0,
      streetLike: allowed === 0 && layer === WARD && isStreetLike(hit.name, units),
      distance: hit.distance,
    });
  }
}

/** Returns a hit with the words around it; undefined if without a type word that fits it cannot be a unit. */
function viewHit(
  hit: Hit,
  text: string,
  tokens: readonly Token[],
  context: Context,
  units: readonly Unit[],
): HitView | undefined {
  const lead = context.unitWord[hit.start];
  const typed = lead ?? trailingUnitWordAt(tokens, hit.end);
  const stated = context.stated?.[hit.start] ?? 0;
  // A column says what its name is: "Bình Tân" in a column of districts is no ward.
  const layers = hit.name.layers & (stated === 0 ? hit.name.layers : stated);
  if (stated !== 0 && layers === 0) return undefined;
  const start = lead === undefined ? hit.start : context.unitWordStart[hit.start];
  const end = lead === undefined && typed !== undefined ? hit.end + 1 : hit.end;
  const isWhole = context.partStart[hit.start] === start && context.partEnd[hit.start] === end;
  const typedLayers = typed === undefined ? 0 : typed.layers & layers;
  const allowed = stated !== 0 && isWhole ? layers : typedLayers;
  const fills = context.partStart[hit.start] === hit.start && context.partEnd[hit.start] === hit.end;
  const kind = context.kind[hit.start];
  if (allowed === 0 && !mayBeUnmarked(hit, kind, fills, units)) return undefined;
  // "Xã Lương Sơn" is no "Xá Lượng": a type word in front announces the words behind it.
  if (allowed === 0 && !fills && context.head[hit.start] === UNIT) return undefined;
  return {
    hit,
    tokens,
    context,
    lead,
    typed,
    allowed,
    fills,
    kind,
    spelling: spellingOf(hit, text, tokens, context, units),
  };
}

function mayBeUnmarked(hit: Hit, kind: number, fills: boolean, units: readonly Unit[]): boolean {
  if (!hit.name.bare || kind === STREET) return false;
  if (kind === AFTER_HOUSE && isStreetLike(hit.name, units)) return false;
  return !isTooShort(hit, fills);
}

/** Reports whether a name is too short: one short word must be alone between commas ("Huế", "Kép"), a misspelt name must be longer. */
function isTooShort({ name, start, end, distance }: Hit, fills: boolean): boolean {
  if (distance > 0) return name.key.length < 6;
  if (end - start > 1 || name.key.length > 4) return false;
  return !fills && (name.layers & PROVINCE) === 0;
}

/** Least number of provinces in which a name of phường is common as a street name: Lê Lợi, Trần Phú, Quang Trung. */
const MANY_PROVINCES = 3;

/** Cache of isStreetLike. */
const knownStreetLike = new WeakMap<Name, boolean>();

/** Reports whether urban wards of several provinces share a name: without a type word it is rather a street. */
function isStreetLike(name: Name, units: readonly Unit[]): boolean {
  let known = knownStreetLike.get(name);
  if (known === undefined) {
    const provinces = new Set<string>();
    for (const number of name.units) {
      const { kind, type, former } = units[number];
      if (kind === 'former-ward' && type === 'phuong') provinces.add(former.province as string);
    }
    known = provinces.size >= MANY_PROVINCES;
    knownStreetLike.set(name, known);
  }
  return known;
}

/**
 * Returns the spelling key of a hit as written; empty if it cannot separate the units of the name. A name without diacritics separates them only in a text
 * with some, and if a unit is spelled so: "Xã Nga Thanh" is not Xã Nga Thành.
 */
function spellingOf(
  hit: Hit,
  text: string,
  tokens: readonly Token[],
  { marked }: Context,
  units: readonly Unit[],
): string {
  if (hit.name.spellings < 2 && hit.distance === 0) return '';
  const raw = text.slice(tokens[hit.start].start, tokens[hit.end - 1].end);
  if (hasDiacritics(raw)) return diacriticKey(raw);
  if (hit.distance > 0 || !marked) return '';
  const spelling = diacriticKey(raw);
  return hit.name.units.some((unit) => units[unit]?.spelling === spelling) ? spelling : '';
}

/**
 * A hit with the words around it.
 *
 * Shape: `lead` is the type word in front, `typed` that or one behind; `allowed` are the layers that the type word and the name share, 0 if the name is
 * unmarked; `fills` is true if the name is a whole part between commas; `kind` as of Context; `spelling` is the spelling key as written, empty if it
 * cannot separate the units of the name.
 */
interface HitView {
  hit: Hit;
  tokens: readonly Token[];
  context: Context;
  lead: UnitWord | undefined;
  typed: UnitWord | undefined;
  allowed: number;
  fills: boolean;
  kind: number;
  spelling: string;
}

/** Factor of a misspelt name. */
const MISSPELT = 0.75;

/** Factor of a unit without a type word that ended before the last day of the districts: "Thủ Đức" is rather the city than the quận before it. */
const ENDED = 0.98;

/** Returns the part of a reading's weight that does not depend on layer and length; 0 if the words cannot mean the unit. */
function unitFactor(view: HitView, base: number, unit: Unit, number: number): number {
  const inContext =
    base * streetWordFactor(view, unit) * typeFactor(view, unit) * weakFactor(view, unit, number);
  if (inContext === 0) return 0;
  const known = view.allowed === 0 && unit.isEnded ? ENDED : 1;
  const exact = inContext * known * spellingFactor(view, unit, number) * aliasFactor(view, unit, number);
  return view.hit.distance > 0 ? exact * MISSPELT : exact;
}

/** Factor of an earlier or short name of a district that is the very name of another unit: "Từ Liêm" is that ward before Bắc Từ Liêm and Nam Từ Liêm. */
const ALIAS = 0.85;

function aliasFactor({ hit: { name } }: HitView, { kind }: Unit, number: number): number {
  return kind === 'district' && name.aliased.includes(number) && name.aliased.length < name.units.length
    ? ALIAS
    : 1;
}

/** Returns the factor of a name by the words around it, the same for all its units. */
function baseFactor({ allowed, typed, kind, fills, context, hit }: HitView): number {
  if (allowed !== 0) return 1;
  // "Xã Thủ Đức" where no such xã exists: the type word is wrong or belongs to another name.
  if (typed !== undefined) return 0.6;
  if (kind === BEHIND_STREET) {
    const isInLastPart = context.partEnd[hit.start] === context.partEnd[context.partEnd.length - 1];
    return isInLastPart ? 0.6 : 0.2;
  }
  const [whole, part] = UNMARKED[kind] ?? NO_UNIT;
  return fills ? whole : part;
}

/** Factors of an unmarked name by its kind: if it fills its part, and if it does not. */
const UNMARKED: Readonly<Record<number, readonly [number, number]>> = {
  [FREE]: [1, 0.85],
  [SITE]: [0.35, 0.35],
  [AFTER_HOUSE]: [0.75, 0.6],
  [BEHIND_NUMBER]: [0.75, 0.75],
};
const NO_UNIT: readonly [number, number] = [0.2, 0.2];

/**
 * Factor of a phường whose name begins with a street word: "Phố Huế" is a street first, and a phường only if its district is named. "Đường Lâm"
 * between commas is rather the xã, where streets have no names.
 */
const STREET_OR_WARD = 0.85;

function streetWordFactor({ allowed, context, hit, fills, tokens }: HitView, { type }: Unit): number {
  if (allowed !== 0 || context.head[hit.start] !== STREET) return 1;
  if (!fills || holdsNumber(tokens, hit.start, hit.end)) return 0;
  return type === 'phuong' ? STREET_OR_WARD : 1;
}

/** Returns how well a type word fits a unit: "quận Hà Đông" better than "huyện Hà Đông", the full word better than a letter. */
function typeFactor({ allowed, typed, kind }: HitView, unit: Unit): number {
  if (allowed === 0 || typed === undefined) return 1;
  // "Muong Te Town" is the thị trấn, not the xã of that name.
  const isOwn = typed.type === unit.type || typed.type === unit.earlierType;
  const fits = isOwn || (isTown(typed) && unit.type === 'thitran');
  // "TP Tây Ninh" is the former city inside the tỉnh, if there is one.
  if (!fits && unit.type === 'tinh' && typed.type === 'thanhpho') return 0.75;
  const site = kind === SITE ? 0.85 : 1;
  return (fits ? 1.2 : typed.short ? 1.12 : 1.08) * site;
}

/** Reports whether a type word is the English one of a thị xã or thị trấn. */
function isTown({ layers }: UnitWord): boolean {
  return layers === (DISTRICT | WARD);
}

/** Returns the factor of an ambiguous abbreviation: without a type word it can be a province between commas or at the end, never a district. */
function weakFactor({ allowed, fills, hit, tokens }: HitView, { kind }: Unit, number: number): number {
  if (!hit.name.weak.includes(number)) return 1;
  if (allowed === 0 && (kind === 'district' || !(fills || hit.end === tokens.length))) return 0;
  return fills || allowed !== 0 ? 0.8 : 0.6;
}

/** Factors of a misspelt name by the edits between its diacritics and those of the unit. */
const EDIT_FACTORS = [1.06, 1.06, 1.02, 0.98];
const MOST_EDITS = EDIT_FACTORS.length - 1;
const FAR_FACTOR = 0.9;
/** Most of those edits of a name without a type word. */
const MOST_UNMARKED_EDITS = 2;

/** Returns the factor of the diacritics: an exact name must have those of the unit, a misspelt one should have nearly those. */
function spellingFactor({ spelling, hit, allowed }: HitView, unit: Unit, number: number): number {
  if (spelling === '' || hit.name.aliased.includes(number)) return 1;
  if (hit.distance === 0) return spelling === unit.spelling ? 1.03 : 0.85;
  const edits = editDistance(spelling, unit.spelling, MOST_EDITS);
  // "Cây xăng" is no misspelt "Cái Răng": without a type word such words are others.
  if (allowed === 0 && edits > MOST_UNMARKED_EDITS) return 0;
  return EDIT_FACTORS[edits] ?? FAR_FACTOR;
}
