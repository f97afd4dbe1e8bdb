import type { DerivedFormat } from './output-format.ts';

/**
 * GeoParquet: the results with types, the position as WKB point, its bounds, and plain longitude and latitude.
 *
 * Units: degrees WGS84. Source: GeoParquet 1.1.0.
 */
export const parquetOutput: DerivedFormat = {
  name: 'parquet',
  extension: '.parquet',
  mediaType: 'application/vnd.apache.parquet',
  table: {},
  from: 'geojson',
  async *make(source) {
    // Loaded when it is made: other outputs need no Parquet writer.
    const { writeGeoParquet } = await import('./parquet/write-geoparquet.ts');
    yield* writeGeoParquet(source);
  },
};
