import { ANONYMOUS } from './access/key-ring.ts';
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
  openapi['/v1/usage'] = {
    get: {
      tags: ['server'],
      operationId: 'usage',
      summary: 'Returns requests, sessions and billing units of the key on this day (UTC+7).',
      description:
        'Of the key of the request; without keys, of all requests together. It is not counted itself.',
      responses: {
        200: { description: 'the counts', content: { 'application/json': { schema: USAGE_SCHEMA } } },
        401: { $ref: '#/components/responses/Error' },
        414: { $ref: '#/components/responses/Error' },
      },
    },
  };
};

const count = { type: 'integer', minimum: 0 };
const USAGE_SCHEMA = {
  type: 'object',
  required: [
    'status',
    'key',
    'day',
    'requests',
    'requests_left',
    'sessions',
    'billing_units',
    'operations',
    'resets_at',
  ],
  properties: {
    status: { const: 'OK' },
    key: { type: 'string', description: 'id of the key' },
    day: { type: 'string', description: 'calendar day of UTC+7' },
    requests: { ...count, description: 'admitted requests' },
    requests_left: { type: ['integer', 'null'], description: 'null without a daily quota' },
    sessions: { ...count, description: 'billed sessions' },
    billing_units: { ...count, description: 'sessions, and successful requests that are part of none' },
    operations: {
      type: 'object',
      additionalProperties: count,
      description: 'successful requests by operation',
    },
    resets_at: { type: 'string', description: 'ISO 8601' },
  },
};
