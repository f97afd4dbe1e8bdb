import Fastify, { type FastifyInstance } from 'fastify';
import type { GeoService } from '../contract/service.ts';
import { answerFailure } from './error-response.ts';
import { PLUGINS } from './plugins.ts';
import { Refusal } from './refusal.ts';
import type { ServerContext } from './server-context.ts';

const HEADER_BYTES = 16 << 10;
const BODY_BYTES = 1 << 20;

/** The service behind the server, and how it is served. */
export interface ServerOptions {
  service: GeoService;
  /** Folder of the dataset of a local service. */
  datasetDir?: string;
  attribution?: string;
  version?: string;
  /** Whether the server listens on this machine only (default). */
  isLoopback?: boolean;
}

/** Builds the HTTP server of a service; it listens once `listen` is called on it. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { service, version = '0.0.0', isLoopback = true } = options;
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_BYTES,
    http: { maxHeaderSize: HEADER_BYTES },
  });
  const context: ServerContext = {
    service,
    version,
    isLoopback,
    needsKey: false,
    openapi: {},
    authorize: () => async () => undefined,
    charge: () => undefined,
    ...(options.datasetDir === undefined ? {} : { datasetDir: options.datasetDir }),
    ...(options.attribution === undefined ? {} : { attribution: options.attribution }),
  };
  app.decorateRequest('account', undefined);
  app.setErrorHandler(answerFailure);
  app.setNotFoundHandler(() => {
    throw new Refusal(404, 'There is no such route.');
  });
  for (const plugin of PLUGINS) await app.register(async (scope) => plugin(scope, context));
  await app.ready();
  return app;
}
