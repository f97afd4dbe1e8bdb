import { parse } from 'csv-parse/sync';
import { failure } from '../../../base/errors/geomill-error.ts';
import { splitFullName } from '../../../base/text/unit-words.ts';
import { ADDED_COLUMNS, CODE_SEPARATOR, LAW_COLUMNS, LAW_FILES } from '../store/admin-files.ts';

export { isDay } from '../../../base/text/day.ts';

// The data API of the units by law. How to request:
//   const history = admin.history;                                  undefined for a dataset without dated units
//   history.unitOf('ward', '26740', '2025-06-30')                   Phường Bến Nghé; on 2025-07-01: Phường Sài Gòn
//   history.edgesFrom(unit), history.edgesTo(unit)                  what became of a unit at its end, what it was made of
//   history.successors(unit, '2026-11-01')                          the units of another day with their edges, decided one first
//   history.decrees.get(edge.decree)                                title and day of a decree

/** Level of an administrative unit. */
export type UnitLevel = 'province' | 'district' | 'ward';

/** What an edge does to a unit; `moved` is to another district or province with name and extent kept. */
export type EdgeKind = 'unchanged' | 'renamed' | 'retyped' | 'merged' | 'divided' | 'moved';

/** How much of the former unit an edge moves: see `extent` of LAW_TABLES. */
export type EdgeExtent = 'whole' | 'part' | 'population' | 'area' | 'some-population' | 'unknown';

/**
 * A unit as it is called from one day to another.
 *
 * Shape: `parent` is the code of the district of a ward before 1 July 2025, else of the province; empty for a province.
 * `from` is its first day, empty before the records begin; `to` is the first day after it, empty for a unit in force. Days are `YYYY-MM-DD`.
 */
export interface DatedUnit {
  level: UnitLevel;
  code: string;
  name: string;
  type: string;
  fullName: string;
  parent: string;
  from: string;
  to: string;
  fromDecree: string;
  toDecree: string;
  postalCode: string;
  /** The full name as other lists write it. */
  spellings?: readonly string[] | undefined;
}

/** What one unit became on a day. Shape: `item` is a number of the first article of the decree, empty if unknown. */
export interface UnitEdge {
  from: DatedUnit;
  to: DatedUnit;
  effective: string;
  kind: EdgeKind;
  extent: EdgeExtent;
  note: string;
  decree: string;
  item: string;
  /** The day after which it was, if only an interval is known: `effective` is then the last day possible; else empty. */
  since: string;
  /** False if it was derived from two lists of units, true if a decree or list states it. */
  isStated: boolean;
  /** Share of the population of the former unit: 1 all, 0 none (area only), between them as a decree states it, undefined where the law does not say. */
  share: number | undefined;
}

/** A decree on units. */
export interface Decree {
  id: string;
  effective: string;
  title: string;
}

/**
 * A unit of another day that a unit became, or was made of.
 *
 * Shape: `edges` in the order of the days, empty for the unit itself; `share` is the product of theirs, undefined where the law does not say.
 * `isDecided`: by law all of the population of the unit is in this one.
 */
export interface UnitLink {
  unit: DatedUnit;
  edges: readonly UnitEdge[];
  share: number | undefined;
  isDecided: boolean;
}

/** The units of every day, read-only. */
export interface UnitHistory {
  /** The day from which the newest names are in force; the default of `as_of`. */
  newestDay: string;
  /** The decree of that day that changed most units. */
  lastDecree: Decree;
  decrees: ReadonlyMap<string, Decree>;
  units: readonly DatedUnit[];
  edges: readonly UnitEdge[];
  /** Returns the unit with a code on a day; undefined if there was none. */
  unitOf(level: UnitLevel, code: string, day: string): DatedUnit | undefined;
  /** Returns all units of a level on a day. */
  unitsOn(level: UnitLevel, day: string): DatedUnit[];
  /** Returns the units above a unit on a day of it, the lowest first: district and province, or the province. */
  parentsOf(unit: DatedUnit, day?: string): DatedUnit[];
  /** Returns the full name of a unit on a day with the units above it, joined with commas. */
  lineOf(unit: DatedUnit, day?: string): string;
  /** Returns what became of a unit at its end. */
  edgesFrom(unit: DatedUnit): readonly UnitEdge[];
  /** Returns what a unit was made of at its beginning. */
  edgesTo(unit: DatedUnit): readonly UnitEdge[];
  /** Returns the units of a later day that a unit became, the decided one first, those that got area only last. */
  successors(unit: DatedUnit, day: string): UnitLink[];
  /** Returns the units of an earlier day of which a unit was made, whole ones first, those that gave area only last. */
  origins(unit: DatedUnit, day: string): UnitLink[];
}

