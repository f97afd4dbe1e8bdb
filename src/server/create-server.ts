import type { PlannedTours } from '../run/stages/route-plan.ts';
import { message } from '../base/messages/message.ts';
import { availableParallelism } from 'node:os';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { OperationName } from '../contract/catalogue.ts';
import type { GeoService } from '../contract/service.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import type { PictureIndex } from '../engine/imagery/index/picture-index.ts';
import { ANONYMOUS } from './access/key-ring.ts';
import { logUsage, openAccess } from './access/open-access.ts';
import type { BatchSettings } from './batch/run-batch.ts';
import { type AnswerOperation, callOperation, routesInLane, serviceOver } from './call-operation.ts';
import { answerClientError, answerFailure, refuseUnknownRoutes } from './error-response.ts';
import { allowOrigins, refuseForeignPages } from './own-hosts.ts';
import { addGuards, type Draining, makeRoom } from './guards.ts';
import { LIMITS } from './limits.ts';
import { createLane, type LaneOptions } from './lane.ts';
import { createLog } from './log.ts';
import { createMetrics, observeRequests } from './metrics.ts';
import { addBodyParsers, parseQuery } from './parse-query.ts';
import { preparePages } from './pages/pages.ts';
import { PLUGINS } from './plugins.ts';
import { Refusal } from './refusal.ts';
import type { ServerContext } from './server-context.ts';

/** The service behind the server, and how it is served. */
export interface ServerOptions {
  /** Tours of a run, for which windows are offered. */
  plans?: readonly PlannedTours[] | undefined;
  service: GeoService;
  /** Computes responses as JSON text in other threads; in this one when left out. */
  answer?: AnswerOperation;
  /** Reports whether a request waits for another thread; none does when left out. */
  isSent?: (name: OperationName, parameters: Readonly<Record<string, unknown>>) => boolean;
  /** See ServerContext; never where it is left out. */
  busyReason?: ServerContext['busyReason'] | undefined;
  /** How batches are processed; in this thread, a chunk at a time, when left out. */
  batch?: BatchSettings;
  /** How many routes are computed at a time, as many as there are cores when left out, and how many wait for how long. */
  routes?: Partial<LaneOptions>;
  /** Folder of the dataset of a local service. */
  datasetDir?: string;
  /** See ServerContext. */
  loaded?: ServerContext['loaded'] | undefined;
  /** Opens the street pictures of the service; read once more from the dataset when left out. */
  pictures?: () => Promise<PictureIndex | undefined>;
  /** Opens the streets and the water of the dataset; its pages have none when left out. */
  shapes?: ServerContext['shapes'];
  /** What the imagery service behind a gateway has beside its search; see OpenedService. */
  imageryFiles?: ServerContext['imageryFiles'];
  attribution?: string;
  version?: string;
  /** Whether the server listens on this machine only (default). Elsewhere a keys file is required. */
  isLoopback?: boolean;
  /** Origins whose pages may call the server, or `*` for all; none when left out. */
  origins?: readonly string[];
  /** Further names of this server, for one without keys: other names in `Host` are refused. `*` for all. */
  hosts?: readonly string[];
  /** Keys file; without it no request needs a key. */
  keysFile?: string;
  /** Name of this server among those that count for the same keys file; left out for one that is alone. */
  name?: string;
  /** Tools of `/mcp` beside those of the service; see ServerContext. */
  mcp?: ServerContext['mcp'];
  /** Log; none when left out. */
  log?: FastifyBaseLogger;
}

/** A server that is ready to listen. */
export interface GeomillServer {
  app: FastifyInstance;
  /** Ends open requests within the drain time, then cuts the connections that are left. */
  stop: () => Promise<void>;
}

/**
 * Builds the HTTP server of a service.
 *
 * Errors: USAGE when keys are required but there is no keys file, or when it is wrong.
 */
