import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildRoadTiles, runTileBuilder } from '../../src/dataset/roads/build-road-tiles.ts';
import { writeTileTar } from '../../src/dataset/roads/tile-tar.ts';
import { createOsmPbfWriter } from '../../src/dataset/osm/write-pbf.ts';
import { findTileBuilder } from '../../src/engine/routing/valhalla/binding.ts';
import { createSeededRandom } from '../../src/base/seeded-random.ts';
import { crossing, TOWN, writeRoadNetwork } from '../support/road-network.ts';
import { buildTownTiles } from '../support/road-tiles.ts';
import { askRawValhalla, configOver, type RawQuestion } from '../support/raw-valhalla.ts';

const town = await buildTownTiles();
afterAll(() => town.remove());
const newFolder = () => mkdtempSync(join(town.folder, 'more-'));

/** Reads the members of a tar archive. */
function membersOf(file: string): Map<string, Buffer> {
  const bytes = readFileSync(file);
  const members = new Map<string, Buffer>();
  for (let at = 0; bytes[at] !== 0;) {
    const name = bytes.toString('latin1', at, bytes.indexOf(0, at));
    const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 135), 8);
    members.set(name, bytes.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return members;
}

describe.skipIf(town.missing)(`Road tiles${town.missing ? `: ${town.missing}` : ''}`, () => {
  it('are the same bytes when they are built again, from an extract that is the same bytes', async () => {
    const folder = newFolder();
    const again = join(folder, 'again.osm.pbf');
    writeRoadNetwork(again);
    expect(readFileSync(again).equals(readFileSync(town.pbf))).toBe(true);
    const outFile = join(folder, 'again.tar');
    const { tiles, bytes } = await runTileBuilder({
      pbfFile: again,
      scratchDir: join(folder, 'scratch'),
      outFile,
    });
    expect(readFileSync(outFile).equals(readFileSync(town.tiles))).toBe(true);
    expect(bytes).toBe(readFileSync(outFile).length);
    expect(membersOf(outFile).size).toBe(tiles + 1);
  });

  it('are built with paths that are relative to the working folder', async () => {
    const folder = relative(process.cwd(), newFolder());
    const outFile = join(folder, 'relative.tar');
    await buildRoadTiles([relative(process.cwd(), town.pbf)], outFile, join(folder, 'scratch'));
    expect(readFileSync(outFile).equals(readFileSync(town.tiles))).toBe(true);
  });

  it('are the same of an extract whose objects are in several files', async () => {
    const folder = newFolder();
    const outFile = join(folder, 'merged.tar');
    await buildRoadTiles([town.pbf, town.pbf, town.pbf], outFile, join(folder, 'scratch'));
    expect(readFileSync(outFile).equals(readFileSync(town.tiles))).toBe(true);
  });

  it('answer the same as the tiles they were settled from, date and uncertain bits aside', async () => {
    const folder = newFolder();
    const config = configOver('');
    config.mjolnir.tile_dir = join(folder, 'tiles');
    mkdirSync(config.mjolnir.tile_dir);
    writeFileSync(join(folder, 'valhalla.json'), JSON.stringify(config));
    spawnSync(await findTileBuilder(), ['-c', join(folder, 'valhalla.json'), town.pbf], { cwd: folder });
    const raw = configOver('');
    raw.mjolnir.tile_dir = config.mjolnir.tile_dir;
    const random = createSeededRandom(1);
    const place = () => crossing(random.next() * 29, random.next() * 29);
    const pairs = [
      [TOWN.beforeForbidden, TOWN.behindForbidden],
      [TOWN.beforeTimed, TOWN.behindTimed],
      ...Array.from({ length: 100 }, () => [place(), place()]),
    ];
    const questions = pairs.map((locations): RawQuestion => ({
      action: 'route',
      request: { locations, costing: 'auto' },
    }));
    const answersOf = async (asked: typeof raw) =>
      (await askRawValhalla(asked, questions)).map(({ answer, failure }) => answer ?? failure);
    expect(await answersOf(configOver(town.tiles))).toEqual(await answersOf(raw));
    // Nothing but the date and turn restrictions is another byte.
    const settled = membersOf(town.tiles);
    for (const [name, bytes] of settled) {
      if (name === 'index.bin') continue;
      const before = readFileSync(join(config.mjolnir.tile_dir, name));
      const [from, to] = [bytes.readUInt32LE(96), bytes.readUInt32LE(104)];
      expect(bytes.length).toBe(before.length);
      const others = [...bytes.keys()].filter((at) => bytes[at] !== before[at]);
      expect(others.filter((at) => !(at >= 112 && at < 116) && !(at >= from && at < to))).toEqual([]);
    }
  });

  it('keep the hours of a restriction that has some', () => {
    const hours = [...membersOf(town.tiles)].flatMap(([name, tile]) => {
      if (name === 'index.bin') return [];
      const found: { begin: number; end: number; days: number }[] = [];
      for (let at = tile.readUInt32LE(96); at < tile.readUInt32LE(104);) {
        const [from, to, rest] = [0, 8, 16].map((word) => tile.readBigUInt64LE(at + word)) as [
          bigint,
          bigint,
          bigint,
        ];
        if ((from >> 46n) & 1n)
          found.push({
            begin: Number(from >> 59n),
            end: Number(to >> 59n),
            days: Number((rest >> 21n) & 127n),
          });
        at += 24 + 8 * Number((rest >> 16n) & 31n);
      }
      return found;
    });
    // Monday to Friday are bits 1 to 5.
    expect(hours).toEqual([
      { begin: 7, end: 9, days: 62 },
      { begin: 7, end: 9, days: 62 },
    ]);
  });

  it('are found by their index', () => {
    const bytes = readFileSync(town.tiles);
    const members = membersOf(town.tiles);
    const index = members.get('index.bin') as Buffer;
    expect(index.length).toBe((members.size - 1) * 16);
    [...members].slice(1).forEach(([name, tile], at) => {
      const offset = Number(index.readBigUInt64LE(at * 16));
      const size = index.readUInt32LE(at * 16 + 12);
      expect(bytes.subarray(offset, offset + size).equals(tile)).toBe(true);
      const [level = '', ...number] = name.replace('.gph', '').split('/');
      expect(index.readUInt32LE(at * 16 + 8)).toBe(Number(level) + Number(number.join('')) * 8);
    });
  });

  it('cannot be made of an extract without roads, nor of what is no extract, and say so', async () => {
    const folder = newFolder();
    const empty = join(folder, 'empty.osm.pbf');
    const parts: Uint8Array[] = [];
    const writer = createOsmPbfWriter((part) => parts.push(part));
    writer.node(1, 100_000_000, 1_057_000_000, { place: 'town' });
    writer.end();
    writeFileSync(empty, Buffer.concat(parts));
    const broken = join(folder, 'broken.osm.pbf');
    writeFileSync(broken, 'no extract');
    for (const file of [empty, broken]) {
      const building = runTileBuilder({
        pbfFile: file,
        scratchDir: join(folder, 'scratch'),
        outFile: join(folder, 'out.tar'),
      });
      await expect(building).rejects.toMatchObject({
        code: 'INPUT_BAD',
        message: expect.stringContaining('--no-roads') as string,
      });
      rmSync(join(folder, 'scratch'), { recursive: true });
    }
  });

  it('are given up on demand', async () => {
    const control = new AbortController();
    const folder = newFolder();
    const building = runTileBuilder({
      pbfFile: town.pbf,
      scratchDir: join(folder, 'scratch'),
      outFile: join(folder, 'out.tar'),
      signal: control.signal,
    });
    setTimeout(() => control.abort(), 50);
    await expect(building).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('have a member for each, none without tiles', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'tiles'));
    expect(await writeTileTar(join(folder, 'tiles'), join(folder, 'none.tar'))).toMatchObject({ tiles: 0 });
  });
});
