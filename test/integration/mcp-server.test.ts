import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENT } from '../support/mcp-tasks.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { geomill } from './cli-harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'geomill-mcp-server-'));
const results = join(folder, 'results');
const clients: Client[] = [];
let server: ServerProcess;
let open: ServerProcess;
let limitedKey: string;
let fullKey: string;

beforeAll(async () => {
  mkdirSync(results);
  writeFileSync(join(folder, 'addresses.csv'), readFileSync('fixtures/addresses.csv'));
  const keys = join(folder, 'keys.yaml');
  const newKey = async (...more: string[]) => {
    const { stdout } = await geomill(['keys', 'add', '--keys', keys, ...more]);
    return stdout.trim();
  };
  limitedKey = await newKey('--name', 'limited', '--operations', 'geocodeForward');
  fullKey = await newKey('--name', 'full');
  [server, open] = await Promise.all([
    startServerProcess(['--workers', '1', '--keys', keys, '--read', folder, '--write', results]),
    startServerProcess(['--workers', '1']),
  ]);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await Promise.all([server.stop(), open.stop()]);
});

const addressOf = ({ baseUrl }: ServerProcess) => new URL('/mcp', baseUrl);

async function connect(to: ServerProcess, key?: string) {
  const client = new Client({ name: 'test', version: '1' });
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const transport = new StreamableHTTPClientTransport(addressOf(to), { requestInit: { headers } });
  await client.connect(transport, PATIENT);
  clients.push(client);
  return { client, sessionId: transport.sessionId ?? '' };
}

async function call(client: Client, name: string, args: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name, arguments: args }, undefined, PATIENT);
  const [{ text = '' } = {}] = content as { text?: string }[];
  return { isError, ...(JSON.parse(text) as Record<string, unknown>) };
}

describe('/mcp of a server with keys', () => {
  it('refuses a client without a key', async () => {
    await expect(connect(server)).rejects.toMatchObject({ code: 401 });
  });

  it('gives a limited key the tools of its operations, and counts them', async () => {
    const { client } = await connect(server, limitedKey);
    expect(await call(client, 'geocode', { text: 'Hà Nội' })).toMatchObject({
      places: [{ province: 'Thành phố Hà Nội' }],
    });
    const refused = { isError: true, code: 'REFUSED' };
    expect(await call(client, 'reverse', { lat: 21, lon: 105.8 })).toMatchObject(refused);
    expect(await call(client, 'sample_rows', { path: 'addresses.csv' })).toMatchObject(refused);
    const usage = await fetch(`${server.baseUrl}/usage`, { headers: { 'x-api-key': limitedKey } });
    // The session and the call.
    expect(await usage.json()).toMatchObject({ requests: 2, operations: { geocodeForward: 1 } });
  });

  it('runs a job over a file in the folders of the server, with progress', async () => {
    const { client } = await connect(server, fullKey);
    const progress: number[] = [];
    const { structuredContent } = await client.callTool(
      { name: 'run_job', arguments: { job: 'geocode', input: 'addresses.csv', limit: 20 } },
      undefined,
      { ...PATIENT, onprogress: (each) => progress.push(each.progress) },
    );
    expect(structuredContent).toMatchObject({ outcome: 'finished', rows: 20 });
    expect(progress.at(-1)).toBe(100);
  });

  it('does not answer in the session of another key', async () => {
    const { sessionId } = await connect(server, fullKey);
    const headers = {
      authorization: `Bearer ${limitedKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-session-id': sessionId,
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const response = await fetch(addressOf(server), { method: 'POST', headers, body });
    expect(response.status).toBe(404);
  });

  it('ends a session when its client says so', async () => {
    const { sessionId } = await connect(server, fullKey);
    const headers = { authorization: `Bearer ${fullKey}`, 'mcp-session-id': sessionId };
    const end = () => fetch(addressOf(server), { method: 'DELETE', headers });
    expect((await end()).status).toBe(200);
    expect((await end()).status).toBe(404);
  });
});

describe('/mcp of a server without keys', () => {
  it('has the tools without files alone', async () => {
    const { client } = await connect(open);
    const { tools } = await client.listTools(undefined, PATIENT);
    expect(tools.map(({ name }) => name)).not.toContain('run_job');
    expect(await call(client, 'describe_dataset', {})).toMatchObject({ counts: { provinces: 34 } });
  });

  it('refuses a page of another site', async () => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' };
    const response = await fetch(addressOf(open), { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(403);
  });
});

it('stops a run when the call is cancelled, and the same call goes on with it', async () => {
  const begin = async (...more: string[]) => {
    const client = new Client({ name: 'test', version: '1' });
    clients.push(client);
    const args = ['mcp', '--service', open.baseUrl, '--read', folder, '--write', results, ...more];
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [resolve('dist/cli/main.cjs'), ...args],
        env: { PATH: process.env.PATH ?? '', GEOMILL_CACHE: join(folder, 'cache') },
        stderr: 'ignore',
      }),
      PATIENT,
    );
    return client;
  };
  const run = {
    name: 'run_job',
    arguments: { job: 'geocode', input: 'addresses.csv', output: 'stopped', limit: 40 },
  };
  // All rows would take 8 s.
  const slow = await begin('--rate', '5');
  const cancel = new AbortController();
  const cancelled = slow.callTool(run, undefined, {
    ...PATIENT,
    signal: cancel.signal,
    onprogress: ({ message = '' }) => /[1-9]\d* rows?/.test(message) && cancel.abort(),
  });
  await expect(cancelled).rejects.toThrow();
  const state = await vi.waitUntil(
    async () => {
      const { runs } = (await call(slow, 'run_status', { folder: 'stopped' })) as unknown as {
        runs?: { state: string; rows: number }[];
      };
      return runs?.[0]?.state === 'running' ? undefined : runs?.[0];
    },
    { timeout: 600_000, interval: 50 },
  );
  expect(state).toMatchObject({ state: 'stopped' });
  expect(state.rows).toBeGreaterThan(0);
  await slow.close();
  const { structuredContent } = await (await begin('--rate', '1000')).callTool(run, undefined, PATIENT);
  expect(structuredContent).toMatchObject({ outcome: 'finished', rows: 40, resumed_at_row: state.rows });
  const whole = join(folder, 'whole');
  const input = join(folder, 'addresses.csv');
  await geomill(['run', 'geocode', '--input', input, '--output', whole, '--limit', '40', '--quiet']);
  const name = 'addresses.csv';
  expect(readFileSync(join(results, 'stopped', name))).toEqual(readFileSync(join(whole, name)));
});
