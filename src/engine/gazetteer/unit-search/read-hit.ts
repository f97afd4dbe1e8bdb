import { diacriticKey, hasDiacritics } from '../../../base/text/diacritics.ts';
import type { Token } from '../../../base/text/tokens.ts';
import { DISTRICT, PROVINCE, trailingUnitWordAt, WARD } from '../../../base/text/unit-words.ts';
import { AFTER_HOUSE, STREET, UNIT, type Context } from './context.ts';
import type { Name } from './names.ts';
import type { Hit, Reading } from './spans.ts';
import { baseFactor, unitFactor, type HitView } from './unit-factors.ts';
import type { Unit } from './units.ts';

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
