import type { Position } from '../../../base/geo/position.ts';
import { foldKey } from '../../../base/text/fold.ts';
import type { Token } from '../../../base/text/tokens.ts';
import { WARD } from '../../../base/text/unit-words.ts';
import { type Context, readContext } from './context.ts';
import { explainedBy, nameWithWordsBeside } from './evidence.ts';
import type { NameIndex, TypoIndex } from '../../gazetteer/unit-table/names.ts';
import { readHit } from './read-hit.ts';
import {
  findHits,
  findTypos,
  type Hit,
  type ProvinceInitials,
  type Reading,
  readInitials,
} from './find-names.ts';
import { readTokens } from './read-tokens.ts';
import { type Resolution, resolve } from './resolve.ts';
import { stackReadings } from './stack-readings.ts';
import type { Stack } from './stack.ts';
import type { UnitFacts } from '../../gazetteer/unit-table/centres.ts';
import type { Unit } from '../../gazetteer/unit-table/units.ts';

/** Least factor of a name with the type word of its unit, both spelled right. */
const TYPED = 1.2;
/** As {@link TYPED}, of a name without one, or in a column that states what it is. */
const WHOLE = 0.97;

/**
 * Removes the readings of some words of a part between commas that is, as a whole, the name of a unit: in "Phường Nam Hoa Lư" the words "Hoa Lư" name no
 * district, in "Điện Biên Đông" the words "Điện Biên" no province.
 */
function dropCovered(readings: Reading[], { partStart, partEnd, stated }: Context): void {
  let covers: Reading[] | undefined;
  for (const reading of readings) {
    const { start, end, marked, factor, distance } = reading;
    const least = !marked || (stated?.[start] ?? 0) !== 0 ? WHOLE : TYPED;
    if (distance > 0 || factor < least) continue;
    if (partStart[start] === start && partEnd[start] === end) (covers ??= []).push(reading);
  }
  if (covers === undefined) return;
  let kept = 0;
  for (const reading of readings) {
    if (covers.some((cover) => isInside(reading, cover))) continue;
    readings[kept] = reading;
    kept += 1;
  }
  readings.length = kept;
}

function isInside({ start, end }: Reading, cover: Reading): boolean {
  return start >= cover.start && end <= cover.end && end - start < cover.end - cover.start;
}

/** The administrative units that the words of a question can mean, before one is chosen. */
export interface Understanding {
  text: string;
  tokens: readonly Token[];
  context: Context;
  readings: readonly Reading[];
  /** Stacks of readings, best first. */
  stacks: readonly Stack[];
  resolution: Resolution;
  /** 1 for each token that the best units explain; not to be changed. */
  explained: Uint8Array;
  /** Undefined for no question. */
  facts: UnitFacts | undefined;
}

/** Names of the dataset other than those of units. */
export interface KnownNames {
  /** Reports whether a folded word is part of a name. */
  isWord(word: string): boolean;
  /** Reports whether a folded word is a whole name, written without spaces. */
  isName(word: string): boolean;
  /** Returns the number of tokens of the longest street name that begins at a token; 0 for none. */
  streetLength(tokens: readonly Token[], index: number): number;
}

/** A range of a text that a column of units gave: its names are units of the layer. Shape: `end` exclusive. */
export interface StatedRange {
  start: number;
  end: number;
  layer: number;
}

/** The indexes with which a question is parsed. */
export interface UnitIndex {
  names: NameIndex;
  typos: TypoIndex;
  units: readonly Unit[];
  facts: UnitFacts;
  provinceInitials: ProvinceInitials;
}

