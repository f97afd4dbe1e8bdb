import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Position } from '../../src/base/geo/position.ts';
import { computeOptimizedRoute } from '../../src/engine/routing/optimized/optimized-route.ts';
import type { RouteRequest } from '../../src/engine/routing/router.ts';
import { createChildPool } from '../../src/engine/routing/valhalla/child-pool.ts';
import type { ValhallaAction } from '../../src/engine/routing/valhalla/requests.ts';
import { createValhallaRouter } from '../../src/engine/routing/valhalla/valhalla-router.ts';
import { createValhallaServer } from '../../src/engine/routing/valhalla/valhalla-server.ts';
import { crossing, TOWN } from '../support/road-network.ts';
import { buildTownTiles } from '../support/road-tiles.ts';

const town = await buildTownTiles();
afterAll(() => town.remove());

const servers: Server[] = [];
const askers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(askers.splice(0).map((asker) => asker.close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

async function serve(answer: Answer): Promise<string> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => answer(request, response, body));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const asking = (address: string, deadlineMs?: number) => {
  const asker = createValhallaServer(address, deadlineMs);
  askers.push(asker);
  return asker;
};
const routing = (address: string, deadlineMs?: number) => createValhallaRouter(asking(address, deadlineMs));
const reply = (status: number, body: unknown): Answer => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(text);
};
const way: RouteRequest = {
  stops: [TOWN.west, TOWN.east],
  costing: 'auto',
  language: 'vi-VN',
  units: 'kilometers',
  alternates: 1,
};

