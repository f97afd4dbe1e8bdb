import type { OperationName } from '../../contract/catalogue.ts';
import type { GeoServiceHandlers } from '../../contract/service.ts';
import type { AdminDataset } from '../gazetteer/units/units.ts';
import type { Engine } from '../geocoder/engine.ts';
import type { PictureIndex } from '../imagery/index/picture-index.ts';
import type { TourPlanner } from '../routing/optimized/tour-planner.ts';
import type { Router } from '../routing/router.ts';

/** The open parts of a local service that its operations work with. */
export interface LocalParts {
  engine: Engine;
  admin: AdminDataset;
  /** Straight lines if left out. */
  router?: Router | undefined;
  /** This thread if left out. */
  planner?: TourPlanner | undefined;
  /** Opens the street pictures of the dataset on the first call; undefined if it has none. */
  pictures: () => Promise<PictureIndex | undefined>;
}

/**
 * One operation of the contract as the local service supports it.
 *
 * Shape: `support` is the cell of the capability table in docs/SERVER.md; `files` are those of the dataset that it needs beside the ones of every search; `texts` are parameters with
 * text as it was written, whose letters are mended; `createHandlers` returns
 * one function per response shape.
 * `P` are the parts that it works with, so that a caller can open only those.
 */
export interface LocalOperation<N extends OperationName, P extends keyof LocalParts = keyof LocalParts> {
  support: string;
  files?: readonly string[];
  texts?: readonly string[];
  createHandlers: (
    parts: Pick<LocalParts, P>,
  ) => Required<Required<GeoServiceHandlers>[N]> | Promise<Required<Required<GeoServiceHandlers>[N]>>;
}
