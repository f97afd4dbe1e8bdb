import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { failure } from '../../base/errors/geomill-error.ts';
import { listFaults } from '../../base/errors/list-faults.ts';
import { message, type Message } from '../../base/messages/message.ts';
import { diacriticKey } from '../../base/text/diacritics.ts';
import { splitFullName } from '../../base/text/unit-words.ts';
import { ADMIN_COLUMNS, CODE_SEPARATOR, LAW_COLUMNS } from '../../engine/gazetteer/store/admin-files.ts';
import type { EdgeKind } from '../../engine/gazetteer/units/unit-history.ts';
import type { AdminBytes } from '../compile/admin-tables.ts';
import type { Boundaries } from './boundaries.ts';
import type { DecreeFile, DecreeItem } from './read-decree.ts';
import { redrawCover } from './redraw-cover.ts';

/**
 * Applies a decree to the tables of units: each unit in it ends on its day, and those that take it in begin anew.
 *
 * Shape: a ward that ends leaves the table of wards, a new one is in it. Parts with a boundary are cut out of the map; what is left of a ward that ends is in the ward with the
 * largest share of those without one. Of a former ward in a ward that was divided nobody knows in which part it is: it is in all of them.
 * Errors: NOT_SUPPORTED for tables without days; INPUT_BAD with all items that change a unit which is not in force, or is called otherwise, that put a unit into one
 * which ends too, or into one of another province, for a boundary with nothing of its ward, and for a decree that is there.
 */
export function applyDecree(
  admin: AdminBytes,
  decree: DecreeFile,
  boundaries: Boundaries = new Map(),
): AdminBytes {
  const { law } = admin;
  if (law === undefined) throw failure('NOT_SUPPORTED', 'decree.noDays');
  const { id, effective, items } = decree;
  const units = rowsOf(law.datedUnits, LAW_COLUMNS.datedUnits);
  const edges = rowsOf(law.datedEdges, LAW_COLUMNS.datedEdges);
  const decrees = rowsOf(law.decrees, LAW_COLUMNS.decrees);
  const inForce = new Map(
    units.filter(({ to }) => to === '').map((unit) => [`${unit.level} ${unit.code}`, unit]),
  );
  const faults = decrees.some((row) => row.id === id) ? [message('decree.known', { decree: id })] : [];
  faults.push(...faultsOf(decree, inForce));
  if (faults.length > 0) {
    const { file } = decree;
    const list = listFaults(faults, '\n  ');
    throw failure('INPUT_BAD', 'decree.doesNotFit', { file, decree: id, list });
  }
  const { created } = decree;
  const moves = [...items, ...unnamedTargets(items, created)];
  for (const key of new Set(moves.map(({ level, code }) => `${level} ${code}`)))
    Object.assign(inForce.get(key) as Row, { to: effective, to_decree: id });
  const begun = new Map(moves.map((move) => [`${move.level} ${move.into}`, move.to]));
  for (const [key, fullName] of begun) {
    const [level = '', code = ''] = key.split(' ');
    const giver = moves.find((move) => move.level === level && move.into === code);
    const known = inForce.get(key) ?? { ...inForce.get(`${level} ${giver?.code ?? ''}`), ...NEW_UNIT, code };
    units.push({
      ...known,
      full_name: fullName,
      from: effective,
      to: '',
      from_decree: id,
      to_decree: '',
    });
  }
  for (const move of moves) {
    const { level, code, into, share, item } = move;
    const ends = { level, from_code: code, from_level: level, to_code: into, effective };
    const extent = share === 1 ? 'whole' : String(share);
    edges.push({ ...ends, kind: kindOf(move, moves), extent, decree: id, item });
  }
  decrees.push({ id, effective, title: decree.title || titleOf(items) });
  units.sort((a, b) => compare(keyOf(a), keyOf(b)));
  const map = redrawMap(admin, decree, boundaries);
  return {
    ...map,
    provinces: renamed(admin.provinces, items, 'province'),
    wards: renamed(map.wards, moves, 'ward'),
    law: {
      datedUnits: tableOf(LAW_COLUMNS.datedUnits, units),
      datedEdges: tableOf(LAW_COLUMNS.datedEdges, edges),
      decrees: tableOf(LAW_COLUMNS.decrees, decrees),
    },
  };
}

