import { diacriticKey, hasDiacritics } from '../../../base/text/diacritics.ts';
import { fold, foldKey } from '../../../base/text/fold.ts';
import { remember } from '../remember.ts';
import type { UnitHistory } from './unit-history.ts';
import { isInPeriod, type UnitPeriod, type UnitPeriods } from './unit-periods.ts';

/** Most parts of a line of units: ward, district, province. */
const MOST_PARTS = 3;

/** A part of a text as a unit would be written: its type word, if any, and its name. */
interface WrittenUnit {
  /** True with an English type word behind the name. */
  isTrailed: boolean;
  /** Folded types that the word can mean; undefined without one. */
  types: readonly string[] | undefined;
  name: string;
  spelling: string;
  isSpelled: boolean;
}

/** A line of units that a text ends with. Shape: `periods` of each unit that has the line, seldom several; `start` is the offset of the first part. */
export interface ExactUnits {
  periods: readonly UnitPeriod[];
  start: number;
}

/** The exact names of the units of all days. */
export interface ExactNames {
  /**
   * Returns the units that a text ends with, if they are written as on a day, in one of the usual forms: type words whole, abbreviated or in English, any case, with or without
   * diacritics, a province without its type word.
   *
   * Shape: `day` limits them to those of that day; undefined if the text ends with no line of units.
   * Cost: a look-up by hash for each part; parts that were read before are read by hash too. About a microsecond.
   */
  find(text: string, day: string | undefined): ExactUnits | undefined;
}

interface Entry {
  period: UnitPeriod;
  types: readonly string[];
  spellings: readonly string[];
}

/** The units whose line of names leads here from the province down, and the names that go on below. */
interface Node {
  entries: Entry[];
  below: Map<string, Node>;
}

/** Parts of texts that are kept as they were read. */
const MOST_KEPT = 50_000;

/** Type words in front of a name, whole and abbreviated, with the types that they mean. */
const LEADING: Readonly<Record<string, readonly string[]>> = {
  phuong: ['phuong'],
  p: ['phuong'],
  ward: ['phuong'],
  xa: ['xa'],
  x: ['xa'],
  commune: ['xa'],
  'thi tran': ['thitran'],
  tt: ['thitran'],
  'dac khu': ['dackhu'],
  quan: ['quan'],
  q: ['quan'],
  district: ['quan', 'huyen'],
  huyen: ['huyen'],
  h: ['huyen'],
  'thi xa': ['thixa'],
  tx: ['thixa'],
  'thanh pho': ['thanhpho'],
  tp: ['thanhpho'],
  tinh: ['tinh'],
  t: ['tinh'],
};

/** English type words behind a name. */
const TRAILING: Readonly<Record<string, readonly string[]>> = {
  ward: ['phuong'],
  commune: ['xa'],
  town: ['thitran', 'thixa'],
  district: ['quan', 'huyen'],
  city: ['thanhpho'],
  province: ['tinh'],
};

const LEADS = new RegExp(`^(${Object.keys(LEADING).join('|')})(?:[. ]+(?=[^. ])|(?=\\d))(.+)$`);
const TRAILS = new RegExp(`^(.+) (${Object.keys(TRAILING).join('|')})$`);

/** Short names of provinces that mean no other unit. */
const SHORT_PROVINCES: ReadonlyMap<string, string> = new Map([
  ['hcm', 'hochiminh'],
  ['tphcm', 'hochiminh'],
  ['hcmc', 'hochiminh'],
  ['hn', 'hanoi'],
  ['tphn', 'hanoi'],
]);