/** Parses the units that a text names: exact names first, then misspelt ones if the ward or the unit that contains it is missing. */
export function understand(
  index: UnitIndex,
  text: string,
  focus: Position | undefined,
  known: KnownNames | undefined,
  columns: readonly StatedRange[] = [],
): Understanding {
  const { names, units, facts } = index;
  const tokens = readKnownTokens(names, text, known);
  const hits = findHits(tokens, names);
  const namesAt = namesAtTokens(hits, tokens);
  const context = readContext(
    text,
    tokens,
    (index) => namesAt.other[index],
    known && streetLengths(hits, tokens, known),
    (index) => namesAt.fills[index] === 1,
    (index) => namesAt.ward[index],
    statedLayers(tokens, columns),
  );
  const readings: Reading[] = [];
  for (const hit of hits) readHit(hit, text, tokens, context, units, readings);
  dropCovered(readings, context);
  preferTyped(readings, context, facts);
  readInitials(text, tokens, context, readings, index.provinceInitials, names, units);
  const resolved = (): Understanding => {
    const stacks = stackReadings(readings, facts, context);
    const resolution = resolve(stacks, facts, focus);
    const { best } = resolution;
    const explained =
      best === undefined ? new Uint8Array(tokens.length) : explainedBy(best, readings, context);
    return { text, tokens, context, readings, stacks, resolution, explained, facts };
  };
  const exact = resolved();
  const { best, ambiguous } = exact.resolution;
  const explained = withoutCutNames(best, exact);
  if (explained === exact.explained && !wantsTypos(best, ambiguous)) return exact;
  const misspelt = findTypos(tokens, context, explained, names, index.typos);
  if (misspelt.length === 0) return exact;
  const exactCount = readings.length;
  for (const hit of misspelt) readHit(hit, text, tokens, context, units, readings);
  preferWhole(readings, exactCount);
  return resolved();
}

/** Returns the tokens that are explained for certain: not those of a name beside which words of its part are left. */
function withoutCutNames(best: Stack | undefined, { tokens, context, explained }: Understanding): Uint8Array {
  let certain = explained;
  for (const reading of [best?.ward, best?.district]) {
    if (reading === undefined || reading.distance > 0) continue;
    const run = nameWithWordsBeside(reading, tokens, context, (index) => explained[index] === 0);
    if (run === undefined) continue;
    if (certain === explained) certain = explained.slice();
    certain.fill(0, run.start, run.end);
  }
  return certain;
}

/** Factor of a ward whose type word is that of another ward of the name in its province: Phường Chi Lăng is not Thị trấn Chi Lăng. */
const OTHER_TYPE = 0.75;

/** Lowers the weight of wards with the whole type word of another ward of the same name and province. */
function preferTyped(readings: readonly Reading[], context: Context, facts: UnitFacts): void {
  // The readings of a name stand together; most names have wards of one type only.
  for (let from = 0; from < readings.length;) {
    const { start, end, unit } = readings[from];
    let isOfOneType = true;
    let to = from;
    for (; to < readings.length && readings[to].start === start && readings[to].end === end; to += 1)
      isOfOneType &&= readings[to].unit.type === unit.type;
    const type = isOfOneType ? undefined : wholeTypeOf(start, end, context);
    if (type !== undefined) preferTypedOf(readings.slice(from, to), type, facts);
    from = to;
  }
}

/** As {@link preferTyped}, among the readings of one name with a whole type word. */
function preferTypedOf(readings: readonly Reading[], type: string, facts: UnitFacts): void {
  for (const typed of readings) {
    const { unit, marked, layer } = typed;
    if (!marked || layer !== WARD || unit.type !== type) continue;
    for (const other of readings) {
      if (other.layer !== WARD || other.unit.type === unit.type) continue;
      if (facts.provinceOf(other.unit) !== facts.provinceOf(unit) || facts.samePlace(other.unit, unit))
        continue;
      other.weight = Math.min(other.weight, typed.weight * OTHER_TYPE);
    }
  }
}

/** Returns the type word of a name, if it is written in full. */
function wholeTypeOf(start: number, end: number, { unitWord }: Context): string | undefined {
  for (let i = start + 1; i < end; i += 1) if (unitWord[i]?.short === false) return unitWord[i]?.type;
  return undefined;
}

