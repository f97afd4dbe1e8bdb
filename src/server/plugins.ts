import { addBatchRoutes } from './batch/plugin.ts';
import { addExpectedShares } from './expected-shares.ts';
import { addGoogle } from './dialects/google/plugin.ts';
import { addNominatim } from './dialects/nominatim/plugin.ts';
import { addPelias } from './dialects/pelias/plugin.ts';
import { addPhoton } from './dialects/photon/plugin.ts';
import { addImageryPages } from './imagery/imagery-pages.ts';
import { addMcp, addReviewRoutes } from './mcp-plugin.ts';
import { addOperationRoutes } from './operation-routes.ts';
import { addGroundRoutes } from './pages/ground-routes.ts';
import { addPageRoutes } from './pages/page-routes.ts';
import { addCoveragePage } from './pages/coverage-page.ts';
import { addWardPage } from './pages/ward-page.ts';
import { addPictureRoutes } from './pictures/picture-routes.ts';
import { compressed, sendCompressed, type Compressed } from './compressed.ts';
import type { ServerPlugin } from './server-context.ts';
import { addSlotRoutes } from './slot-routes.ts';
import { addUsageRoutes } from './usage-routes.ts';
import { addViewerRoutes } from './viewer/viewer-routes.ts';
import { createOpenApiDocument } from './openapi-document.ts';

/** Adds `/healthz`, which is ok while the process answers, and `/readyz`, which is ok while requests are begun: until the server is told to stop. */
const addHealthRoutes: ServerPlugin = (app, { draining, busyReason }) => {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (draining.isDraining) return reply.code(503).send({ status: 'stopping' });
    const reason = busyReason();
    if (reason !== undefined) return reply.code(503).send({ status: 'busy', reason });
    return { status: 'ok' };
  });
};

/** Adds `/metrics`, for Prometheus. It names keys by their ids and has their counts, so it needs any valid key where keys are needed. */
const addMetricsRoutes: ServerPlugin = (app, { metrics, identify }) => {
  app.get('/metrics', { onRequest: identify() }, async (_request, reply) => {
    const { type, body } = await metrics.text();
    return reply.type(type).send(body);
  });
};

/** Adds `/openapi.json`. */
const addOpenApiRoutes: ServerPlugin = (app, context) => {
  let document: Promise<Compressed> | undefined;
  app.get('/openapi.json', async (request, reply) => {
    // At the first request, when all plugins have added their paths.
    document ??= compressed(
      JSON.stringify(createOpenApiDocument(context.openapi, context)),
      'application/json; charset=utf-8',
    );
    return sendCompressed(await document, request, reply);
  });
};

/** The parts of the server, in the order in which they are added. */
export const PLUGINS: readonly ServerPlugin[] = [
  addHealthRoutes,
  addMetricsRoutes,
  addOpenApiRoutes,
  addOperationRoutes,
  addImageryPages,
  addPageRoutes,
  addWardPage,
  addCoveragePage,
  addExpectedShares,
  addGroundRoutes,
  addPictureRoutes,
  addViewerRoutes,
  addGoogle,
  addNominatim,
  addPelias,
  addPhoton,
  addUsageRoutes,
  addSlotRoutes,
  addBatchRoutes,
  addMcp,
  addReviewRoutes,
];