/** Indexes the names of the units of all days; `others` are wards without a code. Cost: some 60 ms and 10 MB for the units of Vietnam. */
export function indexExactNames(
  history: UnitHistory,
  periods: UnitPeriods,
  others: readonly UnitPeriod[],
): ExactNames {
  const root: Node = { entries: [], below: new Map() };
  const keyOf = remember(foldKey);
  const add = (period: UnitPeriod): void => {
    const line = [period.unit, ...period.parents];
    let node = root;
    for (const { name } of line.toReversed()) node = nodeBelow(node, keyOf(name));
    node.entries.push({
      period,
      types: line.map(({ type }) => typeKey(type)),
      spellings: line.map(({ name }) => diacriticKey(name)),
    });
  };
  for (const unit of history.units) for (const period of periods.of(unit)) add(period);
  for (const period of others) add(period);

  const lastParts = new Map<string, WrittenUnit>();
  const innerParts = new Map<string, WrittenUnit>();
  return {
    find(text, day) {
      const written: WrittenUnit[] = [];
      const nodes: Node[] = [];
      const starts: number[] = [];
      let node: Node | undefined = root;
      for (let end = text.length; end >= 0 && written.length < MOST_PARTS;) {
        const isLast = end === text.length && written.length === 0;
        const start = text.lastIndexOf(',', end - 1) + 1;
        const partText = text.slice(start, end);
        const kept = isLast ? lastParts : innerParts;
        const known = kept.get(partText);
        const part = known ?? readPart(partText, isLast);
        node = part && node.below.get(part.name);
        if (part === undefined || node === undefined) break;
        // Parts that are no names of units, as houses and streets, are seldom written twice.
        if (known === undefined) {
          if (kept.size >= MOST_KEPT) kept.clear();
          kept.set(partText, part);
        }
        written.push(part);
        nodes.push(node);
        starts.push(start);
        end = start - 1;
      }
      written.reverse();
      for (let count = written.length; count > 0; count -= 1) {
        const periods = choose(nodes[count - 1].entries, written.slice(-count), day);
        const start = starts[count - 1];
        if (periods.length > 0) return { periods, start: start + leadingSpace(text, start) };
      }
      return undefined;
    },
  };
}

function nodeBelow({ below }: Node, name: string): Node {
  let node = below.get(name);
  if (node === undefined) below.set(name, (node = { entries: [], below: new Map() }));
  return node;
}

/** Returns a type word as in LEADING: folded, without spaces. */
function typeKey(type: string): string {
  return fold(type).replace(' ', '');
}

function leadingSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
  return at - start;
}

function readPart(part: string, isLast: boolean): WrittenUnit | undefined {
  const folded = fold(part);
  if (folded === '') return undefined;
  // "Phuong Lien Ward" begins with a name, not with a type word.
  const trail = TRAILS.exec(folded);
  const lead = trail === null ? LEADS.exec(folded) : null;
  const types = lead ? LEADING[lead[1]] : trail ? TRAILING[trail[2]] : undefined;
  const name = foldKey(lead?.[2] ?? trail?.[1] ?? folded).replace(/^0(?=\d$)/, '');
  const known = isLast ? SHORT_PROVINCES.get(name) : undefined;
  return {
    isTrailed: trail !== null,
    types,
    name: known ?? name,
    spelling: known === undefined ? diacriticKey(part) : '',
    isSpelled: hasDiacritics(part),
  };
}

/** Returns the units that some written parts name, each in its last period that fits. */
function choose(
  entries: readonly Entry[],
  written: readonly WrittenUnit[],
  day: string | undefined,
): UnitPeriod[] {
  const isSpelled = written.some((part) => part.isSpelled);
  const chosen: UnitPeriod[] = [];
  for (const { period, types, spellings } of entries) {
    if (day !== undefined && !isInPeriod(period, day)) continue;
    const fits = written.every((part, at) => {
      const type = types[at];
      if (part.types === undefined ? type !== '' && at < written.length - 1 : !part.types.includes(type))
        return false;
      const spelling = spellings[at];
      return !isSpelled || part.spelling === '' || isSpelledAs(part, spelling);
    });
    if (!fits) continue;
    const known = chosen.findIndex((other) => other.unit === period.unit || isLaterOrEarlier(other, period));
    if (known < 0) chosen.push(period);
    else if (period.from > chosen[known].from) chosen[known] = period;
  }
  return chosen;
}

/** Reports whether wards or districts of one line followed each other, so that the later is meant. */
function isLaterOrEarlier(a: UnitPeriod, b: UnitPeriod): boolean {
  if (a.unit.level === 'province' || a.parents.length !== b.parents.length) return false;
  return (a.to !== '' && a.to <= b.from) || (b.to !== '' && b.to <= a.from);
}

/** Reports whether the name of a part has the spelling of a unit: a digit behind a word is its tone. */
function isSpelledAs({ spelling, isTrailed }: WrittenUnit, name: string): boolean {
  return isTrailed
    ? spelling.startsWith(name) && !/\d/.test(spelling.charAt(name.length))
    : spelling.endsWith(name);
}
