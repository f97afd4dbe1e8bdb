import type { ServerPlugin } from './server-context.ts';

/** Adds `/metrics`, for Prometheus. It names keys by their ids and has their counts, so it needs any valid key where keys are needed. */
export const addMetricsRoutes: ServerPlugin = (app, { metrics, identify }) => {
  app.get('/metrics', { onRequest: identify() }, async (_request, reply) => {
    const { type, body } = await metrics.text();
    return reply.type(type).send(body);
  });
};
