import type * as childProcess from 'node:child_process';
import { execFile, execFileSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeTileTar } from '../../src/dataset/roads/tile-tar.ts';
import { findTileBuilder } from '../../src/engine/routing/valhalla/binding.ts';
import { createChildPool } from '../../src/engine/routing/valhalla/child-pool.ts';
import { valhallaRequests } from '../../src/engine/routing/valhalla/requests.ts';
import { createValhallaRouter } from '../../src/engine/routing/valhalla/valhalla-router.ts';
import type { RouteRequest, Router } from '../../src/engine/routing/router.ts';
import type { Position } from '../../src/base/geo/position.ts';
import { createSeededRandom } from '../../src/base/seeded-random.ts';
import { effort } from '../support/effort.ts';
import { BLOCK_METERS, crossing, TOWN } from '../support/road-network.ts';
import { buildTownTiles } from '../support/road-tiles.ts';
import { askRawValhalla, configOver } from '../support/raw-valhalla.ts';

const started = vi.hoisted(() => [] as ChildProcess[]);
vi.mock('node:child_process', async (original) => {
  const real = await original<typeof childProcess>();
  const fork = (...given: Parameters<typeof real.fork>) => {
    const child = real.fork(...given);
    started.push(child);
    return child;
  };
  return { ...real, fork };
});

/** Children that die under load; each takes a second to be replaced. */
const kills = effort(2, 8);
const town = await buildTownTiles();
afterAll(() => town.remove());

const toClose: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(toClose.splice(0).map((each) => each.close()));
  started.length = 0;
});

const pool = (options: Partial<Parameters<typeof createChildPool>[0]> = {}) => {
  const made = createChildPool({
    tileExtract: town.tiles,
    children: 1,
    deadlineMs: 30_000,
    env: process.env,
    ...options,
  });
  toClose.push(made);
  return made;
};
const router = (options: Parameters<typeof pool>[0] = {}) => createValhallaRouter(pool(options));
const way = (...stops: Position[]): RouteRequest => ({
  stops,
  costing: 'auto',
  language: 'en-US',
  units: 'kilometers',
  alternates: 0,
});
const lengthOf = async (asked: Router, request: RouteRequest) =>
  (await asked.route(request))[0]?.summary?.length ?? NaN;
const alive = () => started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);

