import type { Message } from '../base/messages/message.ts';
import type { DatasetShapes } from '../dataset/ground/dataset-shapes.ts';
import type { OperationName } from '../contract/catalogue.ts';
import type { GeoService } from '../contract/service.ts';
import type { LoadedDataset } from '../engine/gazetteer/load-dataset.ts';
import type { TourPlanner } from '../engine/routing/optimized/tour-planner.ts';
import type { PictureIndex } from '../engine/imagery/index/picture-index.ts';
import type { ImageryFiles } from '../remote/imagery-files.ts';
import type { RemoteEvent, RemoteService, SentRequest } from '../remote/options.ts';
import type { OwnershipWait } from '../remote/cache-parts.ts';
import type { Aliases } from '../run/pipeline/rerun/aliases.ts';
import type { ServiceLimits } from './service-settings.ts';

/** A service that was opened, with what a run needs to know of it. */
export interface OpenedService {
  service: GeoService;
  /** The dataset or the address of the service, without secrets. */
  identity: string;
  /**
   * Returns the identity for a run that calls these operations: with the router where one is needed. Another router computes other
   * routes, so a run is not continued with it.
   */
  identityFor: (operations: readonly OperationName[]) => Promise<string>;
  /** The alias file that answers in place of the service. */
  aliases?: Aliases;
  /** How much of a run may be in progress at once. */
  window: RunWindow;
  /** Sentences about the service for the manifest of a run. */
  findings?: readonly Message[];
  /** Origin of the data of a local service, to be shown with it. */
  attribution?: string;
  /** Statistics and cache of a remote service. */
  remote?: RemoteService;
  /** The dataset of a local service, and the aliases of a job, from which worker threads open the same service. */
  shared?: { loaded: LoadedDataset; aliases?: { byText: ReadonlyMap<string, object> } };
  /** Opens the street pictures of a local service; undefined if the dataset has none. */
  pictures?: () => Promise<PictureIndex | undefined>;
  /** Opens the streets and the water of a local service, as ground of maps; undefined if the dataset has none. */
  shapes?: () => Promise<DatasetShapes | undefined>;
  /** What the imagery service behind a gateway has beside its search; undefined for one without. */
  imageryFiles?: ImageryFiles;
  close: () => Promise<void>;
}

/** How much of a run may be in progress at once: rows, and characters of results that wait for an earlier chunk or for the disk. */
export interface RunWindow {
  openRows: number;
  heldCharacters?: number;
  /** Returns whether the service has as many calls waiting as it can use. */
  isSaturated?: () => boolean;
}

/** Limits and listeners of a service. */
export interface OpenServiceOptions {
  /** For a remote service. */
  limits?: ServiceLimits;
  /** Computes the order of stops of a local service; the thread of the service when left out. */
  planner?: TourPlanner | undefined;
  /** Reads of the large files of a dataset only what a few requests use: a command of one request starts sooner. Such a service has no `shared`. */
  readsByBlock?: boolean;
  /** How long to wait for another process that sends requests to the same remote service with the same key; 10 s when left out. */
  ownership?: OwnershipWait;
  /** Receives sentences for the user: that routes are straight lines, for example. */
  onNote?: (note: string) => void;
  /** Receives the events of a remote service: pauses, retries, changes of the rate. */
  onEvent?: (event: RemoteEvent) => void;
  /** Receives each request that was sent to a remote service. */
  onRequest?: (request: SentRequest) => void;
}
