import { diacriticKey, hasDiacritics } from '../../text/diacritics.ts';
import { editDistance } from '../../text/edit-distance.ts';
import type { Token } from '../../text/tokens.ts';
import { DISTRICT, PROVINCE, trailingUnitWordAt, WARD, type UnitWord } from '../../text/unit-words.ts';
import {
  AFTER_HOUSE,
  BEHIND_NUMBER,
  BEHIND_STREET,
  FREE,
  isNumber,
  SITE,
  STREET,
  type Context,
} from './context.ts';
import { extendHash, HASH_SEED, type Name, type NameIndex } from './names.ts';
import type { Unit } from './units.ts';

/** Words that a name can have. */
const LONGEST_NAME = 8;

/** Weights below this are only read when nothing else names a unit. */
export const FAINT = 0.5;

/** Weights below this are not read at all: names of streets. */
export const FAINTEST = 0.3;

/** Says that some tokens spell a name, `distance` edits away. */
export interface Hit {
  start: number;
  end: number;
  name: Name;
  distance: number;
}

/**
 * Says that some tokens can mean a unit.
 *
 * Shape: `start` and `end` include type words; `weight` grows with how surely the words mean this unit; `marked` says that a type word
 * was there; `streetLike` that without one it is rather a street; `factor` is the part of the weight that does not depend on layer and length, 1 for an unmarked name that fills its part.
 */
export interface Reading {
  start: number;
  end: number;
  unit: Unit;
  layer: number;
  weight: number;
  factor: number;
  marked: boolean;
  streetLike: boolean;
  distance: number;
}

/** Finds every run of tokens that spells a name, without crossing a comma. */
export function findHits(tokens: readonly Token[], names: NameIndex): Hit[] {
  const hits: Hit[] = [];
  for (let start = 0; start < tokens.length; start += 1) {
    let hash = HASH_SEED;
    const limit = Math.min(tokens.length, start + LONGEST_NAME);
    for (let end = start; end < limit; end += 1) {
      const token = tokens[end] as Token;
      if (end > start && token.gap === 2) break;
      hash = extendHash(hash, token.text);
      const name = names.find(hash, tokens, start, end + 1);
      if (name !== undefined) hits.push({ start, end: end + 1, name, distance: 0 });
    }
  }
  // "Phường 05" is phường 5.
  tokens.forEach((token, start) => {
    if (!/^0\d$/.test(token.text)) return;
    const name = names.get(token.text.slice(1));
    if (name !== undefined) hits.push({ start, end: start + 1, name, distance: 0 });
  });
  return hits;
}

/** Turns a hit into the units it can mean here, each with its weight. */
export function readHit(
  hit: Hit,
  text: string,
  tokens: readonly Token[],
  context: Context,
  units: readonly Unit[],
  out: Reading[],
): void {
  const { name } = hit;
  const lead = context.unitWord[hit.start];
  const tail = trailingUnitWordAt(tokens, hit.end);
  const typed = lead ?? tail;
  const kind = context.kind[hit.start] as number;
  const allowed = typed === undefined ? 0 : typed.layers & name.layers;
  if (allowed === 0 && (!name.bare || kind === STREET)) return;
  if (allowed === 0 && kind === AFTER_HOUSE && isStreetLike(name, units)) return;
  const start =
    allowed !== 0 && lead !== undefined ? (context.unitWordStart[hit.start] as number) : hit.start;
  const end = allowed !== 0 && lead === undefined ? hit.end + 1 : hit.end;
  const fills = context.partStart[hit.start] === hit.start && context.partEnd[hit.start] === hit.end;
  if (allowed === 0 && tooShort(hit, fills)) return;
  const base = allowed !== 0 ? 1 : unmarkedFactor(kind, fills, context, hit, typed);
  const spelling = spellingOf(hit, text, tokens);
  const words = 0.75 + 0.1 * Math.min(4, hit.end - hit.start);
  for (const number of name.units) {
    const unit = units[number] as Unit;
    const layers = allowed === 0 ? unit.layers : unit.layers & allowed;
    if (layers === 0) continue;
    let factor = base;
    if (allowed === 0 && context.head[hit.start] === STREET) {
      if (!fills || holdsNumber(tokens, hit.start, hit.end)) continue;
      if (unit.type === 'phuong') factor *= STREET_OR_WARD;
    }
    if (allowed !== 0) factor *= typeFactor(typed as UnitWord, unit, kind);
    if (name.weak.includes(number)) {
      // Two letters are a province between commas or at the very end, and a district only behind its type word.
      if (allowed === 0 && (unit.kind === 'district' || !(fills || hit.end === tokens.length))) continue;
      factor *= fills || allowed !== 0 ? 0.8 : 0.6;
    }
    if (hit.distance > 0) factor *= 0.75;
    if (spelling !== '' && !name.aliased.includes(number))
      factor *= spellingFactor(spelling, unit, hit.distance);
    const layer = (layers & WARD) !== 0 ? WARD : (layers & DISTRICT) !== 0 ? DISTRICT : PROVINCE;
    const weight = factor * words * (layer === PROVINCE ? 1.5 : layer === DISTRICT ? 1.2 : 1);
    const streetLike = allowed === 0 && layer === WARD && isStreetLike(name, units);
    const { distance } = hit;
    out.push({ start, end, unit, layer, weight, factor, marked: allowed !== 0, streetLike, distance });
  }
}

