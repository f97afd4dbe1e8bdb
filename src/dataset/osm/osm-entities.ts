/** Holds the tags of an object of OpenStreetMap; without a prototype, so that no key is special. */
export type OsmTags = Readonly<Record<string, string>>;

/** Names a kind of object of OpenStreetMap. */
export type OsmType = 'node' | 'way' | 'relation';

/** Describes a member of a relation. */
export interface OsmMember {
  type: OsmType;
  id: number;
  role: string;
}

/**
 * Takes the objects of a file, in its order; kinds without a method are passed over.
 *
 * Units: `lat` and `lon` in 1e-7 degrees WGS84, rounded.
 */
export interface OsmVisitor {
  node?: (id: number, lat: number, lon: number, tags: OsmTags) => void;
  way?: (id: number, refs: readonly number[], tags: OsmTags) => void;
  relation?: (id: number, members: readonly OsmMember[], tags: OsmTags) => void;
}

/** Holds what a file says of itself. Shape: `timestamp` is when its data were current, ISO 8601. */
export interface OsmFileHeader {
  timestamp?: string;
}

/** Takes how far a reading of a file is. Units: bytes of the file. */
export type OsmBytesRead = (bytesRead: number, bytesTotal: number) => void;

/** Reads a file of OpenStreetMap as often as it is asked to. */
export interface OsmSource {
  /**
   * Reads the file from beginning to end.
   *
   * Errors: INPUT_BAD with the place in the file when it is damaged or cut off; INPUT_CHANGED when it is not
   * the file of the reading before; IO when it cannot be read; ABORTED.
   */
  read(visitor: OsmVisitor, onBytes?: OsmBytesRead, signal?: AbortSignal): Promise<OsmFileHeader>;
}

/** Holds no tags, for the many nodes that have none. */
export const NO_TAGS: OsmTags = Object.freeze(Object.create(null) as Record<string, string>);

/** Returns an empty set of tags to be filled. */
export function newTags(): Record<string, string> {
  return Object.create(null) as Record<string, string>;
}

/** Tells whether a position in 1e-7 degrees is one on the earth. */
export function isOnEarth(lat: number, lon: number): boolean {
  return lat >= -900_000_000 && lat <= 900_000_000 && lon >= -1_800_000_000 && lon <= 1_800_000_000;
}
