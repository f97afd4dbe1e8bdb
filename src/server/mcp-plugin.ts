import { Socket } from 'node:net';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { isGeomillError } from '../base/errors/geomill-error.ts';
import { createMcpServer, type McpServerOptions, wrongArguments } from '../mcp/create-mcp-server.ts';
import { loadMcpSdk } from '../mcp/packages.ts';
import { serviceTools } from '../mcp/unit-tools.ts';
import type { McpTool } from '../mcp/tool.ts';
import { createMcpSessions } from '../mcp/sessions.ts';
import { BODY_FAILURES, describeFailures } from './openapi-document.ts';
import { Refusal } from './refusal.ts';
import type { ServerContext, ServerPlugin } from './server-context.ts';

const PATH = '/mcp';
const SESSION_HEADER = 'mcp-session-id';
const PROTOCOL_HEADERS = ['accept', 'content-type', 'mcp-protocol-version', SESSION_HEADER] as const;

/**
 * Adds `/mcp`, the tools over the streamable HTTP transport of the Model Context Protocol.
 *
 * Shape: a call of a tool is admitted, counted and billed as a request of its operation; a new session is counted; all else needs any valid key. A key that is limited to operations
 * has no tools for files. Events are sent within the response to a call; there is no stream beside it, so GET is answered with 405.
 * Source: Model Context Protocol 2025-11-25, Transports.
 */
export const addMcp: ServerPlugin = (app, context) => {
  const tools = [...serviceTools(async () => context.service), ...(context.mcp?.tools ?? [])];
  const sessions = createMcpSessions<FastifyRequest>(
    async (admission) => {
      const sdk = await loadMcpSdk();
      const server = createMcpServer({
        sdk,
        version: context.version,
        tools,
        places: context.mcp?.places ?? '',
        ...admission,
        onBug: (tool, error) => app.log.error({ event: 'Request:Bug', route: PATH, tool, err: error }),
      });
      return { sdk, server };
    },
    admissionOf(context),
    (status, message, headers) => new Refusal(status, message, headers),
  );
  // Calls in progress end with their session, so that the server can stop.
  app.addHook('preClose', () => sessions.close());

  app.route({
    method: ['POST', 'DELETE'],
    url: PATH,
    onRequest: context.identify(),
    handler: async (request, reply) => {
      // Nothing may move on the connection while a file is processed; Node sets its time again at the next request.
      if (request.raw.socket instanceof Socket) request.raw.socket.setTimeout(0);
      if (request.headers[SESSION_HEADER] === undefined) countRequest(request, context.authorize());
      return reply.send(await sessions.answer(asWebRequest(request), request.body, request));
    },
  });
};

/** The tools that are routes of their own too: the queue of a review, for pages and for programs without the protocol. */
const ROUTED = ['list_doubtful', 'decide', 'apply'];

/**
 * Adds `POST /v1/review/list_doubtful`, `decide` and `apply` to a server with a folder for results: the same tools, their arguments as JSON.
 *
 * Errors: 400 for arguments and files, 401, 403, 429 as for the tool; each with the message of the command.
 */
export const addReviewRoutes: ServerPlugin = (app, { mcp, authorize, identify, openapi }) => {
  for (const tool of mcp?.tools.filter(({ name }) => ROUTED.includes(name)) ?? []) {
    const url = `/v1/review/${tool.name}`;
    app.post(url, { onRequest: identify() }, async (request, reply) => {
      admit(tool, request, authorize);
      const args = (request.body ?? {}) as Record<string, unknown>;
      const wrong = wrongArguments(tool, args);
      if (wrong) throw new Refusal(400, wrong.message);
      const stop = new AbortController();
      reply.raw.once('close', () => stop.abort());
      if (request.raw.socket instanceof Socket) request.raw.socket.setTimeout(0);
      return tool.call(args, { signal: stop.signal, onProgress: () => undefined }).catch((error: unknown) => {
        throw isGeomillError(error) && error.code !== 'INTERNAL' && error.traits.httpStatus === 500
          ? new Refusal(400, error.message)
          : error;
      });
    });
    openapi[url] = {
      post: {
        tags: ['review'],
        operationId: tool.name,
        ...{ summary: `${tool.title}.`, description: tool.description },
        requestBody: { required: true, content: { 'application/json': { schema: tool.input } } },
        responses: {
          200: { description: 'the answer', content: { 'application/json': { schema: tool.output } } },
          ...describeFailures({ $ref: '#/components/responses/Error' }, BODY_FAILURES),
        },
      },
    };
  }
};

/** The request as the transport of the SDK reads it; it gets the body parsed. */
function asWebRequest({ headers, method }: FastifyRequest): Request {
  const own = new Headers();
  for (const name of PROTOCOL_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string') own.set(name, value);
  }
  // The address may contain a key, and is not used.
  return new Request(`http://localhost${PATH}`, { method, headers: own });
}

/** Returns how calls of tools are admitted and billed by the keys of the server. */
function admissionOf({ authorize, bill }: ServerContext) {
  return (
    requestOf: (authInfo: unknown) => FastifyRequest | undefined,
  ): Pick<McpServerOptions, 'admit' | 'answered'> => ({
    admit(tool, authInfo) {
      const request = requestOf(authInfo);
      if (!request) throw new Refusal(401, 'the request of this call is not known');
      admit(tool, request, authorize);
    },
    answered({ operation }, authInfo) {
      const request = requestOf(authInfo);
      if (request && operation) bill(request, operation);
    },
  });
}

/** Checks the key of a request for a tool. Errors: 401, 403, 429. */
function admit(
  { name, operation, usesFiles }: McpTool,
  request: FastifyRequest,
  authorize: ServerContext['authorize'],
): void {
  if (usesFiles && request.account?.operations !== undefined)
    throw new Refusal(403, `This key is limited to operations, and ${name} works with files`);
  countRequest(request, authorize(operation));
}

/** Counts a request by a hook that is synchronous: it throws, or goes on. Errors: 401, 403, 429. */
function countRequest(request: FastifyRequest, hook: onRequestHookHandler): void {
  hook.call(request.server, request, {} as never, () => undefined);
}
