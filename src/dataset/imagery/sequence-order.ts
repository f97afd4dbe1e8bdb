import type { SourcePicture } from '../../engine/imagery/source/read-item.ts';

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
