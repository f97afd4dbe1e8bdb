import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addGuards } from '../../src/server/guards.ts';
import { LIMITS } from '../../src/server/limits.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { openSocket } from '../support/raw-http.ts';

/** A connection of a client, and what the server sent. */
interface Connection {
  socket: Socket;
  text: string;
  isClosed: boolean;
}

let app: FastifyInstance;
let clock: FakeClock;
let port: number;
let begun: number;
let read: (() => void) | undefined;
const sockets: Socket[] = [];

beforeEach(async () => {
  clock = createFakeClock();
  begun = 0;
  read = undefined;
  app = Fastify();
  app.decorateRequest('account', undefined);
  addGuards(app, { isDraining: false }, clock);
  app.addHook('onRequest', (request, _reply, done) => {
    begun += 1;
    const key = request.headers['x-api-key'];
    if (typeof key === 'string') request.account = { id: key };
    done();
  });
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.post('/batch', { config: { isStreaming: true } }, async ({ raw }) => {
    if (raw.headers['x-hold'] !== undefined) await new Promise<void>((resolve) => (read = resolve));
    let bytes = 0;
    for await (const block of raw) bytes += (block as Buffer).length;
    return { bytes };
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  app.server.closeAllConnections();
  await app.close();
});

/** Begins a request of which some bytes are sent. */
async function begin(
  bytes: string | Buffer,
  headers: Record<string, string | number> = {},
): Promise<Connection> {
  const socket = openSocket(port);
  sockets.push(socket);
  const connection: Connection = { socket, text: '', isClosed: false };
  socket.on('data', (block: Buffer) => (connection.text += block.toString()));
  socket.on('close', () => (connection.isClosed = true));
  await once(socket, 'connect');
  const own = { host: 'x', 'content-type': 'text/csv', 'content-length': 1e6, ...headers };
  const lines = Object.entries(own).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /batch HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.write(bytes);
  return connection;
}

const until = (isTrue: () => boolean) =>
  vi.waitFor(() => expect(isTrue()).toBe(true), { timeout: 20_000, interval: 2 });
const isAnswered = ({ text }: Connection) => text.includes('\r\n\r\n');

describe('bodies that do not come', () => {
  it('end with 408 and a sentence after 10 s', async () => {
    const silent = await begin('id\n');
    await until(() => begun === 1);
    await clock.advance(LIMITS.bodySilentMs + LIMITS.bodyCheckMs);
    await until(() => silent.isClosed);
    expect(silent.text).toMatch(/^HTTP\/1\.1 408 .*no byte of the body came for 10 s/s);
  });

  it('go on while the server holds them back', async () => {
    const bytes = Buffer.alloc(1e6, 'a');
    const held = await begin(bytes, { 'x-hold': 1 });
    await until(() => read !== undefined);
    // The server has read what it takes ahead, and the system the rest or a part of it.
    await until(() => held.socket.bytesWritten > 1e6);
    await clock.advance(600_000);
    read?.();
    await until(() => isAnswered(held));
    expect(held.text).toContain('{"bytes":1000000}');
  });

  it.each([
    ['address', LIMITS.bodiesOfAddress, {}],
    ['key', LIMITS.bodiesOfKey, { 'x-api-key': 'one' }],
  ])('make room for another body of the same %s', async (_, most, headers) => {
    const silent: Connection[] = [];
    for (let nth = 0; nth < most; nth += 1) silent.push(await begin('', headers));
    await until(() => begun === most);
    const honest = await begin('id\n1\n', { ...headers, 'content-length': 5 });
    await until(() => isAnswered(honest));
    expect(honest.text).toContain('{"bytes":5}');
    await until(() => silent.filter(({ isClosed }) => isClosed).length === 1);
    // All the others have their time.
    expect(silent.filter(isAnswered)).toHaveLength(1);
  });

  it('of one key leave the other keys theirs', async () => {
    for (let nth = 0; nth < LIMITS.bodiesOfKey; nth += 1) await begin('', { 'x-api-key': 'one' });
    await until(() => begun === LIMITS.bodiesOfKey);
    const other = await begin('id\n', { 'x-api-key': 'two', 'content-length': 3 });
    await until(() => isAnswered(other));
    expect(other.text).toContain('{"bytes":3}');
  });
});
