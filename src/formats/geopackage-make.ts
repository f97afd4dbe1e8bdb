import type { DerivedFormat } from './output-format.ts';

/** GeoPackage: a SQLite database with one table of points, for QGIS and ArcGIS. Needs an optional package. Source: OGC 12-128r18. */
export const geoPackageOutput: DerivedFormat = {
  name: 'gpkg',
  extension: '.gpkg',
  mediaType: 'application/geopackage+sqlite3',
  from: 'geojson',
  async require() {
    const { loadSqlite } = await import('./geopackage/sqlite-package.ts');
    await loadSqlite();
  },
  async *make(source) {
    const { writeGeoPackage } = await import('./geopackage/write-geopackage.ts');
    yield* writeGeoPackage(source);
  },
};
