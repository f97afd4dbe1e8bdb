import { failure } from '../../base/errors/geomill-error.ts';
import { toE7 } from '../../base/geo/e7.ts';
import { buildPointTree } from '../../base/geo/point-tree.ts';
import {
  type CollectionInfo,
  PICTURE_STATUSES,
  type PictureTables,
} from '../../engine/imagery/index/picture-index.ts';
import { compareUpdates } from '../../engine/imagery/query/search-pictures.ts';
import type { SourcePicture } from '../../engine/imagery/source/read-item.ts';

const TEXT_BYTES_MAX = 0xffff_ffff;
/** The licence of a collection whose pictures have none or several. Source: STAC 1.0.0, collection specification. */
const LICENSES = { none: 'proprietary', several: 'various' } as const;

/**
 * Builds the tables of pictures.
 *
 * Errors: INPUT_BAD if the items are larger than a dataset can have, 4 GB.
 * Guarantee: the same pictures in the same order give the same bytes.
 */
export function buildPictureTables(source: readonly SourcePicture[]): PictureTables {
  const pictures = [...source].sort((a, b) => compareTexts(a.item.id, b.item.id));
  const numberOf = new Map(pictures.map((picture, at) => [picture, at]));
  const collections = groupByCollection(source);
  const collectionNumber = new Map(collections.map(([id], at) => [id, at]));
  const sequences = collections.map(([, members]) =>
    orderSequence(members.filter(({ status }) => status === 'ready')).map(
      (one) => numberOf.get(one) as number,
    ),
  );
  const sequencePicture = Uint32Array.from(sequences.flat());
  const pictureSequence = new Int32Array(pictures.length).fill(-1);
  sequencePicture.forEach((picture, at) => (pictureSequence[picture] = at));
  const pictureLat = Int32Array.from(pictures, ({ position }) => toE7(position.lat));
  const pictureLon = Int32Array.from(pictures, ({ position }) => toE7(position.lon));
  const pictureTime = Float64Array.from(pictures, ({ timeMs }) => timeMs);
  const pictureUpdated = Float64Array.from(pictures, ({ updatedMs }) => updatedMs);
  const ready = Uint32Array.from(sequencePicture).sort();
  const tree = buildTree(ready, pictureLat, pictureLon);
  const byTime = ready.filter((picture) => !Number.isNaN(pictureTime[picture]));
  const ids = joinTexts(pictures.map(({ item }) => item.id));
  const collectionIds = joinTexts(collections.map(([id]) => id));
  const infos = joinTexts(collections.map(([, members]) => JSON.stringify(describeCollection(members))));
  const items = joinTexts(pictures.map(({ item }) => JSON.stringify(item)));
  return {
    pictureIdText: ids.text,
    pictureIdOffset: ids.offset,
    pictureLat,
    pictureLon,
    pictureAzimuth: Float64Array.from(pictures, ({ azimuth }) => azimuth),
    pictureFieldOfView: Float64Array.from(pictures, ({ fieldOfView }) => fieldOfView),
    pictureIs360: Uint8Array.from(pictures, ({ is360 }) => (is360 ? 1 : 0)),
    pictureStatus: Uint8Array.from(pictures, ({ status }) => PICTURE_STATUSES.indexOf(status)),
    pictureTime,
    pictureUpdated,
    pictureCollection: Uint32Array.from(
      pictures,
      ({ collection }) => collectionNumber.get(collection) as number,
    ),
    pictureSequence,
    collectionIdText: collectionIds.text,
    collectionIdOffset: collectionIds.offset,
    collectionInfoText: infos.text,
    collectionInfoOffset: infos.offset,
    sequenceStart: startsOf(sequences.map(({ length }) => length)),
    sequencePicture,
    byTimePicture: byTime.sort((a, b) => pictureTime[a] - pictureTime[b] || a - b),
    byUpdatePicture: Uint32Array.from(ready).sort((a, b) => compareUpdates(pictureUpdated, a, b)),
    treePicture: tree.places,
    treeCoordinates: tree.coordinates,
    itemText: items.text,
    itemOffset: items.offset,
  };
}

/** Returns the pictures of each collection in the order of the source; collections by id. */
function groupByCollection(pictures: readonly SourcePicture[]): [id: string, members: SourcePicture[]][] {
  const groups = new Map<string, SourcePicture[]>();
  for (const picture of pictures) {
    const members = groups.get(picture.collection);
    if (members === undefined) groups.set(picture.collection, [picture]);
    else members.push(picture);
  }
  return [...groups].sort(([a], [b]) => compareTexts(a, b));
}

