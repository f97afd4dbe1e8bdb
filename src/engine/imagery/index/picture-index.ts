import { firstAt } from '../../../base/bisect.ts';
import { toDegrees } from '../../../base/geo/e7.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { BoxE7 } from '../../../base/geo/boxes.ts';

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

/** The pictures of a dataset, ready to be searched. Shape: pictures and collections are numbers. */
export interface PictureIndex {
  readonly tables: PictureTables;
  readonly pictureCount: number;
  /** Number of pictures with the status `ready`: only these are returned. */
  readonly readyCount: number;
  readonly collectionCount: number;
  /** Bounds of the ranges of the tree, see tree-boxes. */
  readonly treeBoxes: Int32Array;
  /** The index of each ready picture in `byUpdatePicture`. */
  readonly updateRank: Uint32Array;
}

/** Opens tables of pictures. Cost: 3 ms for 50,000 pictures; nothing is copied. */
export function openPictureIndex(tables: PictureTables): PictureIndex {
  return {
    tables,
    pictureCount: tables.pictureLat.length,
    readyCount: tables.sequencePicture.length,
    collectionCount: tables.sequenceStart.length - 1,
    treeBoxes: buildTreeBoxes(tables),
    updateRank: ranksOf(tables.byUpdatePicture, tables.pictureLat.length),
  };
}

/** Returns the index of each picture in an order. */
function ranksOf(order: Uint32Array, pictureCount: number): Uint32Array {
  const ranks = new Uint32Array(pictureCount);
  order.forEach((picture, rank) => (ranks[picture] = rank));
  return ranks;
}

/** Returns the position of a picture. */
export function positionOf({ tables }: PictureIndex, picture: number): Position {
  return {
    lat: toDegrees(tables.pictureLat[picture]),
    lon: toDegrees(tables.pictureLon[picture]),
  };
}

/** Returns the id of a picture. */
export function pictureId({ tables }: PictureIndex, picture: number): string {
  return textAt(tables.pictureIdText, tables.pictureIdOffset, picture);
}

/** Returns the id of a collection. */
export function collectionId({ tables }: PictureIndex, collection: number): string {
  return textAt(tables.collectionIdText, tables.collectionIdOffset, collection);
}

/** Returns the description of a collection. */
export function collectionInfo({ tables }: PictureIndex, collection: number): CollectionInfo {
  return JSON.parse(
    textAt(tables.collectionInfoText, tables.collectionInfoOffset, collection),
  ) as CollectionInfo;
}

/** Returns the picture with an id if it is ready. Cost: a binary search. */
export function readyPicture(index: PictureIndex, id: string): number | undefined {
  const picture = findText(index.pictureCount, (at) => pictureId(index, at), id);
  return picture !== undefined && index.tables.pictureSequence[picture] >= 0 ? picture : undefined;
}

/** Returns the collection with an id. Cost: a binary search. */
export function findCollection(index: PictureIndex, id: string): number | undefined {
  return findText(index.collectionCount, (at) => collectionId(index, at), id);
}

/** Returns the ready pictures of a collection, in the order in which they were taken. */
export function sequenceOf({ tables }: PictureIndex, collection: number): Uint32Array {
  return tables.sequencePicture.subarray(
    tables.sequenceStart[collection],
    tables.sequenceStart[collection + 1],
  );
}

/** Decodes a text of a table. */
export function textAt(bytes: Uint8Array, offset: Uint32Array, at: number): string {
  const start = offset[at];
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, offset[at + 1] - start).toString();
}

function findText(count: number, textOf: (at: number) => string, text: string): number | undefined {
  const found = firstAt(0, count, (at) => textOf(at) >= text);
  return found < count && textOf(found) === text ? found : undefined;
}

/** Number of points below which a range of the tree is not divided: as the tree was built, see geo/point-tree. */
const LEAF_POINTS = 12;
/** Numbers of a box: west, south, east, north. */
const BOX_NUMBERS = 4;

/** A range of the tree. Shape: node `n` has the halves `2n` and `2n + 1` on either side of its middle; `to` is included. */
export interface TreeRange {
  node: number;
  from: number;
  to: number;
}

/** Reports whether a range is divided into two halves and its middle. */
export function isDivided({ from, to }: TreeRange): boolean {
  return to - from > LEAF_POINTS;
}

/** Returns the middle of a range, which divides it. */
export function middleOf({ from, to }: TreeRange): number {
  return (from + to) >> 1;
}

/** Returns the half of a range before its middle. */
export function lowerHalf(range: TreeRange): TreeRange {
  return { node: 2 * range.node, from: range.from, to: middleOf(range) - 1 };
}

/** Returns the half of a range after its middle. */
export function upperHalf(range: TreeRange): TreeRange {
  return { node: 2 * range.node + 1, from: middleOf(range) + 1, to: range.to };
}

/** Returns the range of all points. */
export function wholeTree({ treePicture }: PictureTables): TreeRange {
  return { node: 1, from: 0, to: treePicture.length - 1 };
}

/**
 * Computes the bounds of the pictures in each range of the tree.
 *
 * Shape: west, south, east, north of node `n` begin at `4n`. Units: 1e-7 degrees. Cost: 2 ms for 50,000 pictures.
 */
function buildTreeBoxes(tables: PictureTables): Int32Array {
  let nodes = 1;
  for (let size = tables.treePicture.length; size > 0; size >>= 1) nodes *= 2;
  const boxes = new Int32Array(BOX_NUMBERS * nodes);
  fill(boxes, tables.treeCoordinates, wholeTree(tables));
  return boxes;
}

/** Reads the bounds of a range. */
export function readTreeBox(boxes: Int32Array, node: number): BoxE7 {
  const at = BOX_NUMBERS * node;
  return {
    minLon: boxes[at],
    minLat: boxes[at + 1],
    maxLon: boxes[at + 2],
    maxLat: boxes[at + 3],
  };
}

function fill(boxes: Int32Array, coordinates: Int32Array, range: TreeRange): void {
  const box: BoxE7 = { minLon: Infinity, minLat: Infinity, maxLon: -Infinity, maxLat: -Infinity };
  const { node, from, to } = range;
  if (isDivided(range)) {
    for (const half of [lowerHalf(range), upperHalf(range)]) {
      fill(boxes, coordinates, half);
      const inner = readTreeBox(boxes, half.node);
      include(box, inner.minLon, inner.minLat);
      include(box, inner.maxLon, inner.maxLat);
    }
    const middle = 2 * middleOf(range);
    include(box, coordinates[middle], coordinates[middle + 1]);
  } else {
    for (let at = from; at <= to; at += 1) include(box, coordinates[2 * at], coordinates[2 * at + 1]);
  }
  boxes.set([box.minLon, box.minLat, box.maxLon, box.maxLat], BOX_NUMBERS * node);
}

function include(box: BoxE7, lon: number, lat: number): void {
  box.minLon = Math.min(box.minLon, lon);
  box.maxLon = Math.max(box.maxLon, lon);
  box.minLat = Math.min(box.minLat, lat);
  box.maxLat = Math.max(box.maxLat, lat);
}