/** The bytes of the tables of dated units. */
export type LawBytes = Record<keyof typeof LAW_FILES, Uint8Array>;

/**
 * Reads the dated units.
 *
 * Errors: DATASET_BAD if a table has other columns, or an edge refers to a unit or decree that is not there.
 * Cost: some 40 ms for all units of Vietnam.
 */
export function readUnitHistory(bytes: LawBytes): UnitHistory {
  const decrees = new Map(
    readTable(bytes, 'decrees').map(([id = '', effective = '', title = '']) => [
      id,
      { id, effective, title },
    ]),
  );
  const units = readTable(bytes, 'datedUnits').map(readUnit);
  const byCode = groupBy(units, (unit) => `${unit.level} ${unit.code}`);
  const unitOf = (level: UnitLevel, code: string, day: string): DatedUnit | undefined =>
    byCode.get(`${level} ${code}`)?.find((unit) => isIn(unit, day));
  const edges = readTable(bytes, 'datedEdges').map((row) => readEdge(row, byCode, decrees));
  const fromOf = groupBy(edges, (edge) => edge.from);
  const toOf = groupBy(edges, (edge) => edge.to);
  const newestDay = units.reduce((newest, { from }) => (from > newest ? from : newest), '');
  const edgesFrom = (unit: DatedUnit): readonly UnitEdge[] => fromOf.get(unit) ?? [];
  const edgesTo = (unit: DatedUnit): readonly UnitEdge[] => toOf.get(unit) ?? [];
  const parentsOf = (unit: DatedUnit, day = lastDayOf(unit, newestDay)): DatedUnit[] => {
    if (unit.level === 'province') return [];
    const parent =
      (unit.level === 'ward' ? unitOf('district', unit.parent, day) : undefined) ??
      unitOf('province', unit.parent, day);
    return parent === undefined ? [] : [parent, ...parentsOf(parent, day)];
  };
  return {
    newestDay,
    decrees,
    units,
    edges,
    unitOf,
    edgesFrom,
    edgesTo,
    parentsOf,
    lastDecree: lastDecreeOf(edges, decrees, newestDay),
    unitsOn: (level, day) => units.filter((unit) => unit.level === level && isIn(unit, day)),
    lineOf: (unit, day) => [unit, ...parentsOf(unit, day)].map(({ fullName }) => fullName).join(', '),
    successors: (unit, day) => linksOf(unit, day, (link) => stepsOf(edgesFrom(link), 'to')),
    origins: (unit, day) => linksOf(unit, day, (link) => stepsOf(edgesTo(link), 'from')),
  };
}

function isIn(unit: DatedUnit, day: string): boolean {
  return unit.from <= day && (unit.to === '' || day < unit.to);
}