/** Factor of a name inside a longer one that is misspelt: "Tân Sơn" in "Tân Sơn Nh", of which Tân Sơn Nhì leaves no word. */
const INSIDE_LONGER = 0.65;

/** Lowers the weight of the exact names, the first ones, that are a part of a misspelt one. */
function preferWhole(readings: readonly Reading[], exactCount: number): void {
  for (let i = 0; i < exactCount; i += 1) {
    const exact = readings[i];
    const isInside = readings.some(
      ({ start, end, layer }, at) =>
        at >= exactCount &&
        layer === exact.layer &&
        start <= exact.start &&
        end >= exact.end &&
        end - start > exact.end - exact.start,
    );
    if (isInside) exact.weight *= INSIDE_LONGER;
  }
}

/** Returns the layer that a column states for each token; undefined where none does. A column with several parts says more than one unit, and binds none. */
function statedLayers(tokens: readonly Token[], columns: readonly StatedRange[]): Uint8Array | undefined {
  let stated: Uint8Array | undefined;
  for (const { start, end, layer } of columns) {
    const first = tokens.findIndex((token) => token.start >= start && token.start < end);
    if (first < 0) continue;
    let last = first + 1;
    while (last < tokens.length && tokens[last].start < end && tokens[last].gap !== 2) last += 1;
    if (last < tokens.length && tokens[last].start < end) continue;
    (stated ??= new Uint8Array(tokens.length)).fill(layer, first, last);
  }
  return stated;
}

function readKnownTokens(names: NameIndex, text: string, known: KnownNames | undefined): Token[] {
  const isWord = (word: string): boolean => names.vocabulary.has(word) || known?.isWord(word) === true;
  const isName = (word: string): boolean =>
    names.get(foldKey(word)) !== undefined || known?.isName(word) === true;
  return readTokens(text, isWord, isName);
}

/** Reports whether misspelt names are needed: the ward, or the unit that contains it, is unknown. */
function wantsTypos(best: Stack | undefined, ambiguous: boolean): boolean {
  if (best === undefined || ambiguous) return true;
  const { ward, district, province } = best;
  if (ward === undefined || (district === undefined && province === undefined)) return true;
  // Words between a ward and its province are probably a misspelt district.
  return (
    district === undefined &&
    province !== undefined &&
    ward.end !== province.start &&
    province.end !== ward.start
  );
}

/**
 * Creates the function that returns the number of tokens of the longest street name at a token; 0 for none, and if a longer name of a unit fills the part
 * there: "Bình Hưng Hoà B" is a ward and not the street Bình Hưng.
 */
function streetLengths(
  hits: readonly Hit[],
  tokens: readonly Token[],
  known: KnownNames,
): (index: number) => number {
  const filling = new Uint8Array(tokens.length);
  for (const { start, end } of hits) {
    const fills =
      (start === 0 || tokens[start]?.gap === 2) && (end === tokens.length || tokens[end]?.gap === 2);
    if (fills) filling[start] = end - start;
  }
  return (index) => {
    const length = known.streetLength(tokens, index);
    return length < filling[index] ? 0 : length;
  };
}

/** The names that begin at each token, by their longest: `other` are those of districts and provinces; `fills` is 1 if a ward name ends with its part. */
interface NamesAt {
  ward: Uint8Array;
  other: Uint8Array;
  fills: Uint8Array;
}

function namesAtTokens(hits: readonly Hit[], tokens: readonly Token[]): NamesAt {
  const count = tokens.length;
  const names: NamesAt = {
    ward: new Uint8Array(count),
    other: new Uint8Array(count),
    fills: new Uint8Array(count),
  };
  for (const { start, end, name } of hits) {
    const length = end - start;
    if (name.layers !== WARD && length > names.other[start]) names.other[start] = length;
    if ((name.layers & WARD) === 0) continue;
    if (length > names.ward[start]) names.ward[start] = length;
    if (end === count || tokens[end].gap === 2) names.fills[start] = 1;
  }
  return names;
}