type Row = Record<string, string>;

/** What becomes of a unit, with or without an item of its own. */
type Move = Omit<DecreeItem, 'from' | 'line'>;

/** Cells of a ward that its giver has and it has not. */
const NEW_UNIT = { postal_code: '', spellings: '' };

/** Returns the items that do not fit the units in force, each with its line. */
function faultsOf({ items, effective, created }: DecreeFile, inForce: ReadonlyMap<string, Row>): Message[] {
  const isNew = ({ level, into }: DecreeItem): boolean => level === 'ward' && created.includes(into);
  const absorbed = absorbedBy(items);
  const names = new Map<string, string>();
  for (const item of items)
    if (item.code === item.into || (isNew(item) && !names.has(item.into))) names.set(item.into, item.to);
  /** The province of a ward; of a new one that of the first part of it. */
  const parentOf = (item: DecreeItem): string | undefined => {
    const first = isNew(item) ? items.find(({ into }) => into === item.into)?.code : item.into;
    return inForce.get(`${item.level} ${first ?? ''}`)?.parent_code;
  };
  return items.flatMap((item) => {
    const { level, code, from, to, into, line } = item;
    const known = inForce.get(`${level} ${code}`);
    const target = inForce.get(`${level} ${into}`);
    const fault = (): Message | undefined => {
      if (known === undefined) return message('decree.noUnit', { level, code, name: from });
      const name = known.full_name ?? '';
      if (name !== from) return message('decree.otherName', { level, code, name: from, known: name });
      if (isNew(item) && target !== undefined) return message('decree.notNew', { code: into });
      if (target === undefined && !isNew(item)) return message('decree.noUnitYet', { code: into, name: to });
      for (const { full_name: each = '', from: since = '' } of [known, ...(target ? [target] : [])])
        if (since >= effective) return message('decree.tooEarly', { name: each, since, day: effective });
      if (into === code) return undefined;
      const intoName = target?.full_name ?? to;
      if (absorbed.has(into)) return message('decree.circle', { name: from, into: intoName });
      if (known.parent_code !== parentOf(item))
        return message('decree.otherProvince', { name: from, into: intoName });
      const later = names.get(into) ?? intoName;
      return later === to ? undefined : message('decree.otherTarget', { code: into, name: to, known: later });
    };
    const found = fault();
    return found === undefined ? [] : [message('decree.fault', { line, fault: found })];
  });
}

/** Returns the wards that no part of is left of, each with the code of the ward that gets what no boundary cuts out of it, or most of it. */
export function absorbedBy(items: readonly DecreeItem[]): Map<string, string> {
  const most = new Map<string, DecreeItem>();
  const weightOf = ({ share, boundary }: DecreeItem): number => share + (boundary === '' ? 1 : 0);
  for (const item of items) {
    const known = most.get(item.code);
    if (item.level === 'ward' && (known === undefined || weightOf(item) > weightOf(known)))
      most.set(item.code, item);
  }
  const lasting = new Set(items.filter(({ code, into }) => code === into).map(({ code }) => code));
  return new Map([...most].flatMap(([code, { into }]) => (lasting.has(code) ? [] : [[code, into] as const])));
}

/** Returns the units that take others in and that no item names: they go on. */
function unnamedTargets(items: readonly DecreeItem[], created: readonly string[]): Move[] {
  const named = new Set([...items.map(({ code }) => code), ...created]);
  const targets = new Map(items.filter(({ into }) => !named.has(into)).map((item) => [item.into, item]));
  return [...targets].map(([into, { level, to }]) => {
    return { level, code: into, into, to, share: 1, boundary: '', item: '' };
  });
}

