import table from '../data/api-operations.json' with { type: 'json' };
import { ANONYMOUS } from './access/key-ring.ts';
import type { OpenApiOperation } from './openapi-document.ts';
import type { ServerPlugin } from './server-context.ts';

/** Adds `GET /v1/usage`: the counts of the key of the request today. The request itself is not counted. */
export const addUsageRoutes: ServerPlugin = (app, { usage, wallMs, identify, openapi }) => {
  app.get('/v1/usage', { onRequest: identify() }, async ({ account = ANONYMOUS }) => {
    const { requests, units, sessions, operations } = usage.today(account.id);
    return {
      status: 'OK',
      key: account.id,
      day: usage.record().day,
      requests,
      requests_left: account.perDay === undefined ? null : Math.max(0, account.perDay - requests),
      sessions,
      billing_units: units,
      operations,
      resets_at: new Date(wallMs() + usage.resetsInMs()).toISOString(),
    };
  });
  openapi['/v1/usage'] = { get: table.usage as OpenApiOperation };
};
