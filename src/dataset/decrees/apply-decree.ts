import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { listFaults } from '../../base/errors/list-faults.ts';
import { distanceMeters } from '../../base/geo/distance.ts';
import { message, type Message } from '../../base/messages/message.ts';
import { diacriticKey } from '../../base/text/diacritics.ts';
import { splitFullName } from '../../base/text/unit-words.ts';
import { ADMIN_COLUMNS, CODE_SEPARATOR, LAW_COLUMNS } from '../../engine/gazetteer/store/admin-files.ts';
import { relabelCover } from '../../engine/gazetteer/units/cover-codec.ts';
import type { EdgeKind } from '../../engine/gazetteer/units/unit-history.ts';
import type { AdminBytes } from '../compile/admin-tables.ts';
import type { DecreeFile, DecreeItem } from './read-decree.ts';

/**
 * Applies a decree to the tables of units: each unit in it ends on its day, and those that take it in begin anew.
 *
 * Shape: a ward that ends leaves the table of wards. Its area, its places and its former wards go to the ward with the largest share of it.
 * Errors: NOT_SUPPORTED for tables without days; INPUT_BAD with all items that change a unit which is not in force, or is called otherwise, that put a unit into one
 * which ends too, or into one of another province, and for a decree that is there.
 */
export function applyDecree(admin: AdminBytes, decree: DecreeFile): AdminBytes {
  const { law } = admin;
  if (law === undefined) throw new GeomillError('NOT_SUPPORTED', message('decree.noDays'));
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
    throw new GeomillError('INPUT_BAD', message('decree.doesNotFit', { file, decree: id, list }));
  }
  const moves = [...items, ...unnamedTargets(items)];
  for (const key of new Set(moves.map(({ level, code }) => `${level} ${code}`)))
    Object.assign(inForce.get(key) as Row, { to: effective, to_decree: id });
  const begun = new Map(moves.map((move) => [`${move.level} ${move.into}`, move.to]));
  for (const [key, fullName] of begun)
    units.push({
      ...inForce.get(key),
      full_name: fullName,
      from: effective,
      to: '',
      from_decree: id,
      to_decree: '',
    });
  for (const move of moves) {
    const { level, code, into, share, item } = move;
    const ends = { level, from_code: code, from_level: level, to_code: into, effective };
    const extent = share === 1 ? 'whole' : String(share);
    edges.push({ ...ends, kind: kindOf(move, moves), extent, decree: id, item });
  }
  decrees.push({ id, effective, title: decree.title || titleOf(items) });
  units.sort((a, b) => compare(keyOf(a), keyOf(b)));
  return {
    ...mapWithout(admin, absorbedBy(items)),
    provinces: renamed(admin.provinces, items, 'province'),
    wards: renamed(withoutRows(admin.wards, absorbedBy(items)), moves, 'ward'),
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

/** Returns the items that do not fit the units in force, each with its line. */
function faultsOf({ items, effective }: DecreeFile, inForce: ReadonlyMap<string, Row>): Message[] {
  const absorbed = absorbedBy(items);
  const names = new Map<string, string>();
  for (const { code, into, to } of items) if (code === into) names.set(into, to);
  return items.flatMap(({ level, code, from, to, into, line }) => {
    const known = inForce.get(`${level} ${code}`);
    const target = inForce.get(`${level} ${into}`);
    const fault = (): Message | undefined => {
      if (known === undefined) return message('decree.noUnit', { level, code, name: from });
      const name = known.full_name ?? '';
      if (name !== from) return message('decree.otherName', { level, code, name: from, known: name });
      if (target === undefined) return message('decree.noUnit', { level, code: into, name: to });
      for (const { full_name: each = '', from: since = '' } of [known, target])
        if (since >= effective) return message('decree.tooEarly', { name: each, since, day: effective });
      if (into === code) return undefined;
      if (absorbed.has(into)) return message('decree.circle', { name: from, into: target.full_name ?? '' });
      if (known.parent_code !== target.parent_code)
        return message('decree.otherProvince', { name: from, into: target.full_name ?? '' });
      const later = names.get(into) ?? target.full_name ?? '';
      return later === to ? undefined : message('decree.otherTarget', { code: into, name: to, known: later });
    };
    const found = fault();
    return found === undefined ? [] : [message('decree.fault', { line, fault: found })];
  });
}

/** Returns the wards that no part of is left of, each with the code of the ward that gets most of it. */
export function absorbedBy(items: readonly DecreeItem[]): Map<string, string> {
  const most = new Map<string, DecreeItem>();
  for (const item of items)
    if (item.level === 'ward' && item.share > (most.get(item.code)?.share ?? 0)) most.set(item.code, item);
  const lasting = new Set(items.filter(({ code, into }) => code === into).map(({ code }) => code));
  return new Map([...most].flatMap(([code, { into }]) => (lasting.has(code) ? [] : [[code, into] as const])));
}

/** Returns the units that take others in and that no item names: they go on. */
function unnamedTargets(items: readonly DecreeItem[]): Move[] {
  const named = new Set(items.map(({ code }) => code));
  const targets = new Map(items.filter(({ into }) => !named.has(into)).map((item) => [item.into, item]));
  return [...targets].map(([into, { level, to }]) => ({ level, code: into, into, to, share: 1, item: '' }));
}

/** Returns the former wards and the map of the wards, without those that end. */
function mapWithout(admin: AdminBytes, absorbed: ReadonlyMap<string, string>): AdminBytes {
  if (absorbed.size === 0) return admin;
  const formerWards = rowsOf(admin.formerWards, ADMIN_COLUMNS.formerWards).map((row) => {
    const codes = (row.ward_codes ?? '').split(CODE_SEPARATOR);
    if (!codes.some((code) => absorbed.has(code))) return row;
    const extents = (row.extents ?? '').split(CODE_SEPARATOR);
    const kept = new Map<string, string>();
    // Two parts of one ward are more than either of them.
    codes.forEach((code, at) => {
      const into = absorbed.get(code) ?? code;
      kept.set(into, kept.has(into) ? 'part' : (extents[at] ?? ''));
    });
    const isOne = kept.size === 1 || row.extents === '';
    return {
      ...row,
      ward_codes: [...kept.keys()].join(CODE_SEPARATOR),
      extents: isOne ? '' : [...kept.values()].join(CODE_SEPARATOR),
    };
  });
  return {
    ...admin,
    formerWards: tableOf(ADMIN_COLUMNS.formerWards, formerWards),
    cells: relabelCover(admin.cells, wardIndexes(admin.wards, absorbed)),
  };
}

/** Returns the row of each ward in the table without those that end: theirs is that of the ward that gets most of them. */
export function wardIndexes(wards: Buffer, absorbed: ReadonlyMap<string, string>): Int32Array {
  const codes = rowsOf(wards, ADMIN_COLUMNS.wards).map(({ code = '' }) => code);
  const left = new Map(codes.filter((code) => !absorbed.has(code)).map((code, at) => [code, at]));
  return Int32Array.from(codes, (code) => left.get(absorbed.get(code) ?? code) ?? -1);
}

/** Returns the table of wards without those that end: the area of their successors is larger by theirs. */
function withoutRows(wards: Buffer, absorbed: ReadonlyMap<string, string>): Buffer {
  if (absorbed.size === 0) return wards;
  const rows = rowsOf(wards, ADMIN_COLUMNS.wards);
  const byCode = new Map(rows.map((row) => [row.code ?? '', row]));
  const positionOf = ({ lat, lon }: Row) => ({ lat: Number(lat), lon: Number(lon) });
  for (const [code, into] of absorbed) {
    const [row, target] = [byCode.get(code), byCode.get(into)];
    if (row === undefined || target === undefined) continue;
    const meters = distanceMeters(positionOf(row), positionOf(target)) + Number(row.radius_m);
    target.area_km2 = (Number(target.area_km2) + Number(row.area_km2)).toFixed(2);
    target.radius_m = Math.max(Number(target.radius_m), meters).toFixed(0);
  }
  return tableOf(
    ADMIN_COLUMNS.wards,
    rows.filter(({ code = '' }) => !absorbed.has(code)),
  );
}

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

function kindOf(
  { code, into, share, to, ...move }: Move & { from?: string },
  moves: readonly Move[],
): EdgeKind {
  if (share < 1) return 'divided';
  if (code !== into || moves.some((other) => other.into === into && other.code !== into)) return 'merged';
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
