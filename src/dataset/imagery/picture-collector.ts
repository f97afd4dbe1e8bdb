import type { SourcePicture } from '../../engine/imagery/source/read-item.ts';

/** Receiver of the pictures of all sources of a build. */
export interface PictureCollector {
  readonly pictures: readonly SourcePicture[];
  /** Adds a picture; false if one with its id was added before. */
  add(picture: SourcePicture): boolean;
}

/** Creates a collector. */
export function createPictureCollector(): PictureCollector {
  const pictures: SourcePicture[] = [];
  const ids = new Set<string>();
  return {
    pictures,
    add(picture) {
      const { id } = picture.item;
      if (ids.has(id)) return false;
      ids.add(id);
      pictures.push(picture);
      return true;
    },
  };
}
