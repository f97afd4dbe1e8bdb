import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { OperationName } from '../contract/catalogue.ts';
import type { GeoService } from '../contract/service.ts';
import type { PlannedTours } from '../run/stages/route-plan.ts';
import type { LoadedDataset } from '../engine/gazetteer/load-dataset.ts';
import type { PictureIndex } from '../engine/imagery/index/picture-index.ts';
import type { DatasetShapes } from '../dataset/ground/dataset-shapes.ts';
import type { ImageryFiles } from '../remote/imagery-files.ts';
import type { McpTool } from '../mcp/tool.ts';
import type { Access } from './access/access.ts';
import type { Account } from './access/key-ring.ts';
import type { Usage } from './access/usage.ts';
import type { AnswerOperation } from './call-operation.ts';
import type { BatchSettings } from './batch/run-batch.ts';
import type { Draining } from './guards.ts';
import type { Lane } from './lane.ts';
import type { Metrics } from './metrics.ts';
import type { Pages } from './pages/pages.ts';
import type { OpenApiPaths } from './openapi-document.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the key of this request; set by the hooks of {@link ServerContext.authorize} and {@link ServerContext.identify}. */
    account: Account | undefined;
  }
  interface FastifyContextConfig {
    /** The body may take longer than the request limit to arrive, as a batch does. */
    isStreaming?: boolean;
    /** The label of the route in logs and metrics; its path when left out. */
    label?: string;
    /** A browser gets a page here, also for a request that fails. */
    isPage?: boolean;
  }
}

/** What the routes of the server work with. */
export interface ServerContext {
  /** The operations; parameters are checked by the contract. */
  service: GeoService;
  /** Computes the response of an operation as JSON text, in a worker thread where the server has any. */
  answer: AnswerOperation;
  /** Reports whether a request waits for a worker thread. */
  isSent: (name: OperationName, parameters: Readonly<Record<string, unknown>>) => boolean;
  /** Returns why no request would be begun now; undefined where one would. */
  busyReason: () => string | undefined;
  /** Where requests for routes wait for each other, so that the others do not. */
  routes: Lane;
  /** How batches are processed. */
  batch: BatchSettings;
  /** Folder of the dataset of a local service; undefined for a gateway. */
  datasetDir?: string;
  /** That dataset in memory, as it was opened; read from its folder when left out. */
  loaded?: LoadedDataset | undefined;
  /** Opens the street pictures that the service has opened; read again from the dataset when left out. */
  pictures?: () => Promise<PictureIndex | undefined>;
  /** Opens the streets and the water of the dataset, as ground of maps. */
  shapes?: () => Promise<DatasetShapes | undefined>;
  /** What the imagery service behind a gateway has beside its search. */
  imageryFiles?: ImageryFiles;
  /** Origin of the data, to be shown with it. */
  attribution?: string;
  /** Tours of a run, for which windows are offered. */
  plans?: readonly PlannedTours[];
  /** Version of Geomill. */
  version: string;
  /** Whether requests need a key. */
  needsKey: boolean;
  /** Paths of `/openapi.json`; a plugin adds those of its routes. */
  openapi: OpenApiPaths;
  metrics: Metrics;
  usage: Usage;
  draining: Draining;
  /** Tools of `/mcp` beside those of the service, and where they read and write. */
  mcp?: { tools: readonly McpTool[]; places: string };
  /** What pages are made of. */
  pages: Pages;
  /** Returns the time of day. Units: milliseconds. */
  wallMs: () => number;
  /**
   * Returns the hook for the `onRequest` option of a route: checks the key, its operations, its rate and its daily quota, and counts one request.
   *
   * Shape: `operation` is the operation that the key must allow; left out, any valid key will do.
   * Errors: 401, 403, 429 with `Retry-After`, thrown to the error handler of the route's scope (see failureOf).
   */
  authorize: (operation?: OperationName) => onRequestHookHandler;
  /** Returns the hook that only checks the key, and counts nothing. Errors: 401. */
  identify: Access['identify'];
  /** Counts further requests of an authorized request: the rows of a batch. Errors: 429 when the key has no more of today. */
  charge: (request: FastifyRequest, requests: number) => void;
  /** Counts successful requests of an operation, to be called with the response in hand; `count` is the number of rows of a batch. */
  bill: (request: FastifyRequest, operation: OperationName, sessionToken?: string, count?: number) => void;
}

/** A part of the server: adds its routes. Each plugin has a scope of its own, so that its error handler and hooks are its own too. */
export type ServerPlugin = (app: FastifyInstance, context: ServerContext) => void | Promise<void>;
