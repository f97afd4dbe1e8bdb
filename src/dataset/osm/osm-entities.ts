/** Tags of an OpenStreetMap object, without a prototype, so no key is special. */
export type OsmTags = Readonly<Record<string, string>>;

/** A type of OpenStreetMap object. */
export type OsmType = 'node' | 'way' | 'relation';

/** A member of a relation. */
export interface OsmMember {
  type: OsmType;
  id: number;
  role: string;
}

/**
 * Receiver of the objects of a file, in its order; types without a method are skipped.
 *
 * Units: `lat` and `lon` in 1e-7 degrees WGS84, rounded.
 */
export interface OsmVisitor {
  node?: (id: number, lat: number, lon: number, tags: OsmTags) => void;
  way?: (id: number, refs: readonly number[], tags: OsmTags) => void;
  relation?: (id: number, members: readonly OsmMember[], tags: OsmTags) => void;
}

/** Header of a file. Shape: `timestamp` is the date of its data, ISO 8601. */
export interface OsmFileHeader {
  timestamp?: string;
}

/** Receiver of the progress of reading a file. Units: bytes of the file. */
export type OsmBytesRead = (bytesRead: number, bytesTotal: number) => void;

/** An OpenStreetMap file that can be read several times. */
export interface OsmSource {
  /**
   * Reads the file from start to end.
   *
   * Errors: INPUT_BAD with the location in the file if it is damaged or truncated; INPUT_CHANGED if it changed since
   * the previous pass; IO if it cannot be read; ABORTED.
   */
  read(visitor: OsmVisitor, onBytes?: OsmBytesRead, signal?: AbortSignal): Promise<OsmFileHeader>;
}

/** Empty tags, shared by the many nodes without tags. */
export const NO_TAGS: OsmTags = Object.freeze(Object.create(null) as Record<string, string>);

/** Returns an empty set of tags to fill. */
export function newTags(): Record<string, string> {
  return Object.create(null) as Record<string, string>;
}

/** Returns a function of tags that keeps its last result, because the same object is asked for it several times in a row. */
export function keepForTags<T>(of: (tags: OsmTags) => T): (tags: OsmTags) => T {
  let last: { tags: OsmTags; result: T } | undefined;
  return (tags) => {
    if (last?.tags !== tags) last = { tags, result: of(tags) };
    return last.result;
  };
}

/** Reports whether a position in 1e-7 degrees is valid. */
export function isOnEarth(lat: number, lon: number): boolean {
  return lat >= -900_000_000 && lat <= 900_000_000 && lon >= -1_800_000_000 && lon <= 1_800_000_000;
}
