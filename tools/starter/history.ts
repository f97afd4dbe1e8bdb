import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { diacriticKey } from '../../src/base/text/diacritics.ts';
import { foldKey } from '../../src/base/text/fold.ts';
import type { DatedUnit, EdgeExtent, EdgeKind } from '../../src/engine/gazetteer/units/unit-history.ts';

/** A unit of the tables that are being written. */
export type UnitDraft = Omit<DatedUnit, 'name' | 'type'>;

/** A row of the history of wards or districts; the members that only one of them has are optional. */
export interface HistoryRow {
  date: string;
  from_snapshot: string;
  to_snapshot: string;
  kind: string;
  before_code: string;
  before_name: string;
  before_district?: string;
  before_province: string;
  after_code: string;
  after_name: string;
  after_province: string;
  part: string;
  decree: string;
  certainty: string;
}

/** What units were and became before June 2025. */
export interface HistoryFacts {
  wards: HistoryRow[];
  districts: HistoryRow[];
}

/** The tables to which a history is added. Shape: rows of `edges` and `decrees` as in LAW_TABLES. */
export interface LawDraft {
  units: UnitDraft[];
  edges: string[][];
  decrees: string[][];
}

/** Reads the history of wards and districts from a folder. Errors: IO. */
export async function readHistory(dir: string): Promise<HistoryFacts> {
  const read = async (name: string): Promise<HistoryRow[]> =>
    parse(await readFile(join(dir, name)), { columns: true, bom: true });
  const wards = (await read('ward-history.csv')).flatMap((row) => {
    const other = DISPUTED.find(({ code }) => code === row.before_code && row.kind === 'merged');
    return other === undefined ? [row] : [row, { ...row, after_code: other.to, after_name: other.name }];
  });
  return { wards, districts: await read('district-history.csv') };
}

/** Successors that a second list names, where the text of the decree was not found: both are possible. Source: check.md of the history. */
const DISPUTED = [
  { code: '03751', to: '03721', name: 'Thị trấn Thuận Châu' },
  { code: '12094', to: '12052', name: 'Thị trấn Yên Mỹ' },
] as const;

/** Provinces that ended or were renamed between 2004 and June 2025. */
const PROVINCES = [
  { day: '2008-08-01', decree: '15/2008/QH12', from: '28', name: 'Tỉnh Hà Tây', to: '01' },
  { day: '2025-01-01', decree: '175/2024/QH15', from: '46', name: 'Tỉnh Thừa Thiên Huế', to: '46' },
] as const;

/** A change of a level, of one day. Shape: `parent` is the code of the unit above the one before. */
interface Change {
  day: string;
  since: string;
  kind: EdgeKind;
  isNewUnit: boolean;
  from: { code: string; fullName: string; parent: string } | undefined;
  to: string;
  extent: EdgeExtent;
  decree: string;
  certainty: string;
}

/**
 * Adds what units were before June 2025, from the newest day backwards: each change ends a span of days of a unit and begins another.
 *
 * Shape: a change of which the day is not known has the last one that is possible, and the first in `since`. Spellings of one name are no change.
 * Guarantee: returns the changes that do not fit the units of their day, which are left out.
 */
