/** Files of the administrative units of a dataset. */
export const ADMIN_FILES = {
  provinces: 'provinces.csv',
  wards: 'wards.csv',
  formerWards: 'former-wards.csv',
  cells: 'cells.bin',
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
  },
} as const;

/** The columns of each table, in order. */
export const ADMIN_COLUMNS: Readonly<Record<keyof typeof ADMIN_TABLES, readonly string[]>> = {
  provinces: Object.keys(ADMIN_TABLES.provinces),
  wards: Object.keys(ADMIN_TABLES.wards),
  formerWards: Object.keys(ADMIN_TABLES.formerWards),
};