/** Returns the codes of the wards after a decree, in the order of their rows. */
function codesAfter(wards: Buffer, { items, created }: DecreeFile): string[] {
  const absorbed = absorbedBy(items);
  const codes = rowsOf(wards, ADMIN_COLUMNS.wards).map(({ code = '' }) => code);
  return [...codes.filter((code) => !absorbed.has(code)), ...created].sort(compare);
}

/**
 * Returns the row of each ward in the table of wards after a decree: of one that ends that of the ward that gets what no boundary cuts out of it.
 * `parts` has the rows of all wards that a divided one is in then.
 */
export function wardIndexes(
  wards: Buffer,
  decree: DecreeFile,
): { rows: Int32Array; parts: Map<number, number[]> } {
  const absorbed = absorbedBy(decree.items);
  const after = new Map(codesAfter(wards, decree).map((code, at) => [code, at]));
  const codes = rowsOf(wards, ADMIN_COLUMNS.wards).map(({ code = '' }) => code);
  const rowOf = (code: string): number => after.get(code) ?? -1;
  const parts = new Map<number, number[]>();
  codes.forEach((code, at) => {
    const own = partsOf(decree, code);
    if (own.length > 1)
      parts.set(
        at,
        own.map(({ into }) => rowOf(into)),
      );
  });
  return { rows: Int32Array.from(codes, (code) => rowOf(absorbed.get(code) ?? code)), parts };
}

/** Returns what becomes of a ward that is divided or merged, what no boundary cuts out of it first. */
function partsOf({ items }: DecreeFile, code: string): DecreeItem[] {
  const own = items.filter((item) => item.level === 'ward' && item.code === code);
  return own.sort((a, b) => Number(a.boundary !== '') - Number(b.boundary !== '') || b.share - a.share);
}

/** Returns the former wards, the wards and their map after a decree. */
function redrawMap(admin: AdminBytes, decree: DecreeFile, boundaries: Boundaries): AdminBytes {
  const { items, created, id, file } = decree;
  if (items.every(({ code, into }) => code === into)) return admin;
  const formerWards = rowsOf(admin.formerWards, ADMIN_COLUMNS.formerWards).map((row) =>
    formerAfter(row, decree),
  );
  const { rows } = wardIndexes(admin.wards, decree);
  const codes = codesAfter(admin.wards, decree);
  const before = rowsOf(admin.wards, ADMIN_COLUMNS.wards);
  const bounded = items.filter(({ boundary }) => boundary !== '');
  const cuts = bounded.map(({ code, into, boundary }) => ({
    from: before.findIndex((row) => row.code === code),
    to: codes.indexOf(into),
    area: boundaries.get(boundary)?.area ?? [],
  }));
  // What takes a ward in, and what loses a part of itself.
  const changed = new Set([
    ...absorbedBy(items).values(),
    ...bounded.flatMap(({ code, into }) => [code, into]),
  ]);
  const redrawn = redrawCover(
    admin.cells,
    rows,
    cuts,
    new Set([...changed].map((code) => codes.indexOf(code))),
  );
  const faults = bounded.flatMap(({ boundary, from, line }, at) => {
    const fault = message('decree.noArea', { file: boundary, name: from });
    return redrawn.taken[at] ? [] : [message('decree.fault', { line, fault })];
  });
  if (faults.length > 0)
    throw failure('INPUT_BAD', 'decree.doesNotFit', { file, decree: id, list: listFaults(faults, '\n  ') });
  const wards = codes.map((code, at): Row => {
    const giver = items.find(({ into }) => into === code)?.code ?? '';
    const own = before.find((row) => row.code === code);
    const row = own ?? { ...before.find((each) => each.code === giver), code };
    const loses = bounded.some((item) => item.code === code);
    const stays = own === undefined || loses ? undefined : { lat: Number(own.lat), lon: Number(own.lon) };
    const figures = changed.has(code) ? redrawn.figuresOf(at, stays) : undefined;
    if (figures === undefined) return row;
    const { position, areaKm2, radiusMeters } = figures;
    return {
      ...row,
      ...(stays === undefined && { lat: position.lat.toFixed(6), lon: position.lon.toFixed(6) }),
      ...{ area_km2: areaKm2.toFixed(2), radius_m: radiusMeters.toFixed(0) },
    };
  });
  return {
    ...admin,
    formerWards: tableOf(ADMIN_COLUMNS.formerWards, formerWards),
    wards: created.length + changed.size === 0 ? admin.wards : tableOf(ADMIN_COLUMNS.wards, wards),
    cells: redrawn.cells,
  };
}

