import { createOpenApiDocument } from './openapi-document.ts';
import type { ServerPlugin } from './server-context.ts';

/** Adds `/openapi.json`. */
export const addOpenApiRoutes: ServerPlugin = (app, context) => {
  let text: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    // At the first request, when all plugins have added their paths.
    text ??= JSON.stringify(createOpenApiDocument(context.openapi, context));
    return reply.type('application/json; charset=utf-8').send(text);
  });
};
