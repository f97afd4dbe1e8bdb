import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { GeomillError } from '../../src/base/errors/geomill-error.ts';
import { diacriticKey } from '../../src/base/text/diacritics.ts';
import { fold, foldKey } from '../../src/base/text/fold.ts';
import { splitFullName } from '../../src/base/text/unit-words.ts';
import type { AdminBytes } from '../../src/dataset/compile/admin-tables.ts';
import { CODE_SEPARATOR, LAW_COLUMNS } from '../../src/engine/gazetteer/store/admin-files.ts';
import type { DatedUnit, EdgeExtent, EdgeKind } from '../../src/engine/gazetteer/units/unit-history.ts';
import type { Gazetteer } from './gazetteer.ts';
import { type DecreeFile, readDecree } from '../../src/dataset/decrees/read-decree.ts';
import { addHistory, readHistory, type HistoryFacts, type UnitDraft } from './history.ts';

/** Rows of the history that do not fit the units of their day: three communes of Cao Bằng moved and merged on one day. */
const MOST_FAULTS = 3;
/** The day of the first decrees: districts end, provinces and wards are merged. */
export const REFORM = '2025-07-01';
/** The decrees on provinces and on the end of districts, which the resolutions on wards rest on. */
const REFORM_DECREES = [
  ['202/2025/QH15', 'Sắp xếp đơn vị hành chính cấp tỉnh'],
  ['203/2025/QH15', 'Sửa đổi, bổ sung một số điều của Hiến pháp: kết thúc đơn vị hành chính cấp huyện'],
] as const;
const [PROVINCE_DECREE, DISTRICT_DECREE] = [REFORM_DECREES[0][0], REFORM_DECREES[1][0]];

/** An edge of the conversion table with decree and item, as `tools/resolutions` writes it. */
export interface ConversionEdge {
  old_ward_code: string;
  old_district_code: string;
  new_ward_code: string;
  note: string;
  decree: string;
  item: string;
}

/** A ward of 30 June 2025. */
export interface FormerWardRow {
  ward_code: string;
  ward: string;
  district_code: string;
  district: string;
  province_code: string;
  province: string;
}

/** The facts of the law: see tools/starter/law/README.md. */
export interface LawFacts {
  edges: ConversionEdge[];
  formerWards: FormerWardRow[];
  /** Decrees of later days, in the order of the days. */
  laterDecrees: DecreeFile[];
  postalCodes: { ward_code: string; postal_code: string }[];
  decrees: { id: string; effective: string; title: string }[];
  /** What units were before June 2025; none when left out. */
  history?: HistoryFacts;
}

/** Reads the facts of the law from a folder, and the history of units from another. Errors: IO. */
export async function readLawFacts(dir: string, historyDir?: string): Promise<LawFacts> {
  const read = async <Row>(file: string): Promise<Row[]> =>
    parse(await readFile(file), { columns: true, bom: true }) as unknown as Row[];
  return {
    edges: await read(join(dir, 'edges.csv')),
    formerWards: correctProvinces(await read(join(dir, 'former-wards.csv'))),
    laterDecrees: await readDecrees(join(dir, 'decrees')),
    postalCodes: await read(join(dir, 'postal-codes.csv')),
    decrees: await read(join(dir, 'decrees-2025.csv')),
    ...(historyDir === undefined ? {} : { history: await readHistory(historyDir) }),
  };
}

async function readDecrees(dir: string): Promise<DecreeFile[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.yaml'));
  const decrees = await Promise.all(
    names.map(async (name) => readDecree(await readFile(join(dir, name), 'utf8'), name)),
  );
  return decrees.sort((a, b) => compare(a.effective + a.id, b.effective + b.id));
}

/** Gives each ward the province of most wards of its district: the official list has two with another one. */
function correctProvinces(wards: FormerWardRow[]): FormerWardRow[] {
  const counts = new Map<string, Map<string, number>>();
  for (const { district_code: district, province_code: code } of wards) {
    const ofDistrict = counts.get(district) ?? new Map<string, number>();
    counts.set(district, ofDistrict.set(code, (ofDistrict.get(code) ?? 0) + 1));
  }
  const nameOf = new Map(wards.map((ward) => [ward.province_code, ward.province]));
  return wards.map((ward) => {
    const [[code]] = [...(counts.get(ward.district_code) as Map<string, number>)].sort(
      (a, b) => b[1] - a[1],
    ) as [[string, number]];
    return { ...ward, province_code: code, province: nameOf.get(code) as string };
  });
}