describe.skipIf(town.missing)(`Valhalla behind its wrapper${town.missing ? `: ${town.missing}` : ''}`, () => {
  it('drives on the right, which the default of its configuration does not', async () => {
    const folder = join(town.folder, 'left');
    const config = configOver('');
    config.mjolnir.data_processing.use_admin_db = true;
    config.mjolnir.tile_dir = join(folder, 'tiles');
    mkdirSync(config.mjolnir.tile_dir, { recursive: true });
    writeFileSync(join(folder, 'valhalla.json'), JSON.stringify(config));
    execFileSync(await findTileBuilder(), ['-c', join(folder, 'valhalla.json'), town.pbf], {
      cwd: folder,
      stdio: 'ignore',
    });
    await writeTileTar(config.mjolnir.tile_dir, join(folder, 'left.tar'));
    // The turn across the oncoming traffic takes longer.
    const turns = async (tiles: string) => {
      const ends = [crossing(21, 17.5), crossing(21, 16.5)];
      const answers = await askRawValhalla(
        configOver(tiles),
        ends.map((end) => ({
          action: 'route',
          request: { locations: [crossing(20.5, 17), end], costing: 'auto' },
        })),
      );
      return answers.map(
        ({ answer }) => (answer as { trip: { summary: { time: number } } }).trip.summary.time,
      ) as [left: number, right: number];
    };
    const [left, right] = await turns(town.tiles);
    expect(left).toBeGreaterThan(right);
    const [wrongLeft, wrongRight] = await turns(join(folder, 'left.tar'));
    expect(wrongLeft).toBeLessThan(wrongRight);
  });

  it('leaves no pair out of the matrix that a route reaches, which its default does', async () => {
    const places = [TOWN.gatedWest, TOWN.gatedEast, TOWN.west, TOWN.east];
    const { seconds } = await router().matrix(places, 'auto');
    expect([...seconds].every(Number.isFinite)).toBe(true);
    const config = configOver(town.tiles);
    config.thor.costmatrix.allow_second_pass = false;
    const request = { sources: places, targets: places, costing: 'auto', verbose: false };
    const [raw] = await askRawValhalla(config, [{ action: 'matrix', request }]);
    const { durations } = (raw?.answer as { sources_to_targets: { durations: (number | null)[][] } })
      .sources_to_targets;
    expect(durations.flat()).toContain(null);
  });

  it('measures the way to the road, and takes no place that is farther than a kilometre', async () => {
    const asked = router();
    const off = { lat: crossing(0, 29).lat, lon: crossing(0, 0).lon - 0.004 };
    const [on, near, far] = await asked.roadDistances([TOWN.west, off, TOWN.sea], 'auto');
    expect(on).toBeLessThan(1);
    expect(near).toBeGreaterThan(100);
    expect(near).toBeLessThan(1000);
    expect(far).toBe(Infinity);
    await expect(asked.route(way(TOWN.west, TOWN.sea))).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(asked.matrix([TOWN.west, TOWN.sea], 'auto')).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    // Valhalla itself would go there from a road kilometres away.
    const locations = [TOWN.west, TOWN.sea].map((place) => ({ ...place, search_cutoff: 35_000 }));
    const [raw] = await askRawValhalla(configOver(town.tiles), [
      { action: 'route', request: { locations, costing: 'auto' } },
    ]);
    expect(raw?.failure).toBeUndefined();
  });

  it('refuses an answer in another language than it asked for', async () => {
    const answering = pool();
    const asked = createValhallaRouter({
      ...answering,
      send: (action, request, signal) => answering.send(action, request.replace('vi-VN', 'VI'), signal),
    });
    await expect(asked.route({ ...way(TOWN.west, TOWN.east), language: 'vi-VN' })).rejects.toMatchObject({
      code: 'RESPONSE_INVALID',
      message: expect.stringContaining('en-US') as string,
    });
  });

  it('keeps turn restrictions, over a way, at a node, and at certain hours only', async () => {
    const asked = router();
    const blocks = async (from: Position, to: Position, costing: RouteRequest['costing']) =>
      ((await lengthOf(asked, { ...way(from, to), costing })) * 1000) / BLOCK_METERS;
    expect(await blocks(TOWN.beforeForbidden, TOWN.behindForbidden, 'auto')).toBeCloseTo(3, 1);
    expect(await blocks(TOWN.beforeForbidden, TOWN.behindForbidden, 'pedestrian')).toBeCloseTo(2, 1);
    expect(await blocks(TOWN.beforeTimed, TOWN.behindTimed, 'auto')).toBeCloseTo(1, 1);
    expect(await blocks(crossing(20.5, 26), crossing(21, 26.5), 'auto')).toBeGreaterThan(2.9);
  });

  it.each([
    ['a member it does not know', { exclude_locations: [TOWN.west] }],
    ['another language', { language: 'xx' }],
    ['a deep value', { units: JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as never }],
  ])('sends no request with %s', (_, members) => {
    const text = valhallaRequests.route({ ...way(TOWN.west, TOWN.east), ...members } as RouteRequest);
    expect(JSON.parse(text)).toEqual({
      locations: [TOWN.west, TOWN.east].map((place) => ({ ...place, search_cutoff: 1000 })),
      costing: 'auto',
      units: 'kilometers',
      language: 'en-US',
      alternates: 0,
    });
  });

  it.each(['NaN', NaN, Infinity, null, undefined, 91, '10.5', {}])(
    'sends no request with latitude %s',
    (lat) => {
      const stops = [TOWN.west, { lat, lon: 105 } as Position];
      for (const write of [
        () => valhallaRequests.route(way(...stops)),
        () => valhallaRequests.locate(stops, 'auto'),
        () => valhallaRequests.matrix(stops, [TOWN.west], 'auto'),
      ])
        expect(write).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }) as Error);
    },
  );

  describe('says what Valhalla means', () => {
    const many = Array.from({ length: 201 }, () => TOWN.west);
    let asked: ReturnType<typeof createChildPool>;
    beforeAll(() => {
      const { tiles: tileExtract } = town;
      asked = createChildPool({ tileExtract, children: 1, deadlineMs: 30_000, env: process.env });
    });
    afterAll(() => asked.close());
    it.each([
      ['farther than 1 km', 'route', { locations: [TOWN.west, { ...TOWN.sea, search_cutoff: 1000 }] }],
      ['no route between the places for this vehicle', 'route', { locations: [TOWN.west, TOWN.island] }],
      ['roads are not connected', 'route', { locations: [TOWN.west, TOWN.farIsland] }],
      ['too far apart', 'route', { locations: [TOWN.west, TOWN.anotherCountry] }],
      ['too many places', 'route', { locations: many }],
      ['too few places', 'route', { locations: [TOWN.west] }],
      ['does not know this vehicle', 'route', { locations: [TOWN.west, TOWN.east], costing: 'spaceship' }],
      ['too many places', 'matrix', { sources: [...many, ...many], targets: [...many, ...many] }],
    ] as const)('%s (%s)', async (means, action, request) => {
      const failing = asked.send(action, JSON.stringify({ costing: 'auto', ...request }));
      await expect(failing).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringContaining(means) as string,
      });
    });

    it("what is not the question's fault", async () => {
      await expect(asked.send('route', 'nonsense')).rejects.toMatchObject({ code: 'SERVICE_ERROR' });
    });
  });

  describe('tiles that are not whole', () => {
    const bad = expect.objectContaining({ code: 'DATASET_BAD' }) as Error;
    it('are refused before a child is started', () => {
      const cut = join(town.folder, 'cut.tar');
      copyFileSync(town.tiles, cut);
      truncateSync(cut, readFileSync(cut).length - 20_000);
      for (const tileExtract of [join(town.folder, 'none.tar'), town.pbf, town.folder, cut])
        expect(() => createChildPool({ tileExtract, children: 1, deadlineMs: 1000, env: {} })).toThrow(bad);
      expect(started).toEqual([]);
    });

    it('are refused by a child when they are gone later', async () => {
      const gone = join(town.folder, 'gone.tar');
      copyFileSync(town.tiles, gone);
      const asked = router({ tileExtract: gone });
      rmSync(gone);
      await expect(asked.route(way(TOWN.west, TOWN.east))).rejects.toMatchObject({ code: 'DATASET_BAD' });
    });
  });

  it('kills a child that is over its deadline, and answers with another one', async () => {
    const asked = router({ deadlineMs: 1 });
    const slow = Array.from({ length: 50 }, (_, at) => crossing((at % 29) + 0.3, (at % 23) + 0.4));
    await expect(asked.matrix(slow, 'auto')).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(started).toHaveLength(1);
    await expect(asked.matrix(slow, 'auto')).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(started).toHaveLength(2);
    await vi.waitFor(() => expect(alive()).toEqual([]));
  });

  it('gives up on children that never come up', async () => {
    const asked = router({ startDeadlineMs: 1 });
    await expect(asked.route(way(TOWN.west, TOWN.east))).rejects.toMatchObject({ code: 'SERVICE_DOWN' });
    expect(started).toHaveLength(3);
    // The next questions are one attempt, not one for each child that there could be.
    started.length = 0;
    const next = [1, 2, 3, 4].map(() => asked.route(way(TOWN.west, TOWN.east)).catch(codeOf));
    expect(new Set(await Promise.all(next))).toEqual(new Set(['SERVICE_DOWN']));
    expect(started).toHaveLength(1);
  });

  it('gives up a question on demand, waiting or asked, and answers others', async () => {
    const asked = router();
    const expected = await asked.route(way(TOWN.west, TOWN.east));
    const control = new AbortController();
    const many = Array.from({ length: 5 }, () => asked.route(way(TOWN.west, TOWN.east), control.signal));
    const other = asked.route(way(TOWN.west, TOWN.east));
    control.abort();
    for (const each of many) await expect(each).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await other).toEqual(expected);
    await expect(asked.route(way(TOWN.west, TOWN.east), control.signal)).rejects.toMatchObject({
      code: 'ABORTED',
    });
  });

  it('closes in the middle of questions, and answers nothing afterwards', async () => {
    const asked = router({ children: 2 });
    await asked.route(way(TOWN.west, TOWN.east));
    const open = Array.from({ length: 20 }, () => asked.route(way(TOWN.west, TOWN.east)).catch(codeOf));
    await asked.close();
    expect(new Set(await Promise.all(open))).toEqual(new Set(['ABORTED']));
    expect(alive()).toEqual([]);
    expect(await asked.route(way(TOWN.west, TOWN.east)).catch(codeOf)).toBe('ABORTED');
  });

  it(`answers every question as in quiet times while ${kills} children are killed, with any number of children`, async () => {
    const random = createSeededRandom(4);
    const place = () => crossing(random.next() * 29, random.next() * 29);
    const requests = Array.from({ length: 30 * kills }, () => ({ ...way(place(), place()), alternates: 2 }));
    const quiet = router();
    const expected = await Promise.all(requests.map((request) => quiet.route(request)));
    const children = 3;
    const asked = router({ children });
    started.length = 0;
    const isAnswered = requests.map(() => false);
    let answered = 0;
    let killed = 0;
    let nextKillAt = 8;
    let interrupted = 0;
    const answers = await Promise.all(
      requests.map(async (request, at) => {
        const answer = await asked.route(request);
        answered += 1;
        isAnswered[at] = true;
        // A request is tried three times only: whatever the last kill may have interrupted is answered before the next one.
        const isOver = isAnswered.indexOf(false) >= interrupted || answered === requests.length;
        const victim = alive()[random.below(alive().length)];
        if (killed < kills && answered >= nextKillAt && isOver && victim?.kill('SIGKILL')) {
          killed += 1;
          nextKillAt = answered + 8;
          interrupted = answered + children;
        }
        return answer;
      }),
    );
    expect(killed).toBe(kills);
    expect(answers).toEqual(expected);
    expect(await asked.route(requests[0] as RouteRequest)).toEqual(expected[0]);
  });

  it('keeps no process alive that waits for nothing', async () => {
    const program = `
      import { createChildPool } from './src/engine/routing/valhalla/child-pool.ts';
      const pool = createChildPool({ tileExtract: ${JSON.stringify(town.tiles)}, children: 2, deadlineMs: 60000, env: process.env });
      const control = new AbortController();
      const request = ${JSON.stringify(valhallaRequests.route(way(TOWN.west, TOWN.east)))};
      const given = Array.from({ length: 2 }, () => pool.send('route', request, control.signal).catch(() => {}));
      const answer = pool.send('route', request);
      control.abort();
      await Promise.all(given);
      console.log((await answer).length > 0);
    `;
    const run = promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', program],
      { timeout: 40_000 },
    );
    expect((await run).stdout).toBe('true\n');
  });
});

const codeOf = (error: unknown) => (error as { code: string }).code;
