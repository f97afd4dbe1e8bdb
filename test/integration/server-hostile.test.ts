import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from 'node:net';
import { Client } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLocalService } from '../../src/engine/local/local-service.ts';
import { createKeyRing } from '../../src/server/access/key-ring.ts';
import { createKey } from '../../src/server/access/keys-file.ts';
import { LIMITS } from '../../src/server/limits.ts';
import { createLog } from '../../src/server/log.ts';
import { startServer, type RunningServer } from '../conformance/interface/start-server.ts';
import { effort } from '../support/effort.ts';
import { openSocket, sendRaw, statusesOf } from '../support/raw-http.ts';

/** Connections that are opened altogether; the server has 1,024 at a time. `GEOMILL_HOSTILE_CONNECTIONS=10000` runs those of the release. */
const HOSTILE = Number(process.env.GEOMILL_HOSTILE_CONNECTIONS ?? effort(2_500, 10_000));
const ECHOED = 'SMUGGLED';
const SMUGGLED = `POST /v1/forcodes/decode?forcodes=${ECHOED} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n`;

let server: RunningServer;
let port: number;
const logged: string[] = [];

beforeAll(async () => {
  const { service } = await createLocalService({ datasetDir: 'fixtures/starter' });
  server = await startServer(service, {}, { log: createLog('debug', (line) => logged.push(line)) });
  port = Number(new URL(server.origin).port);
});
afterAll(() => server.close());

const auth = () => `Authorization: Bearer ${server.keys.all}\r\n`;
const CLOSE = 'Connection: close\r\nContent-Length: 0\r\n';
const decode = (forcodes: string, headers = '') =>
  `POST /v1/forcodes/decode?forcodes=${forcodes} HTTP/1.1\r\nHost: x\r\n${auth()}${headers}\r\n`;

/** Expects that the server answers a new client. */
async function expectAlive(): Promise<void> {
  const { status } = await server.http.send('POST', '/v1/forcodes/decode?forcodes=x');
  expect(status).toBe(200);
}