/** Returns what a note of the conversion table says of area and population. */
export function extentOf(note: string): EdgeExtent {
  const text = diacriticKey(note);
  const says = (words: string): boolean => text.includes(diacriticKey(words));
  if (says('toàn bộ dân số')) return 'population';
  if (says('một phần dân số')) return 'some-population';
  // "Toàn bộ diện tích": all of the area, while the population went elsewhere.
  if (says('một phần diện tích') || says('toàn bộ diện tích')) return 'area';
  if (says('một phần') || says('phần còn lại')) return 'part';
  return 'whole';
}

/** Order of the successors of a former ward: all of the population, a part of it, area only. */
const EXTENT_RANK: Readonly<Record<EdgeExtent, number>> = {
  ...{ whole: 0, population: 0, part: 1, 'some-population': 1, unknown: 1, area: 2 },
};

/**
 * Sets the successors of the former wards to those of the conversion table.
 *
 * Shape: the successor that got all of the population first, those that got area only last; others stay in their order.
 */
export function applyConversion(
  formerWards: Gazetteer['formerWards'],
  { edges, formerWards: official }: LawFacts,
): void {
  const edgesOf = groupEdges(edges);
  const aliases: ReturnType<typeof adoptSpelling> = [];
  const officialOf = new Map(official.map((ward) => [ward.ward_code, ward]));
  nameCodes(formerWards, official);
  for (const ward of formerWards) {
    const known = officialOf.get(ward.code);
    // A ward that is in no row of the table had ended before it.
    if (known === undefined) ward.code = '';
    const successors = edgesOf.get(ward.code);
    if (known === undefined || successors === undefined) continue;
    if (diacriticKey(ward.district) !== diacriticKey(known.district)) ward.district = known.district;
    aliases.push(...adoptSpelling(ward, known.ward));
    const position = (code: string): number => (ward.wardCodes.indexOf(code) + 1 || 99) - 1;
    ward.wardCodes = [...successors]
      .sort(
        (a, b) =>
          EXTENT_RANK[extentOf(a.note)] - EXTENT_RANK[extentOf(b.note)] ||
          position(a.new_ward_code) - position(b.new_ward_code),
      )
      .map((edge) => edge.new_ward_code);
    if (successors.length === 1) continue;
    const extents = new Map(successors.map((edge) => [edge.new_ward_code, extentOf(edge.note)]));
    ward.extents = ward.wardCodes.map((wardCode) => extents.get(wardCode) as EdgeExtent);
  }
  for (const { of, fullName } of aliases) formerWards.push({ ...of, code: '', fullName });
  // Other lists have some wards once more under the official spelling, without a code.
  const keyOf = ({ province, district, fullName }: (typeof formerWards)[number]): string =>
    [province, district, fullName].map(diacriticKey).join('\n');
  const coded = new Set(formerWards.filter(({ code }) => code !== '').map(keyOf));
  const kept = formerWards.filter((ward) => ward.code !== '' || !coded.has(keyOf(ward)));
  formerWards.splice(0, formerWards.length, ...kept);
}

/** Gives wards of the list that are known by name only their code. */
function nameCodes(formerWards: Gazetteer['formerWards'], official: readonly FormerWardRow[]): void {
  const coded = new Set(formerWards.map(({ code }) => code));
  for (const { ward_code: code, ward, district, province } of official) {
    if (coded.has(code)) continue;
    const known = formerWards.find(
      (each) => each.fullName === ward && each.district === district && each.province === province,
    );
    if (known === undefined) formerWards.push({ code, fullName: ward, district, province, wardCodes: [] });
    else known.code = code;
  }
}

/** Gives a former ward its official name; returns the name of the two that would be lost, if they differ in more than marks. */
function adoptSpelling(
  ward: Gazetteer['formerWards'][number],
  official: string,
): { of: Gazetteer['formerWards'][number]; fullName: string }[] {
  const listed = ward.fullName;
  if (diacriticKey(listed) === diacriticKey(official)) {
    // "Hoà" and "Hòa" are the same words, "H' Neng" and "Hneng" not: people write the first.
    if (fold(listed) === fold(official)) ward.fullName = official;
    return [];
  }
  // Numbers are listed as people write them: `Phường 4`, officially `Phường IV`.
  const isNumber = /\d/.test(listed);
  if (!isNumber) ward.fullName = official;
  const other = isNumber ? official : listed;
  return foldKey(listed) === foldKey(official) || /0\d/.test(official + listed)
    ? []
    : [{ of: ward, fullName: other }];
}

