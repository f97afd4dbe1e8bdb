import { foldCode } from '../../../base/text/fold.ts';
import type { AddressParts, PartVerdict } from '../../../contract/records/address-parts.ts';
import type { Token } from '../../../base/text/tokens.ts';
import { DISTRICT, PROVINCE, WARD } from '../../../base/text/unit-words.ts';
import { isNumber, SITE, STREET } from './context.ts';
import { AGAINST, EXPLAINED, nameWithWordsBeside, OPEN } from './evidence.ts';
import type { Reading } from './find-names.ts';
import { isAll } from './roles.ts';
import type { Stack } from './stack.ts';
import type { Understanding } from './understand.ts';

/** The parts of an address that are administrative units, with their layers. */
const UNIT_PARTS = [
  { part: 'ward', layer: WARD },
  { part: 'district', layer: DISTRICT },
  { part: 'province', layer: PROVINCE },
] as const;

/** The name of a part that is an administrative unit. */
type UnitPart = (typeof UNIT_PARTS)[number]['part'];

/** Words in front of a house number, and of the country: they name no street. */
const NO_NAMES = new Set('so nha sn no lo ngo ngach hem kiet hxh duong pho d viet nam vietnam vn'.split(' '));

/** How a match explains the words of a text. */
export interface PartEvidence {
  /** The units that the match is based on; undefined if the text names none of them. */
  stack: Stack | undefined;
  /** The bits of each token. */
  flags: Uint8Array;
  /** Whether the match is a street, house or place, so that what is left is no street. */
  isStreet: boolean;
  /** The units of the match, old or new. */
  known: Record<'ward' | 'district' | 'province', boolean>;
}

/** A run of tokens that a match leaves. Shape: `layers` of the units that it rather is; whether it names a street, a house. */
interface LeftRun {
  from: number;
  to: number;
  layers: number;
  isStreet: boolean;
  isHouse: boolean;
}

/**
 * Returns the verdict of each part of a text for a match.
 *
 * Shape: house and street are those of a match without a street; the postal code is always missing, because it is no word of the search.
 */
export function readParts(understanding: Understanding, evidence: PartEvidence): AddressParts {
  const { stack, flags, known } = evidence;
  let layers = 0;
  let [hasStreet, hasHouse] = [false, false];
  forEachLeft(understanding, evidence, (run) => {
    layers |= run.layers;
    hasStreet ||= run.isStreet;
    hasHouse ||= run.isHouse;
  });
  const verdictOf = (part: UnitPart, layer: number): PartVerdict => {
    const verdict = unitVerdict(understanding, stack, flags, part, layer);
    if (verdict !== undefined) return verdict;
    if ((layers & layer) !== 0) return 'unknown';
    return known[part] ? 'completed' : 'missing';
  };
  return {
    house: hasHouse ? 'unknown' : 'missing',
    street: hasStreet ? 'unknown' : 'missing',
    ward: verdictOf('ward', WARD),
    district: verdictOf('district', DISTRICT),
    province: verdictOf('province', PROVINCE),
    postal_code: 'missing',
  };
}

/** Returns the verdict of a unit that the text names; undefined if it names none of the layer. */
function unitVerdict(
  understanding: Understanding,
  stack: Stack | undefined,
  flags: Uint8Array,
  part: UnitPart,
  layer: number,
): PartVerdict | undefined {
  const { tokens, readings, stacks, context } = understanding;
  const own = stack?.[part];
  let best = own !== undefined && isAll(own, flags, EXPLAINED) ? own : undefined;
  if (best === undefined) {
    for (const reading of readings) {
      if (reading.layer !== layer || !isAll(reading, flags, EXPLAINED)) continue;
      // The same words are named once, even if units of two layers have the name.
      if (isTaken(reading, stack, part)) continue;
      if (best === undefined || reading.distance < best.distance) best = reading;
    }
  }
  // "Phường Kim Chân, Thành phố Bắc Ninh, Tỉnh Phú Thọ": two provinces are named.
  const isDisputed =
    layer === PROVINCE &&
    readings.some((reading) => reading.layer === layer && reading.marked && isAll(reading, flags, AGAINST));
  if (
    best !== undefined &&
    (isDisputed || isNameOfOther(best, understanding) || isDistrictOfOther(best, understanding, flags))
  )
    return 'contradicted';
  if (best !== undefined) {
    // "Huyện Thạnh Ngãi" for the ward of that name.
    const word = best.marked ? undefined : context.unitWord[best.start];
    const isOfOther = word !== undefined && !word.short && (word.layers & layer) === 0;
    if (nameWithWordsBeside(best, tokens, context, (index) => (flags[index] & OPEN) !== 0)) return 'unused';
    return best.distance > 0 || isOfOther || isRetyped(best, understanding) ? 'corrected' : 'confirmed';
  }
  // "Phường Bảo Lộc" where only the city has that name.
  const isTypedSo = (reading: Reading | undefined): boolean => {
    const word = reading === undefined || reading.marked ? undefined : context.unitWord[reading.start];
    return word?.layers === layer && !word.short;
  };
  if (layer === WARD && (isTypedSo(stack?.district) || isTypedSo(stack?.province))) return 'unknown';
  const isContradicted = readings.some(
    (reading) =>
      reading.layer === layer &&
      isAll(reading, flags, AGAINST) &&
      (reading.marked || reading === stacks[0]?.[part] || layer === PROVINCE),
  );
  return isContradicted || (layer === DISTRICT && stack?.elsewhere !== undefined)
    ? 'contradicted'
    : undefined;
}

