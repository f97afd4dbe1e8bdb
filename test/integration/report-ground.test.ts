import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createDurableFs } from '../../src/base/files/durable-fs.ts';
import { decodeShapes, encodeShapes } from '../../src/base/geo/ground-tiles.ts';
import { decodeOutlines } from '../../src/base/geo/outlines.ts';
import type { ReportFacts } from '../../src/report/data/report-facts.ts';
import { readDatasetGround } from '../../src/report/ground/dataset-ground.ts';
import { provincesAround } from '../../src/report/ground/provinces-around.ts';
import { readPageFiles } from '../../src/report/page-text.ts';
import { writeReport } from '../../src/report/write-report.ts';
import { writeManifest, type Manifest } from '../../src/run/pipeline/manifest.ts';
import { openPmtiles } from '../../src/report/ground/pmtiles.ts';
import { readGroundTiles } from '../../src/report/ground/read-ground.ts';
import { readVectorTile } from '../../src/report/ground/vector-tile.ts';
import { writeFinishedRun } from '../support/finished-run.ts';
import { pmtilesFile, vectorTile, type PmtilesContent } from '../support/pmtiles-file.ts';
import { useTemporaryFolders } from '../support/temporary-folders.ts';
import { geomill } from './cli-harness.ts';

const makeFolder = useTemporaryFolders('report-ground');
const fs = createDurableFs();
const HA_NOI = { lat: 21.03, lon: 105.85 };

async function write(bytes: Buffer): Promise<string> {
  const path = join(makeFolder(), 'ground.pmtiles');
  await writeFile(path, bytes);
  return path;
}

/** All tiles of the zooms 0 to 5, each with its place as its bytes; those of one row of zoom 5 are equal. */
const TILES: PmtilesContent['tiles'] = [0, 1, 2, 3, 4, 5].flatMap((zoom) =>
  Array.from({ length: 4 ** zoom }, (_, at) => {
    const [x, y] = [at % 2 ** zoom, Math.floor(at / 2 ** zoom)];
    return [zoom, x, y, Buffer.from(zoom === 5 && y > 20 ? 'sea' : `${zoom}/${x}/${y}`)] as const;
  }),
);

describe('a PMTiles file', () => {
  it.each([undefined, 7])('has each tile, in directories of %s entries', async (leafEntries) => {
    const archive = await openPmtiles(
      fs,
      await write(pmtilesFile({ type: 'mvt', tiles: TILES, ...(leafEntries && { leafEntries }) })),
    );
    for (const [zoom, x, y, bytes] of TILES.filter((_, at) => at % 7 === 0))
      expect(await archive.tile(zoom, x, y)).toEqual(bytes);
    expect(await archive.tile(6, 0, 0)).toBeUndefined();
    expect([archive.minZoom, archive.maxZoom]).toEqual([0, 5]);
    await archive.close();
  });

  it('has its source as text', async () => {
    const attribution = '<a href="https://x.example">&copy; Người vẽ</a>  &amp; <b>others</b>';
    const archive = await openPmtiles(
      fs,
      await write(pmtilesFile({ type: 'png', tiles: TILES, attribution })),
    );
    expect(archive.attribution).toBe('© Người vẽ & others');
    await archive.close();
  });

  it.each([
    ['directory', (bytes: Buffer) => ({ leafEntries: 1, leafBytes: bytes })],
    ['metadata', (bytes: Buffer) => ({ metadataBytes: Buffer.concat([bytes, Buffer.from('{}')]) })],
    ['first tile', (bytes: Buffer) => ({ tiles: [[0, 0, 0, bytes]] as const })],
  ])('is refused where its %s is small and becomes very large without its compression', async (_, partOf) => {
    // Spaces are valid before JSON; as a directory they are entries without end, as a tile nothing that is read here.
    const path = await write(
      pmtilesFile({
        type: 'mvt',
        tiles: [[0, 0, 0, Buffer.from('sea')]],
        ...partOf(Buffer.alloc(40 << 20, ' ')),
      }),
    );
    const read = openPmtiles(fs, path).then(async (archive) => {
      try {
        return await archive.tile(0, 0, 0);
      } finally {
        await archive.close();
      }
    });
    await expect(read).rejects.toMatchObject({
      code: 'INPUT_BAD',
      cause: { code: 'ERR_BUFFER_TOO_LARGE' },
    });
  });

  it('is refused where it is none, damaged or truncated anywhere', async () => {
    const whole = pmtilesFile({ type: 'mvt', tiles: TILES });
    const faultOf = async (bytes: Buffer) => {
      const path = await write(bytes);
      return readGroundTiles(fs, path, [HA_NOI]).then(
        () => 'read',
        (error: { code?: string; message: string }) =>
          `${error.code}: ${error.message.replace(path, 'FILE')}`,
      );
    };
    expect(await faultOf(Buffer.from('id,address\n1,x\n'))).toBe(
      'INPUT_BAD: FILE cannot be the ground of the map: it is no PMTiles archive. Give a PMTiles file of version 3',
    );
    const other = Buffer.from(whole);
    other[97] = 4;
    expect(await faultOf(other)).toContain('its compression is zstd');
    for (let bytes = 0; bytes < whole.length - 1; bytes += 601)
      expect(await faultOf(whole.subarray(0, bytes)), `${bytes} bytes`).toMatch(/^INPUT_BAD: /);
    for (let at = 127; at < 400; at += 23) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] as number) ^ 0x55;
      // A bit of a checksum or of a text may make no difference.
      expect(await faultOf(damaged)).toMatch(/^(INPUT_BAD: |read$)/);
    }
    await expect(readGroundTiles(fs, '/nowhere/x.pmtiles', [HA_NOI])).rejects.toMatchObject({
      code: 'INPUT_MISSING',
    });
  });
});

