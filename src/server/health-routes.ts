import type { ServerPlugin } from './server-context.ts';

/** Adds `/healthz`, which is ok while the process answers, and `/readyz`, which is ok until the server is told to stop. */
export const addHealthRoutes: ServerPlugin = (app, { draining }) => {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (draining.isDraining) return reply.code(503).send({ status: 'stopping' });
    return { status: 'ok' };
  });
};
