/**
 * What a dataset stores about a collection of pictures.
 *
 * Shape: `bbox` is [west, south, east, north]; `interval` the first and last capture time, null if unknown.
 */
export interface CollectionInfo {
  bbox: [number, number, number, number];
  interval: [string | null, string | null];
  license: string;
  providers: { name: string; roles?: string[] }[];
}
