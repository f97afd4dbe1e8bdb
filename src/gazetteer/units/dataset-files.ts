/** Names the files of administrative units in a dataset. */
export const ADMIN_FILES = {
  provinces: 'provinces.csv',
  wards: 'wards.csv',
  formerWards: 'former-wards.csv',
  cells: 'cells.bin',
} as const;

/** Lists the columns of each table, in order. */
export const ADMIN_COLUMNS = {
  provinces: ['code', 'name', 'full_name', 'type', 'forcode_prefix', 'lat', 'lon', 'area_km2', 'radius_m'],
  wards: ['code', 'name', 'full_name', 'type', 'province_code', 'lat', 'lon', 'area_km2', 'radius_m'],
  formerWards: ['code', 'full_name', 'district', 'province', 'ward_codes'],
} as const;

/** Separates the codes in `ward_codes` of the former wards. */
export const CODE_SEPARATOR = '|';
