/**
 * Prints how often the faulty part of a corrupted address gets the right verdict, and how often a clean one gets a false alarm.
 *
 *   npx tsx test/bench/verdict-report.ts [--seed 1] [--count 2000] [--half first|second] [--streets] [--show 20]
 *
 * The lines are of administrative units of the starter dataset, each fault as often as the others; with --streets, behind a house number and a street of the
 * district (a list of 2019), of any district where the list has none. The second half is not for tuning.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse/sync';
import { fold } from '../../src/base/text/fold.ts';
import { splitFullName } from '../../src/base/text/unit-words.ts';
import type { AddressParts } from '../../src/contract/records/address-parts.ts';
import { createEngine } from '../../src/engine/geocoder/engine.ts';
import { loadDataset } from '../../src/engine/gazetteer/load-dataset.ts';
import { openDataset } from '../../src/engine/gazetteer/open-dataset.ts';
import {
  readVerdictRules,
  rowVerdict,
  type RowVerdict,
  type VerdictRules,
} from '../../src/run/stages/verdict.ts';
import { createRandom, pick, type Random } from './random.ts';
import { tableText } from './table.ts';

/** A former ward with its district and province. */
interface FormerWard {
  full_name: string;
  district: string;
  province: string;
  ward_codes: string;
  extents: string;
}

/** A ward in force. */
interface WardInForce {
  code: string;
  full_name: string;
  province_code: string;
}

/** A line with a known fault: the parts that may have it, the verdicts that name it, and the verdicts of the row that are right. */
interface Line {
  fault: string;
  text: string;
  parts: readonly (keyof AddressParts)[];
  verdicts: readonly string[];
  rows: readonly RowVerdict[];
}

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '2000' },
    half: { type: 'string' },
    streets: { type: 'boolean', default: false },
    show: { type: 'string', default: '0' },
  },
});

/** Groups the members of a list by a key; Node 20 has no Map.groupBy. */
function groupBy<T>(list: readonly T[], keyOf: (member: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const member of list) {
    const group = groups.get(keyOf(member));
    if (group) group.push(member);
    else groups.set(keyOf(member), [member]);
  }
  return groups;
}

const folder = fileURLToPath(new URL('../../fixtures/starter', import.meta.url));
const table = <T>(name: string): T[] =>
  parse<T>(readFileSync(`${folder}/${name}`), { columns: true, bom: true });
const key = (fullName: string): string => fold(splitFullName(fullName).name);

const inForce = table<WardInForce>('wards.csv');
const provinces = table<{ code: string; full_name: string }>('provinces.csv');
const provinceOf = new Map(inForce.map(({ code, province_code }) => [code, province_code]));
const formers = table<FormerWard>('former-wards.csv').filter(
  ({ full_name, district }) => full_name !== '' && district !== '',
);
const byDistrict = groupBy(formers, ({ district, province }) => `${district}|${province}`);
const byProvince = groupBy(formers, ({ province }) => province);
const wardsOf = groupBy(inForce, ({ province_code }) => province_code);
const provinceNames = [...byProvince.keys()];

/** The name of the province in force of a former ward. */
const provinceNameOf = ({ ward_codes }: FormerWard): string =>
  provinces.find(({ code }) => code === provinceOf.get(ward_codes.slice(0, 5)))?.full_name ?? '';
const isNumbered = ({ full_name }: FormerWard): boolean => /\d/.test(full_name);
const districtOf = ({ district, province }: FormerWard): FormerWard[] =>
  byDistrict.get(`${district}|${province}`) as FormerWard[];
const lineOf = (...units: string[]): string => units.filter((unit) => unit !== '').join(', ');
/** The names that may stand for a ward of a district: those of its wards, and of what they became. */
const namesIn = (ward: FormerWard): Set<string> => {
  const codes = new Set(districtOf(ward).flatMap(({ ward_codes }) => ward_codes.split(/[ |;]/)));
  const now = inForce.filter(({ code }) => codes.has(code)).map(({ full_name }) => key(full_name));
  return new Set([...districtOf(ward).map(({ full_name }) => key(full_name)), ...now]);
};
const knownNames = new Map<string, Set<string>>();
/** The names of the wards of a former province, and of what they became. */
const namesOfProvince = (province: string): Set<string> => {
  let names = knownNames.get(province);
  if (names === undefined) {
    const wards = byProvince.get(province) as FormerWard[];
    const codes = new Set(wards.map(({ ward_codes }) => provinceOf.get(ward_codes.slice(0, 5)) as string));
    const now = inForce.filter(({ province_code }) => codes.has(province_code));
    names = new Set([...wards, ...now].map(({ full_name }) => key(full_name)));
    knownNames.set(province, names);
  }
  return names;
};
const BAD = ['contradicted', 'unknown'];
const DOUBT: readonly RowVerdict[] = ['check', 'reject'];
const USABLE: readonly RowVerdict[] = ['accept', 'check'];