export async function createServer(options: ServerOptions): Promise<GeomillServer> {
  const {
    service,
    datasetDir,
    pictures,
    attribution,
    version = '0.0.0',
    isLoopback = true,
    keysFile,
  } = options;
  if (!isLoopback && keysFile === undefined) {
    throw new GeomillError('USAGE', message('server.needsKeys'));
  }
  const log = options.log ?? createLog('error', () => undefined);
  const wallMs = () => Date.now();
  const now = () => performance.now();
  const draining: Draining = { isDraining: false };
  const { access, keys, usage, keep } = await openAccess({
    keysFile,
    server: options.name,
    now,
    wallMs,
    log,
  });

  const app = createApp(log);
  app.decorateRequest('account', undefined);
  const metrics = createMetrics(usage, () => inFlight());
  const { inFlight } = observeRequests(app, metrics);
  const origins = options.origins ?? [];
  allowOrigins(app, origins);
  // Before the refusals: the body of a refused request may not come either.
  addGuards(app, draining);
  // A page of another site has no key.
  if (!keys) refuseForeignPages(app, { hosts: options.hosts ?? [], origins });
  addBodyParsers(app);
  const pages = await preparePages({
    datasetDir,
    hasShapes: options.shapes !== undefined,
    attribution,
    version,
    needsKey: keys !== undefined,
    origins,
  });
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, pages));
  refuseUnknownRoutes(app);

  const routes = {
    name: 'routes',
    running: availableParallelism(),
    waiting: LIMITS.routesWaiting,
    waitMs: LIMITS.routeWaitMs,
    ...options.routes,
  };
  const context: ServerContext = {
    // Dialects and batches compute nothing in this thread either.
    service: routesInLane(
      options.answer ? serviceOver(options.answer) : service,
      createLane({ running: Math.max(1, Math.floor(routes.running / 2)) }),
    ),
    answer: options.answer ?? callOperation(service),
    isSent: options.isSent ?? (() => false),
    busyReason: options.busyReason ?? (() => undefined),
    routes: createLane(routes),
    batch: options.batch ?? {},
    version,
    needsKey: keys !== undefined,
    openapi: {},
    metrics,
    usage,
    draining,
    pages,
    wallMs,
    ...access,
    bill: ({ account = ANONYMOUS }, operation, token, count) =>
      usage.bill(account.id, operation, token, count),
    datasetDir,
    loaded: options.loaded,
    pictures,
    shapes: options.shapes,
    attribution,
    plans: options.plans,
    mcp: options.mcp,
    imageryFiles: options.imageryFiles,
  };
  for (const plugin of PLUGINS) await app.register(async (scope) => plugin(scope, context));

  const stopKeeping = await keep();
  app.addHook('onClose', stopKeeping);
  app.addHook('onClose', async () => logUsage(usage.record(), log));
  await app.ready();
  return { app, stop: () => stopServer(app, draining) };
}

function createApp(log: FastifyBaseLogger): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    // Its lines have the address of the request, and with it the key.
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would only add its number.
    childLoggerFactory: (logger) => logger,
    bodyLimit: LIMITS.bodyBytes,
    // Node applies its request timeout to streams too; the guards apply ours to other bodies.
    requestTimeout: 0,
    connectionTimeout: LIMITS.stalledMs,
    keepAliveTimeout: LIMITS.keepAliveMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, request, reply) =>
      // The messages of Fastify have the address.
      answerFailure(new Refusal(400, 'the path of the request is malformed'), request, reply),
    routerOptions: { querystringParser: parseQuery },
    http: {
      maxHeaderSize: LIMITS.headerBytes,
      headersTimeout: LIMITS.headersMs,
      connectionsCheckingInterval: LIMITS.checkMs,
    },
  });
  makeRoom(app.server, LIMITS.connections);
  return app;
}

async function stopServer(app: FastifyInstance, draining: Draining): Promise<void> {
  draining.isDraining = true;
  const timer = setTimeout(() => app.server.closeAllConnections(), LIMITS.drainMs);
  await app.close();
  clearTimeout(timer);
}
