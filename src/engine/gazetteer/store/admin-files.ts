/** Files of the administrative units of a dataset. */
export const ADMIN_FILES = {
  provinces: 'provinces.csv',
  wards: 'wards.csv',
  formerWards: 'former-wards.csv',
  cells: 'cells.bin',
} as const;

/** Files of the dated units of a dataset; a dataset has all of them or none. */
export const LAW_FILES = {
  datedUnits: 'dated-units.csv',
  datedEdges: 'dated-edges.csv',
  decrees: 'decrees.csv',
} as const;

/** Separator of the codes in `ward_codes` of the former wards. */
export const CODE_SEPARATOR = '|';

const FIGURES = {
  lat: 'latitude of a point inside the unit near its centroid, degrees WGS84',
  lon: 'its longitude',
  area_km2: 'area, square kilometres',
  radius_m: 'radius around the point that contains 95 % of the area, metres',
};

/** The columns of each table, in order, with their meaning. */
export const ADMIN_TABLES = {
  provinces: {
    code: 'official code; rows ascend by it',
    name: 'name without type word (`Hà Nội`)',
    full_name: 'name with type word (`Thành phố Hà Nội`)',
    type: 'type word',
    forcode_prefix: 'letters in front of a forcode (`HN`)',
    ...FIGURES,
  },
  wards: {
    code: 'official code; rows ascend by it',
    name: 'name without type word',
    full_name: 'name with type word',
    type: '`Phường`, `Xã` or `Đặc khu`',
    province_code: 'code of its province',
    ...FIGURES,
  },
  formerWards: {
    code: 'code before 1 July 2025; empty for a ward that was merged away in the years before',
    full_name: 'name with type word; empty for the five island districts that had no wards',
    district: 'name of the former district with type word',
    province: 'name of the former province with type word',
    ward_codes: `codes of the wards in force that it became, separated by \`${CODE_SEPARATOR}\``,
    extents: `how much each of several got by law, in the same order: see \`extent\` of \`dated-edges.csv\`; empty if the law does not say; the shares of a decree of the owner. Version 2 has no such column`,
  },
} as const;

/** The columns of each table of dated units, in order, with their meaning. */
export const LAW_TABLES = {
  datedUnits: {
    level: '`province`, `district` or `ward`; rows ascend by level, code and first day',
    code: 'official code; used again for other units after 1 July 2025, so never joined without a day',
    full_name: 'name with type word on these days',
    parent_code: 'code of the district of a ward before 1 July 2025, of the province otherwise',
    from: 'first day, `YYYY-MM-DD`; empty: before the records begin',
    to: 'first day on which it is no longer in force; empty: in force on the newest day',
    from_decree: 'decree in `decrees.csv` that made it; empty: unknown',
    to_decree: 'decree that ended it',
    postal_code: 'five digits; empty: unknown',
    spellings: `the full name as other lists write it, separated by \`${CODE_SEPARATOR}\`. Datasets of before 2027 lack this column`,
  },
  datedEdges: {
    level: 'as in `dated-units.csv`',
    from_code: 'code before the day; of the district if it had no wards, see `from_level`',
    from_level: 'level of the unit before: `district` for the islands without wards',
    to_code: 'code from the day on',
    effective: 'the day, `YYYY-MM-DD`',
    kind: '`unchanged`, `renamed`, `retyped`, `merged`, `divided` or `moved` (to another district or province)',
    extent:
      '`whole`, `part`, `population` (part of the area, all of the population), `area` (area only), `some-population` (part of the population), `unknown`, or the share of a part, 0 to 1, as a decree of the owner states it',
    note: 'note of the official table',
    decree: 'decree in `decrees.csv`; empty: unknown',
    item: 'item (khoản) of its first article; empty if it could not be read',
    since:
      'day after which the change was, where only an interval is known: it was on `effective` at the latest; else empty. Datasets of before 2027 lack this column and the next',
    certainty:
      '`stated` by a decree or list, or `derived` from two lists of units; empty: stated by the decree',
  },
  decrees: {
    id: 'number of the decree',
    effective: 'day from which the units are in force',
    title: 'what it decides',
  },
} as const;

/** The columns of each table of dated units, in order. */
export const LAW_COLUMNS: Readonly<Record<keyof typeof LAW_TABLES, readonly string[]>> = {
  datedUnits: Object.keys(LAW_TABLES.datedUnits),
  datedEdges: Object.keys(LAW_TABLES.datedEdges),
  decrees: Object.keys(LAW_TABLES.decrees),
};

/** Columns at the end of the tables of dated units that older datasets lack. */
export const ADDED_COLUMNS: Readonly<Record<keyof typeof LAW_TABLES, number>> = {
  datedUnits: 1,
  datedEdges: 2,
  decrees: 0,
};

/** The columns of each table, in order. */
export const ADMIN_COLUMNS: Readonly<Record<keyof typeof ADMIN_TABLES, readonly string[]>> = {
  provinces: Object.keys(ADMIN_TABLES.provinces),
  wards: Object.keys(ADMIN_TABLES.wards),
  formerWards: Object.keys(ADMIN_TABLES.formerWards),
};