function groupEdges(edges: readonly ConversionEdge[]): Map<string, ConversionEdge[]> {
  const groups = new Map<string, ConversionEdge[]>();
  for (const edge of edges) groups.set(edge.old_ward_code, [...(groups.get(edge.old_ward_code) ?? []), edge]);
  return groups;
}

/**
 * Builds the tables of dated units without the later decrees.
 *
 * Errors: INPUT_BAD if the history does not fit the units of its days.
 */
export function buildLawTables(gazetteer: Gazetteer, facts: LawFacts): NonNullable<AdminBytes['law']> {
  const units = [...formerUnits(facts, gazetteer), ...unitsOfReform(gazetteer, facts)];
  const edges = [...provinceEdges(facts, gazetteer), ...wardEdges(gazetteer, facts)];
  const decrees: string[][] = [
    ...REFORM_DECREES.map(([id, title]) => [id, REFORM, title]),
    ...facts.decrees.map(({ id, effective, title }) => [id, effective, title]),
  ];
  if (facts.history !== undefined) {
    const faults = addHistory({ units, edges, decrees }, facts.history, REFORM);
    if (faults.length > MOST_FAULTS) throw new GeomillError('INPUT_BAD', faults.join('\n'));
  }
  return {
    datedUnits: table(
      LAW_COLUMNS.datedUnits,
      units
        .map((unit) => [
          ...[unit.level, unit.code, unit.fullName, unit.parent, unit.from, unit.to],
          ...[unit.fromDecree, unit.toDecree, unit.postalCode, unit.spellings?.join(CODE_SEPARATOR) ?? ''],
        ])
        .sort((a, b) => compare([a[0], a[1], a[4]].join(), [b[0], b[1], b[4]].join())),
    ),
    datedEdges: table(
      LAW_COLUMNS.datedEdges,
      edges.map((edge) => LAW_COLUMNS.datedEdges.map((_, at) => edge[at] ?? '')),
    ),
    decrees: table(LAW_COLUMNS.decrees, decrees),
  };
}

/** Returns the provinces that merged, by their codes before and after. */
function provincePairs({ edges, formerWards }: LawFacts, { wards }: Gazetteer): Map<string, string> {
  const newOf = new Map(wards.map((ward) => [ward.code, ward.provinceCode]));
  const oldOf = new Map(formerWards.map((ward) => [ward.ward_code, ward.province_code]));
  const votes = new Map<string, Map<string, number>>();
  for (const edge of edges) {
    const [before, after] = [oldOf.get(edge.old_ward_code), newOf.get(edge.new_ward_code)];
    if (before === undefined || after === undefined) continue;
    const counts = votes.get(before) ?? new Map<string, number>();
    votes.set(before, counts.set(after, (counts.get(after) ?? 0) + 1));
  }
  return new Map(
    [...votes].map(([before, counts]) => [
      before,
      ([...counts].sort((a, b) => b[1] - a[1])[0] as [string, number])[0],
    ]),
  );
}

/** Returns the codes of the provinces that took others in. */
function grownProvinces(pairs: ReadonlyMap<string, string>): Set<string> {
  return new Set([...pairs].filter(([before, after]) => before !== after).map(([, after]) => after));
}

function formerUnits(facts: LawFacts, gazetteer: Gazetteer): UnitDraft[] {
  const pairs = provincePairs(facts, gazetteer);
  const grown = grownProvinces(pairs);
  const decreeOf = new Map(facts.edges.map((edge) => [edge.old_ward_code, edge.decree]));
  const units = new Map<string, UnitDraft>();
  const add = (
    level: DatedUnit['level'],
    code: string,
    fullName: string,
    parent: string,
    toDecree: string,
  ): void => {
    if (!units.has(`${level} ${code}`))
      units.set(`${level} ${code}`, {
        level,
        code,
        fullName,
        parent,
        from: '',
        to: REFORM,
        fromDecree: '',
        toDecree,
        postalCode: '',
      });
  };
  for (const row of facts.formerWards) {
    const { ward_code: code, district_code: district, province_code: province } = row;
    if (province !== pairs.get(province) || grown.has(province))
      add('province', province, row.province, '', PROVINCE_DECREE);
    add('district', district, row.district, province, DISTRICT_DECREE);
    add('ward', code, row.ward, district, decreeOf.get(code) ?? '');
  }
  // Islands that had no wards are districts only, which the list of wards does not have.
  for (const edge of facts.edges.filter(({ old_ward_code: code }) => code === '')) {
    const former = gazetteer.formerWards.find(
      ({ code, fullName, wardCodes }) =>
        code === '' && fullName === '' && wardCodes.includes(edge.new_ward_code),
    );
    const province = facts.formerWards.find((row) => row.province === former?.province);
    if (former === undefined || province === undefined) continue;
    add('district', edge.old_district_code, former.district, province.province_code, edge.decree);
  }
  return [...units.values()];
}