/** One short word is a name only where it stands alone between commas ("Huế", "Kép"), and a misspelt one nowhere. */
function tooShort(hit: Hit, fills: boolean): boolean {
  if (hit.distance > 0) return hit.name.key.length < 6;
  if (hit.end - hit.start > 1 || hit.name.key.length > 4) return false;
  return !fills && (hit.name.layers & PROVINCE) === 0;
}

function unmarkedFactor(
  kind: number,
  fills: boolean,
  context: Context,
  hit: Hit,
  typed: UnitWord | undefined,
): number {
  // "Xã Thủ Đức" where no such xã exists: the type word is wrong or belongs to something else.
  if (typed !== undefined) return 0.6;
  if (kind === SITE) return 0.35;
  if (kind === BEHIND_STREET)
    return context.partEnd[hit.start] === context.partEnd[context.partEnd.length - 1] ? 0.6 : 0.2;
  if (kind === AFTER_HOUSE) return fills ? 0.75 : 0.6;
  if (kind === BEHIND_NUMBER) return 0.75;
  if (kind !== FREE) return 0.2;
  return fills ? 1 : 0.85;
}

/** Provinces from which on a name of phường is one that streets have everywhere: Lê Lợi, Trần Phú, Quang Trung. */
const MANY_PROVINCES = 3;

/** Names that were looked at before, each with whether streets everywhere have it. */
const knownStreetLike = new WeakMap<Name, boolean>();

/** Reports whether urban wards of several provinces share a name: without a type word it is rather a street. */
function isStreetLike(name: Name, units: readonly Unit[]): boolean {
  let known = knownStreetLike.get(name);
  if (known === undefined) {
    const provinces = new Set<string>();
    for (const number of name.units) {
      const { kind, type, former } = units[number] as Unit;
      if (kind === 'former-ward' && type === 'phuong') provinces.add(former.province as string);
    }
    known = provinces.size >= MANY_PROVINCES;
    knownStreetLike.set(name, known);
  }
  return known;
}

/**
 * What a name is worth whose first word is a street word: "Đường Lâm" between commas is rather the xã, where streets have no names; "Phố Huế" is a
 * street first, and a phường where its district is named.
 */
const STREET_OR_WARD = 0.85;

/** Weighs how a type word fits a unit: "quận Hà Đông" better than "huyện Hà Đông", the full word better than a letter. */
function typeFactor(typed: UnitWord, unit: Unit, kind: number): number {
  const fits = typed.type === unit.type;
  // "TP Tây Ninh" is the former city inside the tỉnh, if there is one.
  if (!fits && unit.type === 'tinh' && typed.type === 'thanhpho') return 0.75;
  const site = kind === SITE ? 0.85 : 1;
  return (fits ? 1.2 : typed.short ? 1.12 : 1.08) * site;
}

/** Spells the hit as written where that can tell units of one folded name apart. */
function spellingOf(hit: Hit, text: string, tokens: readonly Token[]): string {
  if (hit.name.spellings < 2 && hit.distance === 0) return '';
  const raw = text.slice((tokens[hit.start] as Token).start, (tokens[hit.end - 1] as Token).end);
  return hasDiacritics(raw) ? diacriticKey(raw) : '';
}

/** Weighs the diacritics: of an exact name they must agree, of a misspelt one they say which name is nearest. */
function spellingFactor(spelling: string, unit: Unit, distance: number): number {
  if (distance === 0) return spelling === unit.spelling ? 1.03 : 0.85;
  const edits = editDistance(spelling, unit.spelling, 3);
  return edits <= 1 ? 1.06 : edits === 2 ? 1.02 : edits === 3 ? 0.98 : 0.9;
}

/** Tells whether a run of tokens holds a number. */
export function holdsNumber(tokens: readonly Token[], start: number, end: number): boolean {
  for (let i = start; i < end; i += 1) if (isNumber((tokens[i] as Token).text)) return true;
  return false;
}
