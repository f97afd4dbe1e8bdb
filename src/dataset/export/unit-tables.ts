import type { OutputColumn, OutputRow } from '../../formats/record.ts';
import type { FormerWard, Ward } from '../../engine/gazetteer/units/units.ts';
import type { DatedUnit, UnitHistory } from '../../engine/gazetteer/units/unit-history.ts';

/** A table for other programs. Shape: `columns` without the geometry of the rows. */
export interface ExportTable {
  name: string;
  description: string;
  columns: readonly OutputColumn[];
  geometry: 'polygons' | 'none';
  rows: () => Iterable<OutputRow>;
}

/** Returns the key of a unit: codes are used again, so the first day is a part of it. */
export const unitIdOf = ({ level, code, from }: DatedUnit): string => `${level}:${code}:${from || 'start'}`;

const LEVELS = ['province', 'district', 'ward'];
const DAY = 'YYYY-MM-DD';

/** Describes the column of a key of `units`. */
export const unitIdColumn = (name: string, what: string): OutputColumn =>
  text(name, `${what}: unit_id of the table units, which is level:code:first day`);

function text(name: string, description: string, values?: readonly string[]): OutputColumn {
  return { name, type: 'string', description, ...(values && { values }) };
}

/** What the tables are made from. */
export interface UnitSources {
  history: UnitHistory;
  wards: readonly Ward[];
  formerWards: readonly FormerWard[];
}

/** Returns the tables without geometry: units, edges, decrees, postal codes. */
export function unitTables({ history, wards, formerWards }: UnitSources): ExportTable[] {
  const centralOrder = new Map(
    formerWards.map((former) => [former.code, former.wards.map((ward) => wards[ward]?.code)]),
  );
  return [
    {
      name: 'units',
      description: 'Every province, district and ward as it was called from one day to another',
      geometry: 'none',
      columns: [
        unitIdColumn('unit_id', 'key'),
        text('level', 'level of the unit; districts ended on 2025-07-01', LEVELS),
        text(
          'code',
          'official code; used again for other units after 2025-07-01, so never joined without a day',
        ),
        text('name', 'name without type word'),
        text('type', 'type word'),
        text('full_name', 'name with type word'),
        text('parent_level', 'level of the unit above; empty for a province'),
        text(
          'parent_code',
          'code of the unit above: the district of a ward before 2025-07-01, else the province',
        ),
        text('valid_from', `first day, ${DAY}; empty: before the records begin`),
        text('valid_to', `first day on which it is no longer in force, ${DAY}; empty: in force`),
        text('from_decree', 'decree that made it, in the table decrees; empty: unknown'),
        text('to_decree', 'decree that ended it'),
      ],
      rows: () =>
        history.units.map((unit) => {
          const { level, code, name, type, fullName, parent, from, to, fromDecree, toDecree } = unit;
          const parentLevel = level === 'province' ? '' : (history.parentsOf(unit)[0]?.level ?? '');
          return rowOf([
            ...[unitIdOf(unit), level, code, name, type, fullName, parentLevel, parent],
            ...[from, to, fromDecree, toDecree],
          ]);
        }),
    },
    {
      name: 'edges',
      description: 'What a unit became on a day: from the unit that ended to each unit that began',
      geometry: 'none',
      columns: [
        {
          name: 'edge',
          type: 'integer',
          description: 'number, in the order of the official table',
          minimum: 1,
        },
        unitIdColumn('from_unit_id', 'unit that ended on the day'),
        unitIdColumn('to_unit_id', 'unit that began on the day'),
        text('from_code', 'code before the day'),
        text('to_code', 'code from the day on'),
        text('effective', `the day, ${DAY}`),
        text('kind', 'what was done; moved: to another province', [
          ...['unchanged', 'renamed', 'retyped', 'merged', 'divided', 'moved'],
        ]),
        text(
          'extent',
          'how much was moved; population: part of the area, all of the population; area: area only',
          ['whole', 'part', 'population', 'area', 'some-population'],
        ),
        {
          ...{ name: 'share', type: 'number', minimum: 0, maximum: 1 },
          description:
            'share of the population of the unit that ended: 1 all, 0 none; empty: the law does not say',
        },
        {
          ...{ name: 'center_rank', type: 'integer', minimum: 0 },
          description:
            'of a former ward that was divided: 0 for the ward at its centre, then by size; empty: unknown',
        },
        text('note', 'note of the official table'),
        text('decree', 'decree, in the table decrees'),
        text('item', 'item (khoản) of its first article; empty: unknown'),
      ],
      rows: () =>
        history.edges.map(({ from, to, effective, kind, extent, share, note, decree, item }, at) => {
          const rank = centralOrder.get(from.code)?.indexOf(to.code) ?? -1;
          return rowOf([
            ...[at + 1, unitIdOf(from), unitIdOf(to), from.code, to.code, effective, kind, extent],
            ...[share, rank < 0 || from.level !== 'ward' ? undefined : rank, note, decree, item],
          ]);
        }),
    },
    {
      name: 'decrees',
      description: 'Decrees on units',
      geometry: 'none',
      columns: [
        text('decree', 'number of the decree'),
        text('effective', `day from which the units are in force, ${DAY}`),
        text('title', 'what it decides'),
      ],
      rows: () =>
        [...history.decrees.values()].map(({ id, effective, title }) => rowOf([id, effective, title])),
    },
    {
      name: 'postal_codes',
      description: 'Postal codes of wards',
      geometry: 'none',
      columns: [
        text('postal_code', 'five digits'),
        unitIdColumn('unit_id', 'ward'),
        text('code', 'code of the ward'),
        text('valid_from', `first day of the ward, ${DAY}`),
        text('valid_to', `first day after it, ${DAY}; empty: in force`),
      ],
      rows: () =>
        history.units
          .filter(({ postalCode }) => postalCode !== '')
          .map((unit) => rowOf([unit.postalCode, unitIdOf(unit), unit.code, unit.from, unit.to])),
    },
  ];
}

/** Returns a row without geometry; an empty text is an absent value. */
function rowOf(values: readonly unknown[]): OutputRow {
  return { values: values.map((value) => (value === '' ? null : value)), position: null };
}
