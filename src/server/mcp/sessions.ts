import { randomUUID } from 'node:crypto';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { FastifyRequest } from 'fastify';
import type { McpServerOptions } from '../../mcp/create-mcp-server.ts';
import type { McpSdk } from '../../mcp/packages.ts';
import { Refusal } from '../refusal.ts';

/** Sessions that are kept; the one that was not used for longest makes room for a new one. */
const MOST_SESSIONS = 256;

type Admission = Pick<McpServerOptions, 'admit' | 'answered'>;

/** A client that has begun to speak: a cancelled call is found by it. */
interface Session {
  /** The account that began it; no other one may use it. */
  account: string | undefined;
  server: McpServer;
  transport: WebStandardStreamableHTTPServerTransport;
}

/** The sessions of a server. */
export interface McpSessions {
  /** Answers a request of a client; one without a session begins one. Errors: 404 for a session of another key; NOT_SUPPORTED without the SDK. */
  answer: (web: Request, body: unknown, request: FastifyRequest) => Promise<Response>;
  /** Ends all sessions, and with them the calls in progress. */
  close: () => Promise<void>;
}

/** Creates the sessions. Shape: `open` builds the server of one; `admissionOf` gets a function from what the transport hands on to the request. */
export function createMcpSessions(
  open: (admission: Admission) => Promise<{ sdk: McpSdk; server: McpServer }>,
  admissionOf: (requestOf: (authInfo: unknown) => FastifyRequest | undefined) => Admission,
): McpSessions {
  // In the order of their last use.
  const sessions = new Map<string, Session>();
  const requestOf = (authInfo: unknown) =>
    (authInfo as { extra?: { request?: FastifyRequest } } | undefined)?.extra?.request;

  async function begin(account: string | undefined): Promise<Session> {
    const { sdk, server } = await open(admissionOf(requestOf));
    const transport: Session['transport'] = new sdk.HttpTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => {
        sessions.set(id, session);
        for (const [oldest, { server: unused }] of sessions) {
          if (sessions.size <= MOST_SESSIONS) break;
          sessions.delete(oldest);
          void unused.close();
        }
      },
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const session: Session = { account, server, transport };
    await server.connect(transport);
    return session;
  }

  return {
    async answer(web, body, request) {
      const id = web.headers.get('mcp-session-id');
      const account = request.account?.id;
      const known = id === null ? undefined : sessions.get(id);
      if (id !== null && known?.account !== account)
        throw new Refusal(404, 'There is no such session: begin a new one.');
      if (known) {
        sessions.delete(id as string);
        sessions.set(id as string, known);
      }
      const { transport } = known ?? (await begin(account));
      // The SDK hands this on to the tools; it is no credential here.
      const authInfo = { token: '', clientId: account ?? '', scopes: [], extra: { request } };
      return transport.handleRequest(web, { authInfo, ...(body !== undefined && { parsedBody: body }) });
    },
    async close() {
      const open = [...sessions.values()];
      sessions.clear();
      await Promise.all(open.map(({ server }) => server.close()));
    },
  };
}
