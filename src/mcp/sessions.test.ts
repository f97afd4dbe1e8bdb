import Type from 'typebox';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMcpServer } from './create-mcp-server.ts';
import { loadMcpSdk } from './packages.ts';
import { createMcpSessions, type McpSessions } from './sessions.ts';
import { defineTool } from './tool.ts';

let sessions: McpSessions<{ account: { id: string } }>;
/** End the calls in progress. */
let finish: (() => void)[];

/** A tool that is in progress until the test ends it. */
const run = defineTool({
  name: 'run',
  title: 'Run',
  description: 'Runs.',
  usesFiles: false,
  isReadOnly: true,
  input: Type.Object({}),
  output: Type.Object({ done: Type.Boolean() }),
  call: () => new Promise<{ done: boolean }>((resolve) => void finish.push(() => resolve({ done: true }))),
});

beforeEach(async () => {
  finish = [];
  const sdk = await loadMcpSdk();
  sessions = createMcpSessions(
    async (admission) => ({
      sdk,
      server: createMcpServer({ sdk, version: '1', tools: [run], ...admission }),
    }),
    () => ({}),
    (statusCode, message) => Object.assign(new Error(message), { statusCode }),
  );
});

async function send(key: string, session: string | undefined, method: string, params: object) {
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  const own = session === undefined ? headers : { ...headers, 'mcp-session-id': session };
  const web = new Request('http://localhost/mcp', { method: 'POST', headers: own });
  const request = { account: { id: key } };
  return sessions.answer(web, { jsonrpc: '2.0', id: 1, method, params }, request);
}

async function begin(key: string): Promise<string> {
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const response = await send(key, undefined, 'initialize', params);
  await response.text();
  return response.headers.get('mcp-session-id') ?? '';
}

/** Calls the tool, and waits until it runs. Shape: the text of the response, when it is complete. */
async function call(key: string, session: string): Promise<{ text: Promise<string> }> {
  const running = finish.length;
  const response = await send(key, session, 'tools/call', { name: 'run', arguments: {} });
  const text = response.text();
  while (finish.length === running) await new Promise((resolve) => setImmediate(resolve));
  return { text };
}

const list = (key: string, session: string) => send(key, session, 'tools/list', {});

describe('the sessions of agents', () => {
  it('of one key do not end those of another', async () => {
    const idle = await begin('A');
    const { text } = await call('A', await begin('A'));
    for (let nth = 0; nth < 257; nth += 1) await begin('B');
    finish[0]?.();
    expect(await text).toContain('{"done":true}');
    expect((await list('A', idle)).status).toBe(200);
  });

  it('of one key make room for its newer ones, except those with a call in progress', async () => {
    const busy = await begin('A');
    const { text } = await call('A', busy);
    const [oldest, used] = [await begin('A'), await begin('A')];
    for (let nth = 0; nth < 61; nth += 1) await begin('A');
    expect((await list('A', used)).status).toBe(200);
    await begin('A');
    await expect(list('A', oldest)).rejects.toMatchObject({ statusCode: 404 });
    expect((await list('A', used)).status).toBe(200);
    finish[0]?.();
    expect(await text).toContain('{"done":true}');
    // Its call is over, and it was not used since.
    for (let nth = 0; nth < 64; nth += 1) await begin('A');
    await expect(list('A', busy)).rejects.toMatchObject({ statusCode: 404 });
  });

  it('are refused where all of a key have calls in progress, also when they begin at once', async () => {
    const begun = await Promise.all(Array.from({ length: 64 }, () => begin('A')));
    await Promise.all(begun.map((session) => call('A', session)));
    await expect(begin('A')).rejects.toMatchObject({ statusCode: 429 });
    expect(await begin('B')).not.toBe('');
    finish[0]?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await begin('A')).not.toBe('');
  });

  it('do not outgrow their share when they begin at once', async () => {
    const begun = await Promise.all(Array.from({ length: 64 }, () => begin('A')));
    const late = await Promise.allSettled(Array.from({ length: 40 }, () => begin('A')));
    expect(late.filter(({ status }) => status === 'fulfilled')).toHaveLength(40);
    const left = await Promise.allSettled(begun.map((session) => list('A', session)));
    expect(left.filter(({ status }) => status === 'fulfilled')).toHaveLength(24);
  });
});