function unitsOfReform(gazetteer: Gazetteer, facts: LawFacts): UnitDraft[] {
  const grown = grownProvinces(provincePairs(facts, gazetteer));
  const postalOf = new Map(facts.postalCodes.map((row) => [row.ward_code, row.postal_code]));
  const decreeOf = new Map(facts.edges.map((edge) => [edge.new_ward_code, edge.decree]));
  const open = { to: '', toDecree: '' };
  return [
    ...gazetteer.provinces.map(({ code, fullName }): UnitDraft => ({
      ...{ level: 'province' as const, code, fullName, parent: '', postalCode: '', ...open },
      ...(grown.has(code) ? { from: REFORM, fromDecree: PROVINCE_DECREE } : { from: '', fromDecree: '' }),
    })),
    ...gazetteer.wards.map(({ code, fullName, provinceCode }): UnitDraft => ({
      ...{
        level: 'ward' as const,
        code,
        fullName,
        parent: provinceCode,
        postalCode: postalOf.get(code) ?? '',
        ...open,
      },
      ...{ from: REFORM, fromDecree: decreeOf.get(code) ?? '' },
    })),
  ];
}

function provinceEdges(facts: LawFacts, gazetteer: Gazetteer): string[][] {
  const pairs = provincePairs(facts, gazetteer);
  const grown = grownProvinces(pairs);
  return [...pairs]
    .filter(([before, after]) => before !== after || grown.has(after))
    .map(([before, after]) => [
      'province',
      before,
      'province',
      after,
      REFORM,
      'merged',
      'whole',
      '',
      PROVINCE_DECREE,
      '',
    ]);
}

function wardEdges({ wards, provinces, formerWards }: Gazetteer, facts: LawFacts): string[][] {
  const wardOf = new Map(wards.map((ward) => [ward.code, ward]));
  const provinceOf = new Map(provinces.map((province) => [province.code, province.fullName]));
  const oldOf = new Map(facts.formerWards.map((ward) => [ward.ward_code, ward]));
  const count = (codeOf: (edge: ConversionEdge) => string): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const edge of facts.edges) counts.set(codeOf(edge), (counts.get(codeOf(edge)) ?? 0) + 1);
    return counts;
  };
  const successors = count((edge) => edge.old_ward_code || edge.old_district_code);
  const origins = count((edge) => edge.new_ward_code);
  const islands = new Set(
    formerWards.filter(({ fullName }) => fullName === '').flatMap(({ wardCodes }) => wardCodes),
  );
  return facts.edges.flatMap(
    ({ old_ward_code: oldCode, old_district_code: district, new_ward_code: code, ...edge }) => {
      const ward = wardOf.get(code) as Gazetteer['wards'][number];
      const old = oldOf.get(oldCode);
      if (old === undefined && !islands.has(code)) return [];
      const isDivided = (successors.get(oldCode || district) ?? 0) > 1;
      const isMerged = (origins.get(code) ?? 0) > 1;
      const moved =
        old !== undefined &&
        splitFullName(old.province).name !== splitFullName(provinceOf.get(ward.provinceCode) ?? '').name;
      const kind = isDivided
        ? 'divided'
        : isMerged
          ? 'merged'
          : kindOf(old?.ward ?? '', ward.fullName, moved);
      const from = oldCode === '' ? [district, 'district'] : [oldCode, 'ward'];
      return [['ward', ...from, code, REFORM, kind, extentOf(edge.note), edge.note, edge.decree, edge.item]];
    },
  );
}

function kindOf(before: string, after: string, isMoved: boolean): EdgeKind {
  const [old, now] = [splitFullName(before), splitFullName(after)];
  if (diacriticKey(old.name) !== diacriticKey(now.name)) return 'renamed';
  if (old.type !== now.type) return 'retyped';
  return isMoved ? 'moved' : 'unchanged';
}

function table(columns: readonly string[], rows: readonly string[][]): Buffer {
  return Buffer.from(stringify([[...columns], ...rows]));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
