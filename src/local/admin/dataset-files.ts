/** Names the layout of the dataset; a reader refuses any other. */
export const ADMIN_FORMAT = 'geomill-admin';
/** Numbers the version of that layout. */
export const ADMIN_FORMAT_VERSION = 1;
/** Names the file that describes and vouches for the others. */
export const MANIFEST_FILE = 'manifest.json';

/** Names the files of the dataset, in the order their hashes make its id. */
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

/** Vouches for one file of the dataset. */
export interface AdminFileEntry {
  sha256: string;
  bytes: number;
}

/**
 * Describes the dataset: what `manifest.json` holds.
 *
 * Shape: `id` is the SHA-256 of the hashes of the files, in the order of ADMIN_FILES; `edition` the day the units are in force from.
 */
export interface AdminManifest {
  format: typeof ADMIN_FORMAT;
  version: typeof ADMIN_FORMAT_VERSION;
  id: string;
  edition: string;
  counts: { provinces: number; wards: number; formerWards: number };
  finestResolution: number;
  attribution: string;
  license: string;
  files: Record<string, AdminFileEntry>;
}
