import { groundAttribution } from '../../dataset/ground/dataset-shapes.ts';
import type { DatasetManifest } from '../../engine/gazetteer/store/manifest.ts';

/** The streets and the water below the points of maps. Shape: `path` is that of the tiles, which changes with the dataset; `box` is west, south, east, north. */
export interface PageGround {
  path: string;
  box: readonly [number, number, number, number];
  attribution: string;
}

/** Returns where the pages of a dataset find its tiles; undefined for a dataset without places. */
export function pageGround(dataset: DatasetManifest): PageGround | undefined {
  const { id, bbox } = dataset;
  return bbox === null
    ? undefined
    : { path: `/assets/ground.${id.slice(0, 12)}`, box: bbox, attribution: groundAttribution(dataset) };
}