/** Returns the row of a former ward with the wards that it is in after a decree. */
function formerAfter(row: Row, decree: DecreeFile): Row {
  const codes = (row.ward_codes ?? '').split(CODE_SEPARATOR);
  const extents = (row.extents ?? '').split(CODE_SEPARATOR);
  const kept = new Map<string, string>();
  let isChanged = false;
  codes.forEach((code, at) => {
    const parts = partsOf(decree, code);
    isChanged ||= parts.some(({ into }) => into !== code) || parts.length > 1;
    const extent = extents[at] ?? '';
    const isDivided = parts.length > 1;
    for (const { into, share } of parts.length === 0 ? [{ into: code, share: 1 }] : parts) {
      // Of a ward in one other the decree says the shares. Two parts of one ward are more than either of them.
      const stated = (codes.length === 1 ? 1 : Number(extent)) * share;
      const own = !isDivided ? extent : stated > 0 ? String(round(stated)) : 'part';
      kept.set(into, kept.has(into) ? 'part' : own);
    }
  });
  if (!isChanged) return row;
  const isSaid = kept.size > 1 && [...kept.values()].some((extent) => extent !== '');
  return {
    ...row,
    ward_codes: [...kept.keys()].join(CODE_SEPARATOR),
    extents: isSaid ? [...kept.values()].map((extent) => extent || 'part').join(CODE_SEPARATOR) : '',
  };
}

const round = (share: number): number => Math.round(share * 1e4) / 1e4;

/** Reads a table; columns that an older one lacks are empty. */
function rowsOf(bytes: Buffer, columns: readonly string[]): Row[] {
  const [header = '', ...lines] = bytes.toString().replace(/\n$/, '').split('\n');
  const names = header.split(',');
  return lines.map((line) => {
    const cells = line.includes('"') ? (parse(line)[0] ?? []) : line.split(',');
    const row: Row = {};
    for (const name of columns) row[name] = cells[names.indexOf(name)] ?? '';
    return row;
  });
}

function tableOf(columns: readonly string[], rows: readonly Row[]): Buffer {
  return Buffer.from(stringify([[...columns], ...rows.map((row) => columns.map((name) => row[name] ?? ''))]));
}

function keyOf({ level = '', code = '', from = '' }: Row): string {
  return [level, code, from].join();
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function kindOf({ into, share, to, ...move }: Move & { from?: string }, moves: readonly Move[]): EdgeKind {
  if (share < 1) return 'divided';
  if (moves.filter((other) => other.into === into).length > 1) return 'merged';
  const [old, now] = [splitFullName(move.from ?? to), splitFullName(to)];
  return diacriticKey(old.name) === diacriticKey(now.name) ? 'retyped' : 'renamed';
}

function titleOf([first, ...others]: readonly DecreeItem[]): string {
  const more = others.length > 0 ? ` và ${others.length} đơn vị khác` : '';
  return `${first?.from ?? ''} thành ${first?.to ?? ''}${more}`;
}

/** Returns the table of provinces or wards with the new names. Shape: figures stay. */
function renamed(bytes: Buffer, moves: readonly Move[], level: Move['level']): Buffer {
  const newest = new Map(moves.filter((move) => move.level === level).map(({ into, to }) => [into, to]));
  const [header = [], ...rows] = parse(bytes);
  const after = rows.map((row) => {
    const fullName = newest.get(row[0] ?? '');
    if (fullName === undefined) return row;
    const { type, name } = splitFullName(fullName);
    return [row[0] ?? '', name, fullName, type, ...row.slice(4)];
  });
  return Buffer.from(stringify([header, ...after]));
}