describe('a server under hostile bytes', () => {
  it('answers 100 pipelined requests, in order', async () => {
    const requests = Array.from({ length: 100 }, (_, nth) => decode(`nth-${nth}.`, 'Content-Length: 0\r\n'));
    const reply = await sendRaw(port, requests.join('') + decode('last', CLOSE));
    expect(statusesOf(reply)).toEqual(Array.from({ length: 101 }, () => 200));
    const echoed = [...reply.text.matchAll(/"forcodes":"nth-(\d+)\."/g)].map((match) => Number(match[1]));
    expect(echoed).toEqual(Array.from({ length: 100 }, (_, nth) => nth));
  });

  it('answers the requests before a malformed one on the same connection, and none behind it', async () => {
    const reply = await sendRaw(
      port,
      `${decode('first', 'Content-Length: 0\r\n')}GARBAGE\r\n\r\n${decode(ECHOED)}`,
    );
    // The first answer may still be computed when the connection ends.
    expect([[200, 400], [400]]).toContainEqual(statusesOf(reply));
    expect(reply.text).not.toContain(ECHOED);
    expect(reply.isClosed).toBe(true);
  });

  const body = 'a'.repeat(LIMITS.bodyBytes + 1);
  it.each([
    [
      'a body over the limit',
      () => decode('x', `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`) + body,
    ],
    [
      'a chunked body over the limit',
      () =>
        `${decode('x', 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n')}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    ],
    [
      'a body that is said to be huge',
      () => decode('x', 'Content-Type: application/json\r\nContent-Length: 9007199254740991\r\n'),
    ],
  ])('refuses %s with 413', async (_, bytes) => {
    const reply = await sendRaw(port, bytes());
    expect(statusesOf(reply)).toEqual([413]);
    await expectAlive();
  });

  it.each([
    ['headers of 64 kB', () => decode('x', `X-Long: ${'a'.repeat(65_536)}\r\n`), 431],
    [
      '64 kB of small headers',
      () => decode('x', Array.from({ length: 4000 }, (_, nth) => `X-${nth}: value\r\n`).join('')),
      431,
    ],
    ['an address of 64 kB', () => decode('a'.repeat(65_536)), 414],
    ['an address just over the limit', () => decode('a'.repeat(LIMITS.urlBytes)), 414],
  ])('refuses %s', async (_, bytes, status) => {
    const reply = await sendRaw(port, bytes());
    expect(statusesOf(reply)).toEqual([status]);
    expect(reply.isClosed || status === 414).toBe(true);
    await expectAlive();
  });

  it.each(['%', '%4', '%zz', '%E0%A4%A', '%C0%80', '%ED%A0%80', '%FF', 'a%'])(
    'refuses the bad percent escape %s with 400, in query, name and path',
    async (escape) => {
      for (const target of [
        `/v1/forcodes/decode?forcodes=${escape}`,
        `/v1/forcodes/decode?${escape}=x`,
        `/v1/forcodes/decode?apikey=${escape}`,
      ]) {
        const reply = await sendRaw(port, `POST ${target} HTTP/1.1\r\nHost: x\r\n${auth()}${CLOSE}\r\n`);
        expect([target, statusesOf(reply)]).toEqual([target, [400]]);
      }
      const inPath = await sendRaw(port, `GET /v1/${escape} HTTP/1.1\r\nHost: x\r\n${auth()}${CLOSE}\r\n`);
      expect([400, 404]).toContain(statusesOf(inPath)[0]);
    },
  );
});

/** Requests that two HTTP parsers may end at different bytes. Shape: the hidden request is where one of them would see a second one. */
const SMUGGLING: readonly (readonly [name: string, bytes: () => string])[] = [
  [
    'Content-Length and Transfer-Encoding',
    () => `${decode('x', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n')}0\r\n\r\n${SMUGGLED}\r\n`,
  ],
  [
    'Transfer-Encoding and Content-Length',
    () => `${decode('x', 'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n')}0\r\n\r\n${SMUGGLED}\r\n`,
  ],
  [
    'two Content-Lengths',
    () => `${decode('x', `Content-Length: 0\r\nContent-Length: ${SMUGGLED.length}\r\n`)}${SMUGGLED}\r\n`,
  ],
  [
    'two equal Content-Lengths',
    () => `${decode('x', 'Content-Length: 0\r\nContent-Length: 0\r\n')}${SMUGGLED}\r\n`,
  ],
  [
    'a list of Content-Lengths',
    () => `${decode('x', `Content-Length: 0, ${SMUGGLED.length}\r\n`)}${SMUGGLED}\r\n`,
  ],
  ['a negative Content-Length', () => `${decode('x', 'Content-Length: -1\r\n')}${SMUGGLED}\r\n`],
  ['a signed Content-Length', () => `${decode('x', 'Content-Length: +0\r\n')}${SMUGGLED}\r\n`],
  ['a hexadecimal Content-Length', () => `${decode('x', 'Content-Length: 0x10\r\n')}${SMUGGLED}\r\n`],
  [
    'an overflowing Content-Length',
    () => `${decode('x', 'Content-Length: 18446744073709551616\r\n')}${SMUGGLED}\r\n`,
  ],
  [
    'a folded header',
    () =>
      `${decode('x', `X-Fold: a\r\n Content-Length: ${SMUGGLED.length}\r\nTransfer-Encoding:\r\n chunked\r\n`)}0\r\n\r\n${SMUGGLED}\r\n`,
  ],
  [
    'bare line feeds',
    () =>
      `POST /v1/forcodes/decode?forcodes=x HTTP/1.1\nHost: x\n${auth().replace('\r', '')}Content-Length: 0\n\n${SMUGGLED}\r\n`,
  ],
  ['a bare carriage return', () => `${decode('x', 'X-A: b\rContent-Length: 0\r\n')}${SMUGGLED}\r\n`],
  [
    'a space before the colon',
    () => `${decode('x', 'Transfer-Encoding : chunked\r\nContent-Length: 5\r\n')}0\r\n\r\n${SMUGGLED}\r\n`,
  ],
  [
    'an unknown transfer encoding',
    () => `${decode('x', 'Transfer-Encoding: xchunked\r\n')}0\r\n\r\n${SMUGGLED}\r\n`,
  ],
  [
    'chunked that is not last',
    () => `${decode('x', 'Transfer-Encoding: chunked, identity\r\n')}0\r\n\r\n${SMUGGLED}\r\n`,
  ],
  [
    'two Transfer-Encodings',
    () =>
      `${decode('x', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n')}0\r\n\r\n${SMUGGLED}\r\n`,
  ],
  [
    'a vertical tab in Transfer-Encoding',
    () => `${decode('x', 'Transfer-Encoding: \x0bchunked\r\n')}0\r\n\r\n${SMUGGLED}\r\n`,
  ],
  [
    'a bad chunk size',
    () => `${decode('x', 'Transfer-Encoding: chunked\r\n')}-1\r\n\r\n0\r\n\r\n${SMUGGLED}\r\n`,
  ],
  [
    'a chunk size with a line feed only',
    () => `${decode('x', 'Transfer-Encoding: chunked\r\n')}0\n\n${SMUGGLED}\r\n`,
  ],
  [
    'an overflowing chunk size',
    () => `${decode('x', 'Transfer-Encoding: chunked\r\n')}10000000000000000\r\n${SMUGGLED}\r\n`,
  ],
  [
    'a chunk extension with a line feed',
    () => `${decode('x', 'Transfer-Encoding: chunked\r\n')}0;a\nb\r\n\r\n${SMUGGLED}\r\n`,
  ],
  ['a NUL in a header', () => `${decode('x', 'X-Nul: a\x00b\r\nContent-Length: 0\r\n')}${SMUGGLED}\r\n`],
  ['a line that is no header', () => `${decode('x', 'no colon\r\nContent-Length: 0\r\n')}${SMUGGLED}\r\n`],
  ['a space in the method', () => `PO ST /v1/forcodes/decode HTTP/1.1\r\nHost: x\r\n\r\n${SMUGGLED}\r\n`],
  ['HTTP/0.9', () => `GET /v1/forcodes/decode\r\n\r\n${SMUGGLED}\r\n`],
  ['another version', () => `POST /v1/forcodes/decode?forcodes=x HTTP/3.7\r\nHost: x\r\n\r\n${SMUGGLED}\r\n`],
  ['the preface of HTTP/2', () => `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${SMUGGLED}\r\n`],
  ['a TLS handshake', () => `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${SMUGGLED}\r\n`],
];

describe('a server under request smuggling', () => {
  it.each(SMUGGLING)('ends the connection at %s, and answers nothing behind it', async (_, bytes) => {
    // The hidden request carries the key, as it would behind a proxy that adds one.
    const reply = await sendRaw(port, bytes().replace(SMUGGLED, SMUGGLED + auth()));
    expect(reply.text).not.toContain(ECHOED);
    expect(reply.text).not.toContain(server.keys.all);
    const statuses = statusesOf(reply);
    // At most the part before the fault is answered, and the fault itself refused; whichever it was, the connection ends.
    expect(statuses.length).toBeLessThanOrEqual(2);
    expect(statuses.filter((status) => ![200, 400, 405, 415].includes(status))).toEqual([]);
    expect(reply.isClosed).toBe(true);
    await expectAlive();
  });

  it('takes two requests as two where the bytes are sound', async () => {
    // Else the cases above could pass because no second request is ever answered.
    const reply = await sendRaw(
      port,
      decode('x', 'Content-Length: 0\r\n') + SMUGGLED + auth() + 'Connection: close\r\n\r\n',
    );
    expect(statusesOf(reply)).toEqual([200, 200]);
    expect(reply.text).toContain(ECHOED);
  });
});

type Attack = (socket: Socket, nth: number) => void;

/** Hostile connections that stay open until the server cuts them. */
const HOLDING: readonly Attack[] = [
  // Half open: nothing is ever sent.
  () => undefined,
  // Slow headers: a byte now and then.
  (socket, nth) => {
    socket.write(`GET /v1/geocode/reverse?latlng=21,105.8 HTTP/1.1\r\nHost: x\r\nX-${nth}: `);
    const timer = setInterval(() => socket.write('a'), 1000);
    socket.on('close', () => clearInterval(timer));
  },
  // Half a request line.
  (socket) => socket.write('POST /v1/forc'),
  // A body that never comes.
  (socket) => socket.write(decode('x', 'Content-Type: application/json\r\nContent-Length: 100\r\n')),
];

/** Hostile connections that end as soon as the server has read them. */
const ENDING: readonly Attack[] = [
  // Half closed at once.
  (socket) => socket.end('GET / HTTP/1.1\r\n'),
  // Garbage.
  (socket) => socket.write(Buffer.from([0, 255, 22, 3, 1, 13, 10, 13, 10])),
];

describe('a server under slow clients', () => {
  const open = new Set<Socket>();
  let honest: Client;
  beforeAll(() => {
    honest = new Client(server.origin, { pipelining: 1 });
  });
  afterAll(async () => {
    for (const socket of open) socket.destroy();
    await honest.close();
  });

  it(
    `goes on answering while ${HOSTILE} slow and half-open connections come, ${LIMITS.connections} at a time`,
    async () => {
      // An honest client that was there before is served all the time.
      let answered = 0;
      let slowestMs = 0;
      const ask = async () => {
        const startMs = performance.now();
        const { statusCode, body } = await honest.request({
          path: '/v1/forcodes/decode?forcodes=x',
          method: 'POST',
          headers: { authorization: `Bearer ${server.keys.all}` },
        });
        await body.dump();
        expect(statusCode).toBe(200);
        answered += 1;
        slowestMs = Math.max(slowestMs, performance.now() - startMs);
      };
      await ask();

      let opened = 0;
      let peak = 0;
      const heapBefore = process.memoryUsage().heapUsed;
      while (opened < HOSTILE) {
        // A wave fills the server; the rest of it is turned away at once.
        const holding = LIMITS.connections + 400;
        const wave = Math.min(HOSTILE - opened, holding + 600);
        for (let nth = 0; nth < wave; nth += 1) {
          const socket = openSocket(port);
          open.add(socket);
          socket.on('close', () => open.delete(socket));
          const attacks = nth < holding ? HOLDING : ENDING;
          socket.on('connect', () => attacks[nth % attacks.length]?.(socket, nth));
          socket.resume();
          if (nth % 100 === 99) await ask();
        }
        opened += wave;
        // The next wave comes while some of this one are still held.
        for (let nth = 0; nth < effort(10, 15); nth += 1) {
          await ask();
          peak = Math.max(peak, await connectionsOf());
          await sleep(100);
        }
      }
      expect(opened).toBe(HOSTILE);
      expect(peak).toBeLessThanOrEqual(LIMITS.connections);
      // Else this would not show what happens at the limit.
      expect(peak).toBeGreaterThan(LIMITS.connections * 0.95);

      // New clients are served again as soon as those that send no headers are cut.
      const graceMs = LIMITS.headersMs + 2 * LIMITS.checkMs + 20_000;
      const startMs = performance.now();
      let isServed = false;
      while (!isServed && performance.now() - startMs < graceMs) {
        isServed = await expectAlive().then(
          () => true,
          () => false,
        );
        if (!isServed) await sleep(250);
      }
      expect(isServed).toBe(true);
      await ask();
      console.log(
        `${opened} hostile connections, at most ${peak} open, ${answered} requests of an honest client answered, slowest ${Math.round(slowestMs)} ms, heap ${Math.round((process.memoryUsage().heapUsed - heapBefore) / 1e6)} MB more`,
      );
    },
    // A wave of 1,824 takes some seconds.
    120_000 + HOSTILE * 60,
  );

  /** Returns the connections that the server has, as its metrics or its socket say. */
  async function connectionsOf(): Promise<number> {
    return new Promise((resolve, reject) =>
      server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  }
});

describe('keys', () => {
  it('are in no log line, metric, error or document, however a request is wrong', async () => {
    const key = server.keys.all;
    const wrong = 'gm_wrongwrongwrongwrong0';
    const seen: string[] = [];
    const targets = [
      `/v1/place?ids=x&apikey=${key}`,
      `/v1/place?apikey=${key}&ids=%`,
      `/v1/place?apikey=${key}&apikey=${key}`,
      `/v1/place?apikey=${key}&unknown=${key}x`,
      `/v1/nothing?apikey=${key}`,
      `/v1/${key}`,
      `/v1/place?ids=x&apikey=${wrong}`,
      `/${'a'.repeat(20_000)}?apikey=${key}`,
      `/v1/geocode/reverse?latlng=21,105.8&apikey=${key}`,
      '/metrics',
      '/openapi.json',
      '/healthz',
      '/readyz',
      `/v1/usage?apikey=${key}`,
    ];
    for (const target of targets)
      for (const method of ['GET', 'POST', 'PUT']) {
        const bytes = `${method} ${target} HTTP/1.1\r\nHost: x\r\nX-Key: ${key}\r\nReferer: http://x/?apikey=${key}\r\n${CLOSE}\r\n`;
        seen.push((await sendRaw(port, bytes)).text);
      }
    seen.push((await sendRaw(port, `GET /v1/place?apikey=${key} HTTP/9.9\r\nBROKEN ${key}\r\n\r\n`)).text);
    // The parameter that is unknown is named; its value, where a key may have slipped in, is not.
    for (const secret of [key, wrong, key.slice(3), wrong.slice(3)]) {
      for (const text of seen) expect(text).not.toContain(secret);
      for (const line of logged) expect(line).not.toContain(secret);
    }
    expect(seen.join('').length).toBeGreaterThan(5000);
    expect(logged.length).toBeGreaterThan(0);
  });

  it('are compared by hash, in constant time', () => {
    const compare = vi.spyOn(crypto, 'timingSafeEqual');
    syncBuiltinESMExports();
    try {
      const { key, entry } = createKey({}, 0);
      const ring = createKeyRing([entry]);
      expect(ring.accountOf(key)?.id).toBe(entry.id);
      expect(compare).toHaveBeenCalledTimes(1);
      // Never the keys themselves.
      for (const given of compare.mock.calls[0] ?? []) expect((given as Buffer).length).toBe(32);
      expect(ring.accountOf(`${key}x`)).toBeUndefined();
      expect(ring.accountOf('')).toBeUndefined();
    } finally {
      compare.mockRestore();
      syncBuiltinESMExports();
    }
  });
});
