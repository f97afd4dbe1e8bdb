import { stringify } from 'csv-stringify/sync';
import {
  ADMIN_COLUMNS,
  CODE_SEPARATOR,
  ADMIN_FILES,
  LAW_FILES,
} from '../../engine/gazetteer/store/admin-files.ts';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A row of a table of provinces or wards. Shape: `belongsTo` is the forcode prefix of a province, the province code of a ward. */
export interface UnitRow {
  code: string;
  name: string;
  fullName: string;
  type: string;
  belongsTo: string;
  position: { lat: number; lon: number };
  areaKm2: number;
  radiusMeters: number;
}

/** A row of the table of former wards. */
export interface FormerRow {
  code: string;
  fullName: string;
  district: string;
  province: string;
  wardCodes: readonly string[];
  extents?: readonly string[];
}

/** Returns the table of provinces or wards. Shape: figures are rounded, because the boundaries are simplified to 10 m. */
export function unitTable(kind: 'provinces' | 'wards', units: readonly UnitRow[]): Buffer {
  const rows = units.map(({ code, name, fullName, type, belongsTo, position, areaKm2, radiusMeters }) => [
    ...[code, name, fullName, type, belongsTo, position.lat.toFixed(6), position.lon.toFixed(6)],
    ...[areaKm2.toFixed(2), radiusMeters.toFixed(0)],
  ]);
  return table(ADMIN_COLUMNS[kind], rows);
}

/** Returns the table of former wards. */
export function formerTable(formerWards: readonly FormerRow[]): Buffer {
  return table(
    ADMIN_COLUMNS.formerWards,
    formerWards.map(({ code, fullName, district, province, wardCodes, extents = [] }) => [
      ...[code, fullName, district, province, wardCodes.join(CODE_SEPARATOR), extents.join(CODE_SEPARATOR)],
    ]),
  );
}

function table(columns: readonly string[], rows: string[][]): Buffer {
  return Buffer.from(stringify([[...columns], ...rows]));
}

/** The bytes of the files of administrative units. */
export type AdminBytes = Record<keyof typeof ADMIN_FILES, Buffer> & {
  /** The tables of dated units; absent for a dataset without them. */
  law?: Record<keyof typeof LAW_FILES, Buffer>;
};

/** Reads the files of administrative units from the folder of a dataset that is already checked. */
export async function readAdminBytes(dir: string): Promise<AdminBytes> {
  const read = (name: string): Promise<Buffer> => readFile(join(dir, name));
  const hasLaw = await access(join(dir, LAW_FILES.datedUnits)).then(
    () => true,
    () => false,
  );
  return {
    ...(hasLaw
      ? {
          law: {
            datedUnits: await read(LAW_FILES.datedUnits),
            datedEdges: await read(LAW_FILES.datedEdges),
            decrees: await read(LAW_FILES.decrees),
          },
        }
      : {}),
    provinces: await read(ADMIN_FILES.provinces),
    wards: await read(ADMIN_FILES.wards),
    formerWards: await read(ADMIN_FILES.formerWards),
    cells: await read(ADMIN_FILES.cells),
  };
}