export function addHistory(draft: LawDraft, facts: HistoryFacts, lastDay: string): string[] {
  const faults: string[] = [];
  for (const { day, decree, from, name, to } of PROVINCES) {
    const change = {
      day,
      decree,
      since: '',
      certainty: 'stated',
      isNewUnit: false,
      extent: 'whole' as const,
    };
    const before = { code: from, fullName: name, parent: '' };
    const kind = from === to ? 'retyped' : 'merged';
    goBack(draft, 'province', lastDay, [{ ...change, kind, from: before, to }], faults);
  }
  const codes = createCodes(draft.units, lastDay);
  const districts = facts.districts.flatMap((row) => changeOf(row, codes.province(row.before_province)));
  goBack(draft, 'district', lastDay, districts, faults);
  const districtOf = createCodes(draft.units, lastDay).district;
  const wards = facts.wards.flatMap((row) => {
    const { before_district: name = '', before_province: province, before_code: code } = row;
    const parent = code === '' ? '' : districtOf(name, codes.province(province), dayOf(row));
    if (parent !== undefined) return changeOf(row, parent);
    faults.push(`${dayOf(row)} ${row.before_name}: no district is called ${name}, ${province}`);
    return [];
  });
  goBack(draft, 'ward', lastDay, wards, faults);
  addSpellings(draft.units, facts.wards, lastDay);
  const known = new Set(draft.decrees.map(([id]) => id));
  for (const { decree, ...row } of [...facts.wards, ...facts.districts]) {
    const id = decreeOf(decree);
    if (id === '' || known.has(id)) continue;
    known.add(id);
    draft.decrees.push([id, dayOf(row), '']);
  }
  for (const { decree, day } of PROVINCES) if (!known.has(decree)) draft.decrees.push([decree, day, '']);
  return faults;
}

/** Returns the number of a decree without what the list says behind it; empty if it names none. */
function decreeOf(text: string): string {
  return /^\d+\/[^;,\s]+/u.exec(text.trim())?.[0] ?? '';
}

/** Names that differ in writing only are those of one unit. */
function addSpellings(units: readonly UnitDraft[], rows: readonly HistoryRow[], lastDay: string): void {
  const spelled = rows.filter(({ kind }) => kind === 'spelling');
  for (const { before_code: code, before_name: other, after_name: name } of spelled) {
    for (const unit of units) {
      if (unit.level !== 'ward' || unit.code !== code || unit.from >= lastDay) continue;
      if (diacriticKey(unit.fullName) === diacriticKey(name) && foldKey(other) !== foldKey(unit.fullName))
        unit.spellings = [other, ...(unit.spellings ?? [])];
    }
  }
}

function dayOf({ date, to_snapshot }: Pick<HistoryRow, 'date' | 'to_snapshot'>): string {
  return date === '' ? to_snapshot : date;
}

function changeOf(row: HistoryRow, parent: string): Change[] {
  const { kind, before_code: code, before_name: name, after_code: to } = row;
  if (kind === 'spelling' || kind === 'province renamed') return [];
  return [
    {
      day: dayOf(row),
      since: row.date === '' ? row.from_snapshot : '',
      kind: kindOf(kind),
      isNewUnit: /created|recoded|split/.test(kind),
      // Numbers are written as people write them: "Phường 6", in the list "Phường 06".
      from: code === '' ? undefined : { code, fullName: name.replace(/ 0+(?=\d)/, ' '), parent },
      to,
      extent: row.part === 'whole' || row.part === 'part' ? row.part : 'unknown',
      decree: decreeOf(row.decree),
      certainty: row.certainty,
    },
  ];
}

function kindOf(kind: string): EdgeKind {
  if (kind === 'split') return 'divided';
  if (kind === 'merged') return 'merged';
  if (kind.startsWith('renamed')) return 'renamed';
  if (kind.includes('type-changed')) return 'retyped';
  return kind.includes('moved') ? 'moved' : 'unchanged';
}

/** Returns the codes of provinces and districts by their names. */
function createCodes(units: readonly UnitDraft[], lastDay: string) {
  const provinces = new Map<string, string>();
  const districts = new Map<string, UnitDraft[]>();
  for (const unit of units) {
    // Codes and names were used again in July 2025.
    if (unit.level === 'province' && unit.from < lastDay)
      provinces.set(diacriticKey(unit.fullName), unit.code);
    if (unit.level !== 'district') continue;
    const key = diacriticKey(unit.fullName);
    districts.set(key, [...(districts.get(key) ?? []), unit]);
  }
  return {
    province: (name: string): string => provinces.get(diacriticKey(name)) ?? '',
    /** Returns the district of a name that ended on a day or later. */
    district: (name: string, province: string, day: string): string | undefined => {
      const named = districts.get(diacriticKey(name)) ?? [];
      const fitting = named.filter((unit) => unit.from < day && unit.to >= day);
      return (
        fitting.find((unit) => unit.parent === province) ?? named.find((unit) => unit.parent === province)
      )?.code;
    },
  };
}

