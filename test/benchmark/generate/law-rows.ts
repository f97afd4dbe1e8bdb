import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { splitFullName } from '../../../src/base/text/unit-words.ts';
import type { Unit, UnitRow } from '../forms/unit-rows.ts';
import type { WardCircle } from './ward-circles.ts';

/** Wards of which table and resolution contradict each other: Cổ Bi and Đặng Xá of Gia Lâm. Texts of them are left out. */
const CONTRADICTED: ReadonlySet<string> = new Set(['00553', '00556']);
/** A successor that got area only: where another one got people, no address is in it. */
const AREA_ONLY = 'Nhập một phần diện tích';
/** All people of a former ward went to this successor. */
const ALL_PEOPLE = 'toàn bộ dân số';

/** A row of a table. */
type Cells = Record<string, string>;

/**
 * Lists the wards of all epochs by the official tables, not by the tables of Geomill.
 *
 * Shape: wards in force with the names of the decrees of 2026; former wards of 30 June 2025, with the wards in force that got people of them;
 * wards merged in the years before, of which the table has no type word and so no text.
 * Source: `conversion-2025.csv`, `wards-before-july-2025.csv` and `amendments-2026.csv` of the folder, names of July 2025 from `circles`.
 */
export function readLawRows(folder: string, circles: ReadonlyMap<string, WardCircle>): UnitRow[] {
  const table = (name: string): Cells[] =>
    parse<Cells>(readFileSync(join(folder, name)), { columns: true, bom: true });
  const renamed = new Map(
    table('amendments-2026.csv').map(({ level, code, after }) => [`${level} ${code}`, after ?? '']),
  );
  const names = new Map<string, { ward: Unit; province: Unit }>();
  for (const { code, fullName, provinceCode, provinceName } of circles.values()) {
    const province = splitFullName(renamed.get(`province ${provinceCode}`) ?? provinceName);
    names.set(code, { ward: splitFullName(renamed.get(`ward ${code}`) ?? fullName), province });
  }
  const edges = new Map<string, Cells[]>();
  for (const edge of table('conversion-2025.csv')) {
    const { old_ward_code: code = '' } = edge;
    edges.set(code, [...(edges.get(code) ?? []), edge]);
  }
  const former = table('wards-before-july-2025.csv').flatMap((row): UnitRow[] => {
    const { ward_code: code = '', ward = '', district = '', province = '' } = row;
    const wards = successorsOf(edges.get(code) ?? []);
    if (wards.length === 0 || CONTRADICTED.has(code)) return [];
    return [
      {
        epoch: 'former',
        ward: splitFullName(ward),
        district: splitFullName(district),
        province: splitFullName(province),
        wards,
        otherAbove: unique(wards.flatMap((one) => names.get(one)?.province ?? [])),
        madeOf: [],
      },
    ];
  });
  const parts = new Map<string, UnitRow[]>();
  for (const row of former) for (const code of row.wards) parts.set(code, [...(parts.get(code) ?? []), row]);
  const inForce = [...names].map(([code, { ward, province }]): UnitRow => {
    const madeOf = parts.get(code) ?? [];
    const above = madeOf.flatMap((row) => [row.district as Unit, row.province]);
    return {
      epoch: 'new',
      ward,
      district: undefined,
      province,
      wards: [code],
      otherAbove: unique(above),
      madeOf,
    };
  });
  return [...inForce, ...former];
}

/** Returns the codes of the wards that people of a former ward came to. */
function successorsOf(edges: readonly Cells[]): string[] {
  const all = edges.filter(({ note = '' }) => note.includes(ALL_PEOPLE));
  const populated = edges.filter(({ note }) => note !== AREA_ONLY);
  const chosen = [all, populated, edges].find((list) => list.length > 0) ?? [];
  return [...new Set(chosen.map((edge) => edge.new_ward_code ?? ''))];
}

function unique(units: readonly Unit[]): Unit[] {
  return [...new Map(units.map((unit) => [`${unit.type} ${unit.name}`, unit])).values()];
}
