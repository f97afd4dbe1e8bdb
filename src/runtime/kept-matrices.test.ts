import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStraightRouter } from '../engine/routing/straight/straight-router.ts';
import { keepMatrices } from './routers.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-matrices-'));
});
afterEach(() => rm(folder, { recursive: true }));

const PLACES = [0, 1, 2].map((at) => ({ lat: 21 + at / 100, lon: 105.8 }));

function counted(roads = 'tiles', mostBytes?: number, to = join(folder, 'matrices')) {
  const straight = createStraightRouter();
  const asked: number[] = [];
  const router: typeof straight = {
    ...straight,
    matrix: (places, ...rest) => {
      asked.push(places.length);
      return straight.matrix(places, ...rest);
    },
  };
  return { asked, router: keepMatrices(router, to, roads, mostBytes) };
}

it('asks for the matrix of a list once, also in the next process, and anew for other stops, roads or vehicles', async () => {
  const first = counted();
  const matrix = await first.router.matrix(PLACES, 'auto');
  const next = counted();
  expect(await next.router.matrix(PLACES, 'auto')).toEqual(matrix);
  expect(next.asked).toEqual([]);
  await next.router.matrix(PLACES, 'truck');
  await next.router.matrix(PLACES.slice(1), 'auto');
  expect(next.asked).toEqual([3, 2]);
  const others = counted('other tiles');
  await others.router.matrix(PLACES, 'auto');
  // What `slot` asks for one stop is not kept.
  await others.router.matrix(PLACES.slice(0, 1), 'auto', undefined, PLACES);
  expect(others.asked).toEqual([3, 1]);
  expect(await readdir(join(folder, 'matrices'))).toHaveLength(4);
});

it('computes a matrix again whose file is damaged, and without a folder that can be written', async () => {
  const matrix = await counted().router.matrix(PLACES, 'auto');
  const [name = ''] = await readdir(join(folder, 'matrices'));
  const path = join(folder, 'matrices', name);
  const bytes = await readFile(path);
  for (const damaged of [bytes.subarray(0, 40), Buffer.alloc(0), Buffer.from(bytes).fill(1, 8, 9)]) {
    await writeFile(path, damaged);
    const { asked, router } = counted();
    expect(await router.matrix(PLACES, 'auto')).toEqual(matrix);
    expect(asked).toEqual([3]);
  }
  await writeFile(join(folder, 'file'), '');
  expect(await counted('tiles', undefined, join(folder, 'file')).router.matrix(PLACES, 'auto')).toEqual(
    matrix,
  );
});

it('keeps no more than its bytes: the oldest go', async () => {
  const size = 3 * 3 * 16 + 32;
  const { router } = counted('tiles', 2 * size);
  const names = new Set<string>();
  const added = async () => {
    const [name = ''] = (await readdir(join(folder, 'matrices'))).filter((each) => !names.has(each));
    names.add(name);
    return name;
  };
  await router.matrix(PLACES, 'auto');
  const oldest = await added();
  await router.matrix(PLACES, 'truck');
  const second = await added();
  const matrices = join(folder, 'matrices');
  await utimes(join(matrices, oldest), 1000, 1000);
  await utimes(join(matrices, second), 2000, 2000);
  await router.matrix(PLACES, 'bicycle');
  const left = await readdir(matrices);
  expect(left).toHaveLength(2);
  expect(left).not.toContain(oldest);
});
