import type { ArrayFamily } from './array-family.ts';

const UNIT = '1e-7 degrees WGS84';
const PICTURES = 'pictureIdOffset - 1';
const TIME_UNIT = 'ms since 1970';

/** Arrays of street pictures, in datasets that were built with imagery. */
export const PICTURE_FAMILY = {
  file: 'imagery.bin',
  meaning: 'street pictures: positions, directions, times, sequences and their STAC items',
  optional: true,
  isLazy: true,
  arrays: {
    pictureIdText: {
      type: 'u8',
      length: 'end of pictureIdOffset',
      unit: 'UTF-8',
      meaning: 'ids of pictures, ascending by UTF-16 units',
    },
    pictureIdOffset: {
      type: 'u32',
      length: 'free',
      unit: 'bytes',
      meaning: 'id i is from `pictureIdOffset[i]` to `pictureIdOffset[i + 1]`',
    },
    pictureLat: { type: 'i32', length: PICTURES, unit: UNIT, meaning: 'latitude of each picture' },
    pictureLon: { type: 'i32', length: PICTURES, unit: UNIT, meaning: 'its longitude' },
    pictureAzimuth: {
      type: 'f64',
      length: PICTURES,
      unit: 'degrees',
      meaning: 'direction of the middle of each picture, clockwise from north; -1 if unknown',
    },
    pictureFieldOfView: {
      type: 'f64',
      length: PICTURES,
      unit: 'degrees',
      meaning: 'horizontal field of view of each picture; -1 if unknown',
    },
    pictureIs360: { type: 'u8', length: PICTURES, meaning: '1 for a 360-degree picture, else 0' },
    pictureStatus: {
      type: 'u8',
      length: PICTURES,
      meaning: '0 ready, 1 waiting-for-process, 2 hidden, 3 broken; only ready pictures are returned',
    },
    pictureTime: { type: 'f64', length: PICTURES, unit: TIME_UNIT, meaning: 'capture time; NaN if unknown' },
    pictureUpdated: {
      type: 'f64',
      length: PICTURES,
      unit: TIME_UNIT,
      meaning: 'time of the last change; NaN if unknown',
    },
    pictureCollection: { type: 'u32', length: PICTURES, meaning: 'number of the collection of each picture' },
    pictureSequence: {
      type: 'i32',
      length: PICTURES,
      meaning: 'index of each picture in `sequencePicture`; -1 for a picture that is not ready',
    },
    collectionIdText: {
      type: 'u8',
      length: 'end of collectionIdOffset',
      unit: 'UTF-8',
      meaning: 'ids of collections, ascending by UTF-16 units',
    },
    collectionIdOffset: {
      type: 'u32',
      length: 'free',
      unit: 'bytes',
      meaning: 'id i is from `collectionIdOffset[i]` to `collectionIdOffset[i + 1]`',
    },
    collectionInfoText: {
      type: 'u8',
      length: 'end of collectionInfoOffset',
      unit: 'UTF-8',
      meaning: 'JSON of each collection: `bbox`, `interval`, `license`, `providers`',
    },
    collectionInfoOffset: {
      type: 'u32',
      length: 'collectionIdOffset',
      unit: 'bytes',
      meaning: 'JSON i is from `collectionInfoOffset[i]` to `collectionInfoOffset[i + 1]`',
    },
    sequenceStart: {
      type: 'u32',
      length: 'collectionIdOffset',
      meaning: 'ready pictures of a collection: from `sequenceStart[i]` to `sequenceStart[i + 1]`',
    },
    sequencePicture: {
      type: 'u32',
      length: 'end of sequenceStart',
      meaning: 'pictures of each collection, in the order in which they were taken',
    },
    byTimePicture: {
      type: 'u32',
      length: 'free',
      meaning: 'ready pictures with a capture time, oldest first',
    },
    byUpdatePicture: {
      type: 'u32',
      length: 'sequencePicture',
      meaning: 'ready pictures by the time of their last change, newest first, then those without one',
    },
    treePicture: {
      type: 'u32',
      length: 'sequencePicture',
      meaning: 'ready pictures in the order of a kd-tree in the layout of kdbush',
    },
    treeCoordinates: {
      type: 'i32',
      length: '2 x treePicture',
      unit: UNIT,
      meaning: 'longitude and latitude of each of them',
    },
    itemText: {
      type: 'u8',
      length: 'end of itemOffset',
      unit: 'UTF-8',
      meaning: 'STAC item of each picture as JSON, without the links that are derived from the arrays above',
    },
    itemOffset: {
      type: 'u32',
      length: 'pictureIdOffset',
      unit: 'bytes',
      meaning: 'item i is from `itemOffset[i]` to `itemOffset[i + 1]`',
    },
  },
} as const satisfies ArrayFamily;
