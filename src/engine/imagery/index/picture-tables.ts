/**
 * The pictures of a dataset as tables, in ascending order of picture id.
 *
 * Shape: `x[i]` to `x[i + 1]` of a `...Start` or `...Offset` array includes the first and excludes the last. The arrays of
 * orders (`sequence`, `byTime`, `byUpdate`, `tree`) contain only pictures with the status `ready`.
 * Units: positions in 1e-7 degrees, directions in degrees, times in milliseconds since 1970.
 */
export interface PictureTables {
  pictureIdText: Uint8Array;
  pictureIdOffset: Uint32Array;
  pictureLat: Int32Array;
  pictureLon: Int32Array;
  /** Direction clockwise from north; -1 if unknown. */
  pictureAzimuth: Float64Array;
  /** Horizontal field of view; -1 if unknown. */
  pictureFieldOfView: Float64Array;
  /** 1 for a 360-degree picture. */
  pictureIs360: Uint8Array;
  /** Number of the status in {@link PICTURE_STATUSES}. */
  pictureStatus: Uint8Array;
  /** Capture time; NaN if unknown. */
  pictureTime: Float64Array;
  /** Time of the last change; NaN if unknown. */
  pictureUpdated: Float64Array;
  pictureCollection: Uint32Array;
  /** Index of the picture in `sequencePicture`; -1 for a picture that is not ready. */
  pictureSequence: Int32Array;
  collectionIdText: Uint8Array;
  collectionIdOffset: Uint32Array;
  collectionInfoText: Uint8Array;
  collectionInfoOffset: Uint32Array;
  /** Pictures of a collection, in the order in which they were taken, as ranges of `sequencePicture`. */
  sequenceStart: Uint32Array;
  sequencePicture: Uint32Array;
  /** Pictures with a capture time, oldest first. */
  byTimePicture: Uint32Array;
  /** Pictures by the time of their last change, newest first, then those without one. */
  byUpdatePicture: Uint32Array;
  /** Pictures and their positions (longitude, latitude) in the order of a kd-tree. */
  treePicture: Uint32Array;
  treeCoordinates: Int32Array;
  itemText: Uint8Array;
  itemOffset: Uint32Array;
}

/** The statuses of a picture. Source: service facts; searches return only the first. */
export const PICTURE_STATUSES = ['ready', 'waiting-for-process', 'hidden', 'broken'] as const;

/** The status of a picture. */
export type PictureStatus = (typeof PICTURE_STATUSES)[number];

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
