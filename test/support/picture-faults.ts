import { fault } from './fault.ts';
import {
  type PictureTables,
  PICTURE_STATUSES,
  openPictureIndex,
  pictureId,
  textAt,
} from '../../src/engine/imagery/index/picture-index.ts';

const LATITUDE_MAX = 90e7;
const LONGITUDE_MAX = 180e7;

/**
 * Checks the content of the tables of pictures: order, offsets, references, and each item.
 *
 * Shape: a clause that describes the first fault; undefined for correct tables.
 */
export function findPictureFault(tables: PictureTables): string | undefined {
  return (
    offsetFault(tables) ??
    rangeFault(tables) ??
    sequenceFault(tables) ??
    orderFault(tables) ??
    itemFault(tables)
  );
}

function offsetFault(tables: PictureTables): string | undefined {
  for (const name of [
    'pictureIdOffset',
    'collectionIdOffset',
    'collectionInfoOffset',
    'sequenceStart',
    'itemOffset',
  ] as const) {
    const offsets = tables[name];
    if (offsets[0]! !== 0) return fault('{name} does not start at 0', { name });
    for (let i = 1; i < offsets.length; i += 1) {
      if (offsets[i]! < offsets[i - 1]!)
        return fault('{name} does not ascend at {index}', { name, index: i });
    }
  }
  return undefined;
}

function rangeFault(tables: PictureTables): string | undefined {
  const last = tables.pictureLat.length - 1;
  return (
    within(tables, 'pictureLat', -LATITUDE_MAX, LATITUDE_MAX) ??
    within(tables, 'pictureLon', -LONGITUDE_MAX, LONGITUDE_MAX) ??
    within(tables, 'pictureAzimuth', -1, 360) ??
    within(tables, 'pictureIs360', 0, 1) ??
    within(tables, 'pictureStatus', 0, PICTURE_STATUSES.length - 1) ??
    within(tables, 'pictureCollection', 0, tables.sequenceStart.length - 2) ??
    within(tables, 'pictureSequence', -1, tables.sequencePicture.length - 1) ??
    within(tables, 'sequencePicture', 0, last) ??
    within(tables, 'byTimePicture', 0, last) ??
    within(tables, 'byUpdatePicture', 0, last) ??
    within(tables, 'treePicture', 0, last)
  );
}

function within(
  tables: PictureTables,
  name: keyof PictureTables,
  least: number,
  most: number,
): string | undefined {
  const at = tables[name].findIndex((value) => !(value >= least && value <= most));
  return at < 0
    ? undefined
    : fault('{name}[{index}] is {value}, outside of {least} to {most}', {
        name,
        index: at,
        value: String(tables[name][at]),
        least,
        most,
      });
}

/** Checks that each ready picture is once in the sequence of its collection, and that the other orders have the same pictures. */
function sequenceFault(tables: PictureTables): string | undefined {
  const { pictureSequence, pictureStatus, pictureCollection, sequencePicture, sequenceStart } = tables;
  let readyCount = 0;
  for (let picture = 0; picture < pictureSequence.length; picture += 1) {
    const at = pictureSequence[picture]!;
    if (at >= 0 !== (pictureStatus[picture]! === 0))
      return fault('the sequence of picture {picture} does not fit its status', { picture });
    if (at < 0) continue;
    readyCount += 1;
    const collection = pictureCollection[picture]!;
    const isInside = at >= sequenceStart[collection]! && at < sequenceStart[collection + 1]!;
    if (!isInside || sequencePicture[at]! !== picture)
      return fault('picture {picture} is not in the sequence of its collection', { picture });
  }
  const timeCount = [...sequencePicture].filter(
    (picture) => !Number.isNaN(tables.pictureTime[picture]!),
  ).length;
  const isComplete =
    sequencePicture.length === readyCount &&
    new Set(tables.byUpdatePicture).size === readyCount &&
    new Set(tables.treePicture).size === readyCount &&
    tables.byTimePicture.length === timeCount;
  return isComplete ? undefined : fault('an order of pictures lacks some');
}

function orderFault({
  byTimePicture,
  byUpdatePicture,
  pictureTime,
  pictureUpdated,
}: PictureTables): string | undefined {
  for (let i = 1; i < byTimePicture.length; i += 1) {
    const [before, after] = [byTimePicture[i - 1]!, byTimePicture[i]!];
    if (!(pictureTime[before]! <= pictureTime[after]!))
      return fault('{name} is not in order at {index}', { name: 'byTimePicture', index: i });
  }
  for (let i = 1; i < byUpdatePicture.length; i += 1) {
    const [before, after] = [byUpdatePicture[i - 1]!, byUpdatePicture[i]!];
    if (pictureUpdated[before]! < pictureUpdated[after]!)
      return fault('{name} is not in order at {index}', { name: 'byUpdatePicture', index: i });
  }
  return undefined;
}

function itemFault(tables: PictureTables): string | undefined {
  const index = openPictureIndex(tables);
  for (let picture = 0; picture < index.pictureCount; picture += 1) {
    const id = pictureId(index, picture);
    if (picture > 0 && pictureId(index, picture - 1) >= id)
      return fault('the ids of pictures do not ascend at {picture}', { picture });
    let stored: unknown;
    try {
      stored = (JSON.parse(textAt(tables.itemText, tables.itemOffset, picture)) as { id?: unknown }).id;
    } catch {
      return fault('the item of picture {picture} is not JSON', { picture });
    }
    if (stored !== id) return fault('the item of picture {picture} has another id', { picture });
  }
  return undefined;
}