function buildTree(ready: Uint32Array, lat: Int32Array, lon: Int32Array) {
  const places = Uint32Array.from(ready);
  const coordinates = new Int32Array(2 * places.length);
  places.forEach((picture, at) => {
    coordinates[2 * at] = lon[picture];
    coordinates[2 * at + 1] = lat[picture];
  });
  const tree = { places, coordinates };
  buildPointTree(tree, 0, places.length);
  return tree;
}

/** Describes a collection by its ready pictures, or by all if none is ready. */
function describeCollection(members: readonly SourcePicture[]): CollectionInfo {
  const ready = members.filter(({ status }) => status === 'ready');
  const shown = ready.length > 0 ? ready : members;
  const lons = shown.map(({ position }) => position.lon);
  const lats = shown.map(({ position }) => position.lat);
  const times = shown.map(({ timeMs }) => timeMs).filter((ms) => !Number.isNaN(ms));
  const licenses = [...new Set(shown.flatMap(({ license }) => license ?? []))];
  const providers = new Map(shown.flatMap(({ item }) => item.providers ?? []).map((one) => [one.name, one]));
  return {
    bbox: [least(lons), least(lats), greatest(lons), greatest(lats)],
    interval: times.length === 0 ? [null, null] : [isoOf(least(times)), isoOf(greatest(times))],
    license: licenses.length > 1 ? LICENSES.several : (licenses[0] ?? LICENSES.none),
    providers: [...providers.values()],
  };
}

function joinTexts(texts: readonly string[]): { text: Uint8Array; offset: Uint32Array } {
  const bytes = texts.map((text) => Buffer.from(text));
  const offset = startsOf(bytes.map(({ length }) => length));
  return { text: new Uint8Array(Buffer.concat(bytes)), offset };
}

/** Returns where each of some ranges starts, and where the last one ends. */
function startsOf(lengths: readonly number[]): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  let end = 0;
  lengths.forEach((length, at) => {
    end += length;
    if (end > TEXT_BYTES_MAX) throw failure('INPUT_BAD', 'pictures.tooManyItems');
    starts[at + 1] = end;
  });
  return starts;
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Infinity);
}

function greatest(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), -Infinity);
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** Compares by UTF-16 units, which no setting of the machine changes. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A picture of a collection with its place in the source. */
interface Entry {
  picture: SourcePicture;
  at: number;
}

/**
 * Returns the pictures of one collection in the order in which they were taken.
 *
 * Shape: by their numbers in the sequence if all have one; else along the links to their neighbours; chains of linked pictures, and
 * pictures without links, by capture time, then in the order of the source.
 */
export function orderSequence(pictures: readonly SourcePicture[]): SourcePicture[] {
  const entries = pictures.map((picture, at): Entry => ({ picture, at }));
  if (pictures.every(({ rank }) => rank !== undefined)) {
    return entries
      .sort((a, b) => (a.picture.rank as number) - (b.picture.rank as number) || a.at - b.at)
      .map(({ picture }) => picture);
  }
  entries.sort((a, b) => compareTimes(a.picture.timeMs, b.picture.timeMs) || a.at - b.at);
  return followLinks(entries.map(({ picture }) => picture));
}

function followLinks(pictures: readonly SourcePicture[]): SourcePicture[] {
  const byId = new Map(pictures.map((picture) => [picture.item.id, picture]));
  const nextOf = new Map<SourcePicture, SourcePicture>();
  const hasPrevious = new Set<SourcePicture>();
  const link = (from: SourcePicture | undefined, to: SourcePicture | undefined): void => {
    if (from === undefined || to === undefined || nextOf.has(from) || hasPrevious.has(to)) return;
    nextOf.set(from, to);
    hasPrevious.add(to);
  };
  for (const picture of pictures) {
    if (picture.next !== undefined) link(picture, byId.get(picture.next));
    if (picture.previous !== undefined) link(byId.get(picture.previous), picture);
  }
  const ordered = new Set<SourcePicture>();
  const follow = (start: SourcePicture): void => {
    for (
      let at: SourcePicture | undefined = start;
      at !== undefined && !ordered.has(at);
      at = nextOf.get(at)
    ) {
      ordered.add(at);
    }
  };
  for (const picture of pictures) if (!hasPrevious.has(picture)) follow(picture);
  // What is left are rings, which have no first picture.
  for (const picture of pictures) follow(picture);
  return [...ordered];
}

/** Compares capture times. Shape: an unknown one, NaN, is last. */
function compareTimes(a: number, b: number): number {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return 0;
  if (Number.isNaN(a)) return 1;
  return Number.isNaN(b) ? -1 : a - b;
}
