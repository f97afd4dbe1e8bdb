import { GeomillError } from '../../base/errors/geomill-error.ts';

const PACKAGE = 'better-sqlite3';
/** The version that GeoPackages are tested with. */
export const SQLITE_VERSION = '12.11.1';

/** The part of better-sqlite3 that is used. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): { run(...values: unknown[]): unknown };
  close(): void;
}

/** Opens a database file. */
export type OpenDatabase = new (path: string) => Database;

/** Loads SQLite. Errors: JOB_WRONG with the command that installs it. */
export async function loadSqlite(
  load: () => Promise<unknown> = () => import(PACKAGE) as Promise<unknown>,
): Promise<OpenDatabase> {
  try {
    return ((await load()) as { default: OpenDatabase }).default;
  } catch (cause) {
    throw new GeomillError(
      'JOB_WRONG',
      `the output gpkg needs the package ${PACKAGE}: run npm install ${PACKAGE}@${SQLITE_VERSION}`,
      { cause },
    );
  }
}
