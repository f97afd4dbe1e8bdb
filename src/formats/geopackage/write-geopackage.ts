import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toJsonText } from '../json-text.ts';
import type { DerivedSource } from '../output-format.ts';
import { columnTypes, readFeatures, type ColumnType } from '../read-features.ts';
import type { OutputRow } from '../record.ts';
import { wkbPoint } from '../wkb.ts';
import { loadSqlite, type Database } from './sqlite-package.ts';

/** The time that the format requires; that of the run would make equal runs differ. */
const NO_TIME = '1970-01-01T00:00:00.000Z';

/**
 * Writes results as a GeoPackage: the table `results`, whose `fid` are the numbers of the rows.
 *
 * Errors: JOB_WRONG without the package of SQLite. Guarantee: equal results give equal bytes with the same version of SQLite.
 * Cost: a temporary file of the size of the result.
 */
export async function* writeGeoPackage(source: DerivedSource): AsyncGenerator<Uint8Array> {
  const OpenDatabase = await loadSqlite();
  const folder = await mkdtemp(join(tmpdir(), 'geomill-gpkg-'));
  try {
    const path = join(folder, 'results.gpkg');
    const database = new OpenDatabase(path);
    try {
      await fill(database, source);
    } finally {
      database.close();
    }
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
  string: 'TEXT',
  number: 'REAL',
  integer: 'INTEGER',
  boolean: 'BOOLEAN',
};

async function fill(database: Database, source: DerivedSource): Promise<void> {
  const types = await columnTypes(source);
  const names = columnNames(source.columns.map(({ name }) => name));
  const [fid = '', geometry = ''] = names;
  const fields = types.map((type, at) => `${quoted(names[at + 2] ?? '')} ${SQL_TYPES[type]}`);
  database.exec(GEOPACKAGE_TABLES);
  database.exec(
    `CREATE TABLE results (${[`${quoted(fid)} INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL`, `${quoted(geometry)} POINT`, ...fields].join(', ')})`,
  );
  database.exec('BEGIN');
  const insert = database.prepare(`INSERT INTO results VALUES (${names.map(() => '?').join(', ')})`);
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  let row = 0;
  for await (const rows of readFeatures(source)) {
    for (const { values, position } of rows) {
      row += 1;
      insert.run(
        row,
        position && encodePoint(position),
        ...values.map((value, at) => sqlValue(value, types[at])),
      );
      if (position !== null) extend(box, position);
    }
  }
  const bounds = box.map((value) => (Number.isFinite(value) ? value : null));
  database.prepare(INSERT_CONTENTS).run(NO_TIME, ...bounds);
  database.prepare(INSERT_GEOMETRY).run(geometry);
  database.exec('COMMIT');
}

/** Returns the names of the columns `fid` and `geom` and of the results; SQLite does not tell upper from lower case. */
function columnNames(stated: readonly string[]): string[] {
  const used = new Set<string>();
  const unique = (name: string) => {
    let free = name === '' ? 'column' : name;
    for (let n = 2; used.has(free.toLowerCase()); n += 1) free = `${name}_${n}`;
    used.add(free.toLowerCase());
    return free;
  };
  const own = stated.map(unique);
  return [unique('fid'), unique('geom'), ...own];
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function extend(box: number[], { lon, lat }: { lon: number; lat: number }): void {
  const [west = lon, south = lat, east = lon, north = lat] = box;
  box.splice(0, 4, Math.min(west, lon), Math.min(south, lat), Math.max(east, lon), Math.max(north, lat));
}

/** Encodes a point as a GeoPackage binary: `GP`, version 0, little endian without a box, WGS84, WKB. */
function encodePoint({ lon, lat }: NonNullable<OutputRow['position']>): Buffer {
  const header = Buffer.from([0x47, 0x50, 0, 1, 0, 0, 0, 0]);
  header.writeInt32LE(4326, 4);
  return Buffer.concat([header, wkbPoint(lon, lat)]);
}

function sqlValue(value: unknown, type: ColumnType | undefined): unknown {
  if (value === null) return null;
  if (type === 'boolean') return value === true ? 1 : 0;
  // SQLite would store a number of JavaScript as REAL.
  if (type === 'integer') return BigInt(value as number);
  return type === 'string' && typeof value !== 'string' ? toJsonText(value) : value;
}

/** The tables that every GeoPackage has, and its marks. Source: OGC 12-128r18, annex C. */
const GEOPACKAGE_TABLES = `
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA application_id = 0x47504B47;
PRAGMA user_version = 10300;
CREATE TABLE gpkg_spatial_ref_sys (
  srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
CREATE TABLE gpkg_contents (
  table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
  last_change DATETIME NOT NULL, min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
  CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
CREATE TABLE gpkg_geometry_columns (
  table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL,
  z TINYINT NOT NULL, m TINYINT NOT NULL,
  CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name), CONSTRAINT uk_gc_table_name UNIQUE (table_name),
  CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
  CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
INSERT INTO gpkg_spatial_ref_sys VALUES
  ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined Cartesian coordinate reference system'),
  ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'),
  ('WGS 84 geodetic', 4326, 'EPSG', 4326, 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]', 'longitude and latitude in degrees');
`;

/** Adds the table of the results to the contents. */
const INSERT_CONTENTS = `
INSERT INTO gpkg_contents VALUES ('results', 'features', 'results', '', ?, ?, ?, ?, ?, 4326)`;

/** Adds the geometry of the results. */
const INSERT_GEOMETRY = `
INSERT INTO gpkg_geometry_columns VALUES ('results', ?, 'POINT', 4326, 0, 0)`;