describe.skipIf(town.missing)(`A Valhalla server${town.missing ? `: ${town.missing}` : ''}`, () => {
  it('answers as the children do, below a path, with a user', async () => {
    const pool = createChildPool({
      tileExtract: town.tiles,
      children: 1,
      deadlineMs: 30_000,
      env: process.env,
    });
    askers.push(pool);
    const actions: Record<string, ValhallaAction> = {
      '/valhalla/route': 'route',
      '/valhalla/locate': 'locate',
      '/valhalla/sources_to_targets': 'matrix',
    };
    const seen = new Set<string | undefined>();
    const address = await serve((request, response, body) => {
      seen.add(request.headers.authorization);
      const action = actions[request.url ?? ''];
      if (!action || request.method !== 'POST') return reply(404, {})(request, response, body);
      pool.send(action, body).then(
        (text) => reply(200, text)(request, response, body),
        (error: { details: { valhalla: string } }) =>
          reply(400, { error_code: 171, error: error.details.valhalla, status_code: 400 })(
            request,
            response,
            body,
          ),
      );
    });
    const [there, here] = [
      routing(`${address.replace('//', '//user:p%40ss@')}/valhalla/`),
      createValhallaRouter(pool),
    ];
    expect(await there.route(way)).toEqual(await here.route(way));
    const locations: Position[] = [1, 2, 3, 4, 5].map((at) => crossing(at * 5, (at * 7) % 29));
    const question = { locations, costing: 'auto', units: 'km' } as const;
    expect(await computeOptimizedRoute(question, there)).toEqual(await computeOptimizedRoute(question, here));
    await expect(there.route({ ...way, stops: [TOWN.west, TOWN.sea] })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    expect([...seen]).toEqual([`Basic ${Buffer.from('user:p@ss').toString('base64')}`]);
  });
});

describe('Asking a Valhalla server', () => {
  it.each([
    [400, { error_code: 442, error: 'No path could be found for input' }, 'INVALID_REQUEST'],
    [400, { error: 'Failed to parse json request' }, 'SERVICE_ERROR'],
    [400, 'no JSON', 'SERVICE_ERROR'],
    [401, {}, 'KEY_REFUSED'],
    [403, {}, 'KEY_REFUSED'],
    [404, { error: 'Try any of' }, 'SERVICE_ERROR'],
    [302, {}, 'SERVICE_ERROR'],
    [429, {}, 'THROTTLED'],
    [503, '<html>', 'SERVICE_ERROR'],
    [200, '<html>', 'RESPONSE_INVALID'],
    [200, '', 'RESPONSE_INVALID'],
    [200, { trip: {} }, 'RESPONSE_INVALID'],
    [200, { trip: { legs: 'none' } }, 'RESPONSE_INVALID'],
  ])('turns %i with %j into %s', async (status, body, code) => {
    const address = await serve(reply(status, body));
    await expect(routing(address).route(way)).rejects.toMatchObject({ code });
  });

  it.each([
    ['too few rows', { durations: [[0, 1]], distances: [[0, 1]] }, 'kilometers'],
    ['a short row', { durations: [[0, 1], [0]], distances: [[0, 1], [0]] }, 'kilometers'],
    [
      'texts',
      {
        durations: [
          ['0', 1],
          [0, 0],
        ],
        distances: [
          [0, 1],
          [1, 0],
        ],
      },
      'kilometers',
    ],
    [
      'miles',
      {
        durations: [
          [0, 1],
          [0, 0],
        ],
        distances: [
          [0, 1],
          [1, 0],
        ],
      },
      'miles',
    ],
  ])('refuses a matrix with %s', async (_, sources_to_targets, units) => {
    const address = await serve(reply(200, { sources_to_targets, units }));
    await expect(routing(address).matrix(way.stops, 'auto')).rejects.toMatchObject({
      code: 'RESPONSE_INVALID',
    });
  });

  it('takes a pair that the server leaves out for one without a way', async () => {
    const sources_to_targets = {
      durations: [
        [0, null],
        [7, 0],
      ],
      distances: [
        [0, null],
        [0.5, 0],
      ],
    };
    const address = await serve(reply(200, { sources_to_targets, units: 'kilometers' }));
    const { seconds, meters } = await routing(address).matrix(way.stops, 'auto');
    expect([[...seconds], [...meters]]).toEqual([
      [0, Infinity, 7, 0],
      [0, Infinity, 500, 0],
    ]);
  });

  it('refuses an answer about another number of places', async () => {
    const address = await serve(reply(200, [{ edges: [{ distance: 3 }] }]));
    await expect(routing(address).roadDistances(way.stops, 'auto')).rejects.toMatchObject({
      code: 'RESPONSE_INVALID',
    });
    expect(await routing(address).roadDistances([TOWN.west], 'auto')).toEqual([3]);
  });

  it.each([
    ['never answers', () => undefined],
    [
      'never ends its answer',
      (_: IncomingMessage, response: ServerResponse) => response.writeHead(200).write('{'),
    ],
  ] satisfies [string, Answer][])('gives up on a server that %s', async (_, answer) => {
    const address = await serve(answer);
    await expect(routing(address, 80).route(way)).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  it('gives a question up on demand', async () => {
    const control = new AbortController();
    const address = await serve(() => control.abort());
    await expect(routing(address).route(way, control.signal)).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(routing(address).route(way, control.signal)).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('asks once more over a connection that was closed, and no more than that', async () => {
    let asked = 0;
    const flaky = await serve((request, response, body) => {
      asked += 1;
      if (asked === 1) request.socket.destroy();
      else reply(200, [])(request, response, body);
    });
    expect(await asking(flaky).send('locate', '{}')).toBe('[]');
    expect(asked).toBe(2);
    const closing = await serve((request) => {
      asked += 1;
      request.socket.destroy();
    });
    await expect(asking(closing).send('locate', '{}')).rejects.toMatchObject({ code: 'SERVICE_ERROR' });
    expect(asked).toBe(4);
  });

  it('says that nobody is there, without the address', async () => {
    const address = await serve(reply(200, {}));
    await new Promise((resolve) => (servers.pop() as Server).close(resolve));
    const failing = asking(address.replace('//', '//user:secret@')).send('route', '{}');
    await expect(failing).rejects.toMatchObject({
      code: 'SERVICE_DOWN',
      message: 'the router cannot be reached (ECONNREFUSED)',
    });
  });

  it('does not read an answer without end', async () => {
    const address = await serve((_, response) => {
      const more = () => {
        while (response.write(Buffer.alloc(2 ** 20, 32)));
      };
      response.on('drain', more).writeHead(200);
      more();
    });
    await expect(asking(address).send('route', '{}')).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' });
  });

  it.each(['', 'valhalla:8002', 'ftp://somewhere', 'http://somewhere/?key=1'])(
    'refuses the address "%s"',
    (address) => {
      expect(() => createValhallaServer(address)).toThrow(
        expect.objectContaining({ code: 'USAGE' }) as Error,
      );
    },
  );
});