describe('the tiles of a report', () => {
  const pictures = async () => write(pmtilesFile({ type: 'png', tiles: TILES }));

  it('are those around the points, lower zooms first', async () => {
    const { facts, blocks } = await readGroundTiles(fs, await pictures(), [HA_NOI]);
    expect(facts).toMatchObject({ kind: 'picture', mediaType: 'image/png' });
    expect(facts.tiles[0]).toEqual([0, 0, 0]);
    expect(facts.tiles.filter(([zoom]) => zoom === 5)).toHaveLength(9);
    // The one below the point is the first of its zoom.
    expect(facts.tiles.find(([zoom]) => zoom === 5)).toEqual([5, 25, 14]);
    expect(blocks.map(String)).toEqual(facts.tiles.map((tile) => tile.join('/')));
  });

  it('are as many as the page may have', async () => {
    const path = await pictures();
    const all = await readGroundTiles(fs, path, [HA_NOI]);
    const few = await readGroundTiles(fs, path, [HA_NOI], 20);
    expect(few.facts.tiles).toEqual(all.facts.tiles.slice(0, few.blocks.length));
    expect(few.blocks.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(20);
    expect(few.blocks.length).toBeGreaterThan(1);
  });

  it('are none where no row has a position', async () => {
    expect((await readGroundTiles(fs, await pictures(), [])).blocks).toEqual([]);
  });
});

describe('a vector tile', () => {
  const square = [100, 100, 3000, 100, 3000, 3000, 100, 3000];

  it('gives water, green, buildings, roads and borders, in the schemas that there are', () => {
    const of = (layer: string, type: 2 | 3, kind?: string) =>
      readVectorTile(vectorTile([{ layer, type, rings: [square], ...(kind && { kind }) }])).map(
        (shape) => shape.kind,
      );
    expect(of('water', 3)).toEqual(['water']);
    expect(of('waterway', 2)).toEqual(['stream']);
    expect(of('ocean', 3)).toEqual(['water']);
    expect(of('landuse', 3, 'park')).toEqual(['green']);
    expect(of('landuse', 3, 'industrial')).toEqual([]);
    expect(of('buildings', 3)).toEqual(['building']);
    expect(of('transportation', 2, 'motorway')).toEqual(['main_road']);
    expect(of('streets', 2, 'residential')).toEqual(['road']);
    expect(of('roads', 2, 'path')).toEqual([]);
    expect(of('boundary', 2)).toEqual(['border']);
    expect(of('street_labels', 2)).toEqual([]);
    expect(of('earth', 3)).toEqual([]);
  });

  it('keeps rings and lines through the page, at half of their precision', () => {
    const hole = [1000, 1000, 1000, 2000, 2000, 2000, 2000, 1000];
    const line = [-40, 0, 4096, 2000, 5000, 4136];
    const shapes = readVectorTile(
      vectorTile([
        { layer: 'water', type: 3, rings: [square, hole] },
        { layer: 'roads', type: 2, rings: [line] },
      ]),
    );
    const half = (points: number[]) => points.map((value) => value / 2);
    expect(shapes).toEqual([
      { kind: 'water', isArea: true, points: half(square) },
      { kind: 'water', isArea: true, points: half(hole) },
      { kind: 'road', isArea: false, points: half(line) },
    ]);
    expect(decodeShapes(encodeShapes(shapes))).toEqual(shapes);
  });

  it('ends in an error where it is damaged, whatever is damaged', async () => {
    const tile = vectorTile([{ layer: 'water', type: 3, rings: [square], kind: 'lake' }]);
    let faults = 0;
    for (let at = 0; at < tile.length; at += 1)
      for (const value of [0, 0x7f, 0xff]) {
        const damaged = Buffer.from(tile);
        damaged[at] = value;
        try {
          expect(readVectorTile(damaged).length).toBeLessThan(3);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
          faults += 1;
        }
      }
    expect(faults).toBeGreaterThan(20);
    const path = await write(pmtilesFile({ type: 'mvt', tiles: [[0, 0, 0, tile.subarray(0, -3)]] }));
    await expect(readGroundTiles(fs, path, [HA_NOI])).rejects.toMatchObject({ code: 'INPUT_BAD' });
  });
});

describe('geomill report --ground', () => {
  it('says what is wrong with the file, and leaves the report as it was', async () => {
    const folder = makeFolder();
    await writeFinishedRun(folder, {
      columns: ['id', 'address'],
      rows: [['1', 'x', 'ok', '', '21.03', '105.85', 'x', 'street', '0.9']],
    });
    expect(await geomill(['report', folder, '--ground', join(folder, 'none.pmtiles')])).toMatchObject({
      exitCode: 66,
      stdout: '',
    });
    const { exitCode, stderr } = await geomill(['report', folder, '--ground', join(folder, 'rows.csv')]);
    expect(exitCode).toBe(65);
    expect(stderr).toContain('it is no PMTiles archive');
  });
});

describe('the ground of a report from the dataset of its run', () => {
  const STARTER = 'fixtures/starter';
  const idOf = async () =>
    (JSON.parse(await readFile(`${STARTER}/manifest.json`, 'utf8')) as { id: string }).id;

  it('has the streets around the points, more of them the nearer the map is', async () => {
    const { tiles: streets, wardsWithStreets } = (await readDatasetGround(STARTER, await idOf(), [HA_NOI]))!;
    expect(streets.facts.isOverlay).toBe(true);
    expect(streets.facts.attribution).toContain('OpenStreetMap');
    const pointsAt = (wanted: number) =>
      streets.facts.tiles.flatMap(([zoom], nth) =>
        zoom === wanted ? decodeShapes(inflateRawSync(streets.blocks[nth]!)).map(({ points }) => points) : [],
      );
    expect([...new Set(streets.facts.tiles.map(([zoom]) => zoom))]).toEqual([8, 10, 12, 14]);
    expect(pointsAt(14).length).toBeGreaterThan(pointsAt(8).length);
    // Hoàn Kiếm has streets in the dataset, a mountain ward has none.
    expect(wardsWithStreets.has('00070')).toBe(true);
    expect(wardsWithStreets.has('01288')).toBe(false);
  });

  it('is as small as was asked for, and none of another dataset or of a missing one', async () => {
    const id = await idOf();
    const { tiles: streets } = (await readDatasetGround(STARTER, id, [HA_NOI], 3000))!;
    expect(streets.blocks.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(3000);
    expect(await readDatasetGround(STARTER, 'f'.repeat(64), [HA_NOI])).toBeUndefined();
    expect(await readDatasetGround('no-such-folder', id, [HA_NOI])).toBeUndefined();
  });

  it('has the wards of the provinces with points alone', async () => {
    const { provinces, wardsOf } = await readPageFiles('dist/report');
    const near = provincesAround(provinces, [HA_NOI]);
    const blocks = await Promise.all(near.map(wardsOf));
    const units = blocks.flatMap((block) => decodeOutlines(inflateRawSync(block)).units);
    const listed = (await readFile(`${STARTER}/wards.csv`, 'utf8'))
      .split('\n')
      .map((line) => line.split(','));
    const inHaNoi = listed.filter(([, , , , province]) => province === '01').map(([code]) => code);
    expect(units.filter(({ parent }) => parent === '01').map(({ code }) => code)).toEqual(inHaNoi);
    expect(new Set(units.map(({ parent }) => parent)).size).toBeLessThan(4);
  });

  it('says which rows are at a ward because the dataset has no street there', async () => {
    const folder = join(makeFolder(), 'run');
    const more = ['ward_code_new', 'province_code_new'];
    const row = (id: string, level: string, ward: string) => [
      id,
      'x',
      'ok',
      '',
      '21.03',
      '105.85',
      'x',
      level,
      '0.9',
      ward,
      '01',
    ];
    await writeFinishedRun(folder, {
      columns: ['id', 'address'],
      more,
      rows: [row('1', 'ward', '01288'), row('2', 'ward', '00070'), row('3', 'house', '00070')],
    });
    const path = join(folder, 'manifest.json');
    const { check: _, ...manifest } = JSON.parse(await readFile(path, 'utf8')) as Manifest & {
      check: string;
    };
    const dataset = { id: await idOf(), edition: '2026-09-20' };
    const expectations = [{ name: 'ok_rate', expected: '>= 0.9', found: 1, isMet: true }];
    await writeManifest(fs, { folder, manifest: path }, { ...manifest, dataset, expectations });
    const options = { folder, files: await readPageFiles('dist/report'), version: '1', datasetDir: STARTER };
    const html = await readFile(await writeReport(options), 'utf8');
    const facts = JSON.parse(/id="facts">([^<]*)</.exec(html)![1]!) as ReportFacts;
    expect(facts.wardMatches).toEqual({ rows: 2, withoutStreets: 1 });
    const description = 'share of the rows with the status ok, in the stage where it is lowest';
    expect(facts.expectations).toEqual([{ ...expectations[0], description }]);
    expect(facts.areas).toEqual([
      ['01288', '01'],
      ['00070', '01'],
    ]);
    expect(facts.ground?.isOverlay).toBe(true);
  });
});