/** Follows the changes of a level back from a day on. */
function goBack(
  { units, edges }: LawDraft,
  level: DatedUnit['level'],
  lastDay: string,
  changes: readonly Change[],
  faults: string[],
): void {
  const open = new Map(
    units
      .filter((unit) => unit.level === level && unit.from === '' && (unit.to === '' || unit.to >= lastDay))
      .map((unit) => [unit.code, unit]),
  );
  const days = [...new Set(changes.map(({ day }) => day))].sort().reverse();
  for (const day of days) {
    const ofDay = changes.filter((change) => change.day === day);
    const before = new Map<string, UnitDraft>();
    const touched = new Set<string>();
    const links: Change[] = [];
    for (const change of ofDay) {
      const { from, to, decree } = change;
      const after = to === '' ? undefined : open.get(to);
      if (to !== '' && after === undefined) {
        faults.push(`${day} ${from?.fullName ?? ''} ${from?.code ?? ''} -> ${to}: no such ${level} then`);
        if (from === undefined) continue;
      }
      if (after !== undefined) {
        touched.add(to);
        after.from = day;
        after.fromDecree ||= decree;
      }
      if (from === undefined) continue;
      if (
        open.has(from.code) &&
        !ofDay.some((other) => other.to === from.code && other.from?.code === from.code)
      ) {
        const isSplit = ofDay.some((other) => other.kind === 'divided' && other.from?.code === from.code);
        if (!isSplit && !ofDay.some((other) => other.to === from.code)) {
          faults.push(`${day} ${from.fullName} ${from.code} ends and is there later`);
          continue;
        }
      }
      if (!before.has(from.code))
        before.set(from.code, {
          ...{ level, ...from, from: '', to: day, fromDecree: '', toDecree: decree, postalCode: '' },
        });
      if (after !== undefined) links.push(change);
    }
    // What took others in, or gave a part away, went on under its code.
    const wentOn = (code: string): boolean =>
      !before.has(code) && !ofDay.some(({ to, isNewUnit }) => to === code && isNewUnit);
    for (const code of touched) {
      const after = open.get(code) as UnitDraft;
      if (!wentOn(code)) continue;
      const { fullName, parent, fromDecree: decree } = after;
      before.set(code, { ...after, from: '', to: day, fromDecree: '', toDecree: decree });
      links.push({
        ...{ day, since: '', kind: 'merged', isNewUnit: false, from: { code, fullName, parent }, to: code },
        ...{ extent: 'whole', decree, certainty: 'derived' },
      });
    }
    for (const [code, unit] of before) {
      const later = open.get(code);
      if (later === undefined || touched.has(code)) continue;
      later.from = day;
      later.fromDecree ||= unit.toDecree;
      const { fullName, parent } = unit;
      links.push({
        ...{ day, since: '', kind: 'divided', isNewUnit: false, from: { code, fullName, parent }, to: code },
        ...{ extent: 'part', decree: unit.toDecree, certainty: 'derived' },
      });
    }
    const count = (of: (link: Change) => string): Map<string, number> => {
      const counts = new Map<string, number>();
      for (const link of links) counts.set(of(link), (counts.get(of(link)) ?? 0) + 1);
      return counts;
    };
    const [successors, origins] = [count(({ from }) => from?.code ?? ''), count(({ to }) => to)];
    for (const { from, to, kind, extent, decree, since, certainty } of links) {
      const isDivided = (successors.get(from?.code ?? '') ?? 0) > 1;
      const isMerged = (origins.get(to) ?? 0) > 1;
      edges.push([
        ...[level, from?.code ?? '', level, to, day, isDivided ? 'divided' : isMerged ? 'merged' : kind],
        ...[isDivided && extent === 'whole' ? 'part' : extent, '', decree, '', since, certainty],
      ]);
    }
    for (const code of touched) open.delete(code);
    for (const [code, unit] of before) {
      open.set(code, unit);
      units.push(unit);
    }
  }
}
