import { toDegrees } from '../../../base/geo/e7.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { CollectionInfo, PictureTables } from './picture-tables.ts';
import { buildTreeBoxes } from './tree-boxes.ts';

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
  let from = 0;
  let to = count;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (textOf(middle) < text) from = middle + 1;
    else to = middle;
  }
  return from < count && textOf(from) === text ? from : undefined;
}
