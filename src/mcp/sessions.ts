import { randomUUID } from 'node:crypto';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { McpServerOptions } from './create-mcp-server.ts';
import type { McpSdk } from './packages.ts';

/** Sessions that are kept for one key, or for all clients of a server without keys. */
const SESSIONS_OF_KEY = 64;

type Admission = Pick<McpServerOptions, 'admit' | 'answered' | 'ended'>;

/** A request of a client, as the tools are admitted by it. Shape: `account` is that of its key. */
interface KeyedRequest {
  account?: { id: string } | undefined;
}

/** A client that has begun to speak: a cancelled call is found by it. */
interface Session {
  /** The account that began it; no other one may use it. */
  account: string | undefined;
  /** Calls of tools in progress. */
  calls: number;
  server: McpServer;
  transport: WebStandardStreamableHTTPServerTransport;
}

/** The sessions of a server. */
export interface McpSessions<R extends KeyedRequest> {
  /**
   * Answers a request of a client; one without a session begins one.
   *
   * Shape: of the sessions of the same key the one that was not used for longest makes room for a new one, unless it has a call in progress.
   * Errors: 404 for a session of another key; 429 where all sessions of the key have calls in progress; NOT_SUPPORTED without the SDK.
   */
  answer: (web: Request, body: unknown, request: R) => Promise<Response>;
  /** Ends all sessions, and with them the calls in progress. */
  close: () => Promise<void>;
}

/**
 * Creates the sessions.
 *
 * Shape: `open` builds the server of one; `admissionOf` gets a function from what the transport hands on to the request; `refusal` builds the failure with
 * a status of HTTP.
 */
export function createMcpSessions<R extends KeyedRequest>(
  open: (admission: Admission) => Promise<{ sdk: McpSdk; server: McpServer }>,
  admissionOf: (requestOf: (authInfo: unknown) => R | undefined) => Admission,
  refusal: (status: number, message: string, headers?: Readonly<Record<string, string>>) => Error,
): McpSessions<R> {
  // In the order of their last use.
  const sessions = new Map<string, Session>();
  /** How many are about to begin, by account. */
  const beginning = new Map<string | undefined, number>();
  const requestOf = (authInfo: unknown) =>
    (authInfo as { extra?: { request?: R } } | undefined)?.extra?.request;

  /** Ends the sessions that are too many for one more. */
  function makeRoom(account: string | undefined): void {
    const own = [...sessions].filter(([, session]) => session.account === account);
    let tooMany = own.length + (beginning.get(account) ?? 0) + 1 - SESSIONS_OF_KEY;
    for (const [id, { calls, server }] of own) {
      if (tooMany <= 0) return;
      if (calls > 0) continue;
      tooMany -= 1;
      sessions.delete(id);
      void server.close();
    }
    if (tooMany > 0) {
      throw refusal(429, `all ${SESSIONS_OF_KEY} sessions of this key have calls in progress`, {
        'retry-after': '5',
      });
    }
  }

  async function begin(account: string | undefined): Promise<Session> {
    const { admit, answered } = admissionOf(requestOf);
    const { sdk, server } = await open({
      admit(tool, authInfo) {
        admit?.(tool, authInfo);
        session.calls += 1;
      },
      answered,
      ended: () => (session.calls -= 1),
    });
    const transport: Session['transport'] = new sdk.HttpTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, session),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const session: Session = { account, calls: 0, server, transport };
    await server.connect(transport);
    return session;
  }

  return {
    async answer(web, body, request) {
      const id = web.headers.get('mcp-session-id');
      const account = request.account?.id;
      const known = id === null ? undefined : sessions.get(id);
      if (id !== null && known?.account !== account)
        throw refusal(404, 'There is no such session: begin a new one.');
      if (known) {
        sessions.delete(id as string);
        sessions.set(id as string, known);
      }
      // The SDK hands this on to the tools; it is no credential here.
      const authInfo = { token: '', clientId: account ?? '', scopes: [], extra: { request } };
      const own = { authInfo, ...(body !== undefined && { parsedBody: body }) };
      if (known) return known.transport.handleRequest(web, own);
      makeRoom(account);
      beginning.set(account, (beginning.get(account) ?? 0) + 1);
      try {
        return await (await begin(account)).transport.handleRequest(web, own);
      } finally {
        const others = (beginning.get(account) ?? 1) - 1;
        if (others > 0) beginning.set(account, others);
        else beginning.delete(account);
      }
    },
    async close() {
      const open = [...sessions.values()];
      sessions.clear();
      await Promise.all(open.map(({ server }) => server.close()));
    },
  };
}