/** Changes one letter of a name: left out, doubled, another one, or exchanged with the next. */
function misspell(random: Random, name: string): string {
  const letters = [...name];
  const at = 1 + Math.floor(random() * (letters.length - 2));
  if (letters[at] === ' ' || letters[at + 1] === ' ') return misspell(random, name);
  const kind = Math.floor(random() * 4);
  if (kind === 0) letters.splice(at, 1);
  else if (kind === 1) letters.splice(at, 0, letters[at] as string);
  else if (kind === 2) letters[at] = pick(random, [...'bcdghklmnpqrstv']);
  else [letters[at], letters[at + 1]] = [letters[at + 1] as string, letters[at] as string];
  const made = letters.join('');
  return fold(made) === fold(name) ? misspell(random, name) : made;
}

/** Reports whether a former ward became several wards, none of which has all of its population by law. */
const isDivided = ({ ward_codes, extents }: FormerWard): boolean => {
  const each = extents.split('|');
  const populated = each.filter((extent) => extent !== 'area');
  return ward_codes.includes('|') && !each.includes('population') && populated.length !== 1;
};

type Maker = (random: Random, ward: FormerWard) => Omit<Line, 'fault'> | undefined;

const FAULTS: Readonly<Record<string, Maker>> = {
  'wrong ward for the district': (random, ward) => {
    const other = pick(random, byProvince.get(ward.province) as FormerWard[]);
    if (isNumbered(other) || namesIn(ward).has(key(other.full_name))) return undefined;
    const text = lineOf(other.full_name, ward.district, ward.province);
    return { text, parts: ['ward', 'district'], verdicts: BAD, rows: DOUBT };
  },
  misspelt: (random, ward) => {
    const { type, name } = splitFullName(ward.full_name);
    if (isNumbered(ward) || name.length < 6) return undefined;
    const made = misspell(random, name);
    if (namesIn(ward).has(fold(made))) return undefined;
    const text = lineOf(`${type} ${made}`, ward.district, ward.province);
    return { text, parts: ['ward'], verdicts: ['corrected'], rows: USABLE };
  },
  missing: (random, ward) =>
    random() < 0.5
      ? { text: lineOf(ward.district, ward.province), parts: ['ward'], verdicts: ['missing'], rows: DOUBT }
      : {
          text: lineOf(ward.full_name, ward.district),
          parts: ['province'],
          verdicts: ['completed'],
          rows: USABLE,
        },
  'contradicted province': (random, ward) => {
    const province = pick(random, provinceNames);
    const hasDistrict = (byProvince.get(province) as FormerWard[]).some(
      ({ district }) => key(district) === key(ward.district),
    );
    // A ward of that name in the province would make the district the wrong part.
    const hasWard = namesOfProvince(province).has(key(ward.full_name));
    // People write a former ward with the province of today.
    const isOfToday = key(province) === key(provinceNameOf(ward));
    if (province === ward.province || isOfToday || hasDistrict || hasWard) return undefined;
    const text = lineOf(ward.full_name, ward.district, province);
    return { text, parts: ['province'], verdicts: ['contradicted'], rows: DOUBT };
  },
  swapped: (_, ward) => {
    const [small, large] = [splitFullName(ward.full_name), splitFullName(ward.district)];
    if (isNumbered(ward) || /\d/.test(large.name) || namesIn(ward).has(fold(large.name))) return undefined;
    const text = lineOf(`${small.type} ${large.name}`, `${large.type} ${small.name}`, ward.province);
    return { text, parts: ['ward', 'district'], verdicts: [...BAD, 'corrected'], rows: DOUBT };
  },
  'old district, new ward': (random, ward) => {
    const province = provinceOf.get(ward.ward_codes.slice(0, 5)) as string;
    const other = pick(random, wardsOf.get(province) as WardInForce[]);
    if (namesIn(ward).has(key(other.full_name))) return undefined;
    const text = lineOf(other.full_name, ward.district, ward.province);
    return { text, parts: ['ward', 'district'], verdicts: BAD, rows: DOUBT };
  },
};