/** Reports whether a ward is read as misspelt that as written is another one of its province: "Xã Tân Lập" for Xã Tân Tập. */
function isNameOfOther(
  { start, end, unit, layer, distance }: Reading,
  { readings, facts }: Understanding,
): boolean {
  if (layer !== WARD || distance === 0 || facts === undefined) return false;
  const province = facts.provinceOf(unit);
  return readings.some(
    (other) =>
      other.layer === WARD &&
      other.distance === 0 &&
      other.marked &&
      other.start === start &&
      other.end === end &&
      facts.provinceOf(other.unit) === province,
  );
}

/**
 * Reports whether a ward is rather the district of the ward in front of it, which is left: "Hòa Cuông, Trấn Yên, Lạng Sơn" is not in Xã Trấn Yên, but in a district that
 * is in another province.
 */
function isDistrictOfOther(
  { start, end, layer }: Reading,
  { stacks, context }: Understanding,
  flags: Uint8Array,
): boolean {
  if (layer !== WARD) return false;
  return stacks.some(({ ward, district }) => {
    if (ward === undefined || district?.start !== start || district.end !== end) return false;
    const isPart = context.partStart[ward.start] === ward.start && context.partEnd[ward.start] === ward.end;
    return isPart && ward.end === start && isAll(ward, flags, OPEN);
  });
}

/** Reports whether a word is written in other letters than it is read, as in Telex: "Taam" for "Tâm". */
function isRetyped({ start, end }: Reading, { text, tokens }: Understanding): boolean {
  for (let i = start; i < end; i += 1) if (!isFoldedFrom(tokens[i], text)) return true;
  return false;
}

/** Reports whether a token is its part of the text, folded. Cost: no string is made. */
function isFoldedFrom({ start, end, text: word }: Token, text: string): boolean {
  let at = 0;
  for (let i = start; i < end; i += 1) {
    const folded = foldCode(text.charCodeAt(i));
    if (!word.startsWith(folded, at)) return false;
    at += folded.length;
  }
  return at === word.length;
}

/** Visits the words that a match leaves, one run between commas and explained words after the other. */
function forEachLeft(
  understanding: Understanding,
  { flags, isStreet }: Pick<PartEvidence, 'flags' | 'isStreet'>,
  visit: (run: LeftRun) => void,
): void {
  const { tokens, context, stacks } = understanding;
  let hasStreet = isStreet;
  let named = 0;
  for (const { part, layer } of UNIT_PARTS) {
    const reading = stacks[0]?.[part];
    if (reading !== undefined && isAll(reading, flags, EXPLAINED | AGAINST)) named |= layer;
  }
  const firstUnit = flags.findIndex((flag) => (flag & (EXPLAINED | AGAINST)) !== 0);
  for (let from = 0; from < tokens.length; from += 1) {
    if ((flags[from] & OPEN) === 0) continue;
    let to = from + 1;
    while (to < tokens.length && tokens[to]?.gap !== 2 && (flags[to] & OPEN) !== 0) to += 1;
    const isPart = context.partStart[from] === from && context.partEnd[from] === to;
    const isNamed = hasName(tokens, from, to);
    const isNumbered = hasNumber(tokens, from, to);
    const announced = context.head[from] === STREET || context.head[from] === SITE;
    const run = {
      from,
      to,
      layers: typeWordLayers(understanding, from, to, named),
      isStreet: false,
      isHouse: false,
    };
    if (run.layers !== 0) named |= run.layers;
    else if (isPart && isNamed && hasStreet && !announced && !isNumber(tokens[from].text)) {
      // A part between the street and the units is a unit that is not known.
      run.layers = layerAt(understanding, from, flags) & ~named;
    } else if (!isStreet && (firstUnit < 0 || from < firstUnit)) {
      run.isStreet = isNamed;
      run.isHouse = isNumbered;
    }
    visit(run);
    if (isNamed || isNumbered) hasStreet = true;
    from = to - 1;
  }
}

/** Returns the layers of the units whose type words are in a run. */
function typeWordLayers({ tokens, context }: Understanding, from: number, to: number, named: number): number {
  let layers = 0;
  for (let i = from + 1; i < to; i += 1) {
    const word = context.unitWord[i];
    const start = context.unitWordStart[i];
    if (word === undefined || start < from) continue;
    if (word.short && word.length === 1 && context.partStart[start] !== start && !isNumber(tokens[i].text))
      continue;
    // "Thành phố" may be a province or a district: the one that the text has not named yet.
    const free = word.layers & ~named;
    const wanted = free === 0 ? word.layers : free;
    layers |= (wanted & DISTRICT) !== 0 ? DISTRICT : wanted;
  }
  return layers;
}

/** Returns the layer of a part by its place in the order of units: finer ones are in front of it, coarser ones behind; 0 if a finer one is behind it. */
function layerAt({ readings }: Understanding, from: number, flags: Uint8Array): number {
  let layer: number = WARD;
  for (const reading of readings) {
    if (!isAll(reading, flags, EXPLAINED | AGAINST)) continue;
    if (reading.start > from && reading.layer === WARD) return 0;
    if (reading.end <= from && reading.layer <= layer) layer = reading.layer >> 1;
  }
  return layer;
}

function hasName(tokens: readonly Token[], from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) {
    const { text } = tokens[i];
    if (text.length > 1 && !isNumber(text) && !NO_NAMES.has(text)) return true;
  }
  return false;
}

function hasNumber(tokens: readonly Token[], from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) if (tokens[i].text.length < 12 && isNumber(tokens[i].text)) return true;
  return false;
}

/** Reports whether another unit of a stack has words of a reading. */
function isTaken({ start, end }: Reading, stack: Stack | undefined, part: keyof Stack): boolean {
  if (stack === undefined) return false;
  for (const { part: other } of UNIT_PARTS) {
    const own = other === part ? undefined : stack[other];
    if (own !== undefined && own.start < end && start < own.end) return true;
  }
  return false;
}