/** A day on which a unit is in force, as late as possible: the day before its end, or the newest. */
function lastDayOf({ to }: DatedUnit, newestDay: string): string {
  if (to === '') return newestDay;
  return new Date(Date.parse(`${to}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

/** An edge and the unit at its far end. */
type Step = [UnitEdge, DatedUnit];

function stepsOf(edges: readonly UnitEdge[], end: 'from' | 'to'): Step[] {
  return edges.map((edge) => [edge, edge[end]]);
}

/** Follows edges from a unit to the units of a day. Shape: a unit that is reached in several ways is listed once, with the largest share. */
function linksOf(unit: DatedUnit, day: string, next: (unit: DatedUnit) => Step[]): UnitLink[] {
  const found = new Map<DatedUnit, UnitLink>();
  const follow = (link: UnitLink): void => {
    if (isIn(link.unit, day)) {
      const known = found.get(link.unit);
      if (known === undefined || rankOf(link) < rankOf(known)) found.set(link.unit, link);
      return;
    }
    for (const [edge, target] of next(link.unit)) {
      const edges = target === edge.to ? [...link.edges, edge] : [edge, ...link.edges];
      const share = multiply(link.share, edge.share);
      follow({ unit: target, edges, share, isDecided: share === 1 });
    }
  };
  follow({ unit, edges: [], share: 1, isDecided: true });
  return [...found.values()].sort((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ share }: UnitLink): number {
  return share === undefined ? 1 : share === 1 ? 0 : 2 - share;
}

function multiply(a: number | undefined, b: number | undefined): number | undefined {
  if (a === 0 || b === 0) return 0;
  return a === undefined || b === undefined ? undefined : a * b;
}

function readUnit(row: string[]): DatedUnit {
  const [level, code = '', fullName = '', parent = '', from = '', to = '', ...rest] = row;
  const [fromDecree = '', toDecree = '', postalCode = '', spellings = ''] = rest;
  const { type, name } = splitFullName(fullName);
  return {
    level: level as UnitLevel,
    code,
    name,
    type,
    fullName,
    parent,
    from,
    to,
    fromDecree,
    toDecree,
    postalCode,
    spellings: spellings === '' ? undefined : spellings.split(CODE_SEPARATOR),
  };
}

function readEdge(
  row: string[],
  byCode: ReadonlyMap<string, DatedUnit[]>,
  decrees: ReadonlyMap<string, Decree>,
): UnitEdge {
  const [level = '', fromCode = '', fromLevel = '', toCode = '', effective = '', kind, extent, ...rest] = row;
  const [note = '', decree = '', item = '', since = '', certainty = ''] = rest;
  const from = byCode.get(`${fromLevel} ${fromCode}`)?.find((unit) => unit.to === effective);
  const to = byCode.get(`${level} ${toCode}`)?.find((unit) => unit.from === effective);
  if (from === undefined || to === undefined || (decree !== '' && !decrees.has(decree))) {
    throw failure('DATASET_BAD', 'dataset.badEdge', {
      file: LAW_FILES.datedEdges,
      day: effective,
      from: `${fromLevel} ${fromCode}`,
      to: toCode,
      decree,
    });
  }
  // A decree of an owner states the share of a part.
  const stated = extent === '' ? NaN : Number(extent);
  return {
    from,
    to,
    effective,
    kind: kind as EdgeKind,
    extent: isStatedShare(stated) ? 'part' : (extent as EdgeExtent),
    note,
    decree,
    item,
    since,
    isStated: certainty !== 'derived',
    share: isStatedShare(stated) ? stated : SHARES[extent as EdgeExtent],
  };
}

/** The shares of the population by law. */
const SHARES: Partial<Record<EdgeExtent, number>> = { whole: 1, population: 1, area: 0 };

function isStatedShare(share: number): boolean {
  return share > 0 && share < 1;
}

function lastDecreeOf(
  edges: readonly UnitEdge[],
  decrees: ReadonlyMap<string, Decree>,
  newestDay: string,
): Decree {
  const counts = new Map<string, number>();
  for (const { effective, decree } of edges)
    if (effective === newestDay) counts.set(decree, (counts.get(decree) ?? 0) + 1);
  const [last] = [...counts].sort((a, b) => b[1] - a[1]);
  return decrees.get(last?.[0] ?? '') ?? { id: '', effective: newestDay, title: '' };
}

function readTable(bytes: LawBytes, table: keyof typeof LAW_FILES): string[][] {
  const [header = '', ...lines] = new TextDecoder().decode(bytes[table]).replace(/\n$/, '').split('\n');
  const columns = LAW_COLUMNS[table];
  const count = header.split(',').length;
  const rows = lines.map((line) => (line.includes('"') ? (parse(line)[0] ?? []) : line.split(',')));
  const isKnown = count === columns.length || count === columns.length - ADDED_COLUMNS[table];
  if (!isKnown || header !== columns.slice(0, count).join() || rows.some((row) => row.length !== count))
    throw failure('DATASET_BAD', 'dataset.columnsMissingInRow', { file: LAW_FILES[table], columns });
  return rows;
}

function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}
