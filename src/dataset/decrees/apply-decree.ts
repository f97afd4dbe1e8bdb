import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { listFaults } from '../../base/errors/list-faults.ts';
import { message, type Message } from '../../base/messages/message.ts';
import { diacriticKey } from '../../base/text/diacritics.ts';
import { splitFullName } from '../../base/text/unit-words.ts';
import { LAW_COLUMNS } from '../../engine/gazetteer/store/admin-files.ts';
import type { EdgeKind } from '../../engine/gazetteer/units/unit-history.ts';
import type { AdminBytes } from '../compile/admin-tables.ts';
import type { DecreeFile, DecreeItem } from './read-decree.ts';

/**
 * Applies a decree to the tables of units: each unit ends on its day, and begins anew with the other name; codes, extents and the map stay.
 *
 * Errors: NOT_SUPPORTED for tables without days; INPUT_BAD with all items that change a unit which is not in force, or is called otherwise, and for a decree that is there.
 */
export function applyDecree(admin: AdminBytes, decree: DecreeFile): AdminBytes {
  const { law } = admin;
  if (law === undefined) throw new GeomillError('NOT_SUPPORTED', message('decree.noDays'));
  const { id, effective, items } = decree;
  const units = rowsOf(law.datedUnits, LAW_COLUMNS.datedUnits);
  const edges = rowsOf(law.datedEdges, LAW_COLUMNS.datedEdges);
  const decrees = rowsOf(law.decrees, LAW_COLUMNS.decrees);
  const faults: Message[] = [];
  if (decrees.some((row) => row.id === id)) faults.push(message('decree.known', { decree: id }));
  const inForce = new Map(
    units.filter(({ to }) => to === '').map((unit) => [`${unit.level} ${unit.code}`, unit]),
  );
  for (const { level, code, from, to, item } of items) {
    const known = inForce.get(`${level} ${code}`);
    if (known === undefined) faults.push(message('decree.noUnit', { level, code, name: from }));
    else if (known.full_name !== from)
      faults.push(message('decree.otherName', { level, code, name: from, known: known.full_name ?? '' }));
    else if ((known.from ?? '') >= effective)
      faults.push(message('decree.tooEarly', { name: from, since: known.from ?? '', day: effective }));
    if (faults.length > 0 || known === undefined) continue;
    units.push({ ...known, full_name: to, from: effective, from_decree: id });
    Object.assign(known, { to: effective, to_decree: id });
    const ends = { level, from_code: code, from_level: level, to_code: code, effective };
    edges.push({ ...ends, kind: kindOf(from, to), extent: 'whole', decree: id, item });
  }
  if (faults.length > 0)
    throw new GeomillError(
      'INPUT_BAD',
      message('decree.doesNotFit', { decree: id, list: listFaults(faults, '\n  ') }),
    );
  decrees.push({ id, effective, title: decree.title || titleOf(items) });
  units.sort((a, b) => compare(keyOf(a), keyOf(b)));
  return {
    ...admin,
    provinces: renamed(admin.provinces, items, 'province'),
    wards: renamed(admin.wards, items, 'ward'),
    law: {
      datedUnits: tableOf(LAW_COLUMNS.datedUnits, units),
      datedEdges: tableOf(LAW_COLUMNS.datedEdges, edges),
      decrees: tableOf(LAW_COLUMNS.decrees, decrees),
    },
  };
}

type Row = Record<string, string>;

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

function kindOf(before: string, after: string): EdgeKind {
  const [old, now] = [splitFullName(before), splitFullName(after)];
  return diacriticKey(old.name) === diacriticKey(now.name) ? 'retyped' : 'renamed';
}

function titleOf([first, ...others]: readonly DecreeItem[]): string {
  const more = others.length > 0 ? ` và ${others.length} đơn vị khác` : '';
  return `${first?.from ?? ''} thành ${first?.to ?? ''}${more}`;
}

/** Returns the table of provinces or wards with the new names. Shape: figures stay. */
function renamed(bytes: Buffer, items: readonly DecreeItem[], level: DecreeItem['level']): Buffer {
  const newest = new Map(items.filter((item) => item.level === level).map(({ code, to }) => [code, to]));
  const [header = [], ...rows] = parse(bytes);
  const after = rows.map((row) => {
    const fullName = newest.get(row[0] ?? '');
    if (fullName === undefined) return row;
    const { type, name } = splitFullName(fullName);
    return [row[0] ?? '', name, fullName, type, ...row.slice(4)];
  });
  return Buffer.from(stringify([header, ...after]));
}