const random = createRandom(Number(options.seed));
const count = Number(options.count);
const lines: Line[] = [];
for (const [fault, make] of Object.entries(FAULTS)) {
  const most = Math.ceil(
    ((lines.length === 0 ? 1 : Object.keys(FAULTS).indexOf(fault) + 1) * count) / Object.keys(FAULTS).length,
  );
  while (lines.length < most) {
    const line = make(random, pick(random, formers));
    if (line !== undefined) lines.push({ fault, ...line });
  }
}
const clean = Array.from({ length: count }, (_, at): Line => {
  const ward = pick(random, formers);
  const now = pick(random, inForce);
  const province = provinces.find(({ code }) => code === now.province_code)?.full_name ?? '';
  const text =
    at % 2 === 0 ? lineOf(ward.full_name, ward.district, ward.province) : lineOf(now.full_name, province);
  return {
    fault: at % 2 === 0 ? 'clean, former units' : 'clean, units in force',
    text,
    parts: [],
    verdicts: [],
    // Of a ward that became several, none of which got all of the population, the text says too little.
    rows: at % 2 === 0 && isDivided(ward) ? USABLE : ['accept'],
  };
});

const streetsOf = options.streets ? readStreets() : undefined;
const streetRandom = createRandom(Number(options.seed));

/** Returns the streets of each district by its name, all of them under the empty one. */
function readStreets(): Map<string, string[]> {
  const file = new URL('../../../shared/data/addresses/streets-in-districts-2019.csv.gz', import.meta.url);
  const rows = parse<{ street: string; district: string }>(gunzipSync(readFileSync(file)), { columns: true })
    .map(({ street, district }) => ({ street: street.replace(/[, ]+$/, ''), district }))
    .filter(({ street }) => street !== '' && !street.includes(','));
  const names = (group: typeof rows): string[] => group.map(({ street }) => street);
  return new Map([
    ['', names(rows)],
    ...[...groupBy(rows, ({ district }) => fold(district))].map(
      ([district, group]) => [district, names(group)] as const,
    ),
  ]);
}

/** Puts a house number and a street in front of a line of units. */
function withStreet(line: Line): Line {
  if (streetsOf === undefined) return line;
  const [, district = ''] = line.text.split(', ');
  const streets = streetsOf.get(key(district)) ?? streetsOf.get('') ?? [];
  const street = pick(streetRandom, streets);
  return { ...line, text: `${1 + Math.floor(streetRandom() * 300)} ${street}, ${line.text}` };
}

const engine = createEngine(openDataset(await loadDataset(folder)));
const rules = readVerdictRules(true) as VerdictRules;
let shown = 0;

/** Returns whether part and row are named right, and whether the row is called ambiguous. */
function judge({ fault, text, parts, verdicts, rows }: Line): {
  part: boolean;
  row: boolean;
  ambiguous: boolean;
} {
  const [first] = engine.forward(text, { size: 1, units: 'new' });
  const { parts: found, level, confidence = 0, ambiguity } = first?.extension ?? {};
  if (found === undefined || level === undefined)
    return { part: false, row: rows.includes('reject'), ambiguous: false };
  const isAmbiguous = ambiguity !== undefined;
  const verdict = rowVerdict({ parts: found, level, confidence, isAmbiguous }, rules);
  const isClean = parts.length === 0;
  const part = isClean
    ? !(['ward', 'district', 'province'] as const).some((name) => [...BAD, 'corrected'].includes(found[name]))
    : parts.some((name) => verdicts.includes(found[name]));
  const row = rows.includes(verdict);
  if (!(part && row) && shown < Number(options.show)) {
    shown += 1;
    console.log(
      `${fault}: ${text} -> ${first?.label} ${confidence} ${verdict} ${ambiguity ?? ''} ${JSON.stringify(found)}`,
    );
  }
  return { part, row, ambiguous: isAmbiguous };
}

const isInHalf = (at: number): boolean =>
  options.half === undefined || at % 4 < 2 === (options.half === 'first');
const judged = [...lines, ...clean]
  .map(withStreet)
  .flatMap((line, at) => (isInHalf(at) ? [{ line, ...judge(line) }] : []));
const percent = (some: number, all: number): string => ((100 * some) / all).toFixed(1);
console.log(
  tableText({
    title: `Verdicts of ${count} corrupted and ${count} clean lines of units${options.streets ? ' behind streets' : ''}, per cent, seed ${options.seed}, ${options.half ?? 'both halves'}`,
    columns: ['fault', 'rows', 'part right', 'row right', 'both', 'ambiguous'],
    rows: [
      ...groupBy(judged, ({ line }) => line.fault),
      ['all corrupted', judged.filter(({ line }) => line.parts.length > 0)] as const,
    ].map(([fault, all]) => [
      fault,
      String(all.length),
      percent(all.filter(({ part }) => part).length, all.length),
      percent(all.filter(({ row }) => row).length, all.length),
      percent(all.filter(({ part, row }) => part && row).length, all.length),
      percent(all.filter(({ ambiguous }) => ambiguous).length, all.length),
    ]),
  }),
);
