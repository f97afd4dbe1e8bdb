import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSharp, SHARP_VERSION } from '../../src/dataset/imagery/pictures/sharp-package.ts';
import { openService } from '../../src/runtime/open-service.ts';
import { createServer } from '../../src/server/create-server.ts';
import { geomill } from './cli-harness.ts';

/** A 360 photo with metadata and a rotation, a drawing, a flat photo, a damaged file, and an item without a file. */
const NAMES = ['photo', 'drawing', 'flat', 'damaged', 'absent'] as const;
type Name = (typeof NAMES)[number];

const item = (id: Name, index: number) => ({
  type: 'Feature',
  stac_version: '1.0.0',
  id,
  collection: 'drive',
  geometry: { type: 'Point', coordinates: [105.85 + index / 1e4, 21.03] },
  properties: {
    datetime: '2025-01-01T00:00:00Z',
    'view:azimuth': 90,
    'pers:interior_orientation': { field_of_view: id === 'flat' ? 70 : 360 },
    'original_file:name': `${id} of the camera.jpg`,
    exif: { 'Exif.Image.Model': 'kept in the item' },
  },
  assets: {},
  links: [],
});

interface Answer {
  features: {
    id: string;
    properties: Record<string, unknown>;
    assets: Record<string, { href: string; type: string }>;
    asset_templates?: { tiles: { href: string }; overviews: { href: string } };
  }[];
}

let folder: string;
const at = (...names: string[]) => join(folder, ...names);
const build = (out: string, ...more: string[]) =>
  geomill(['dataset', 'build', '--out', at(out), '--from', 'none', '--imagery', at('items.ndjson'), ...more]);
const picturesOf = async (out: string) =>
  (await readdir(at(out, 'pictures'), { recursive: true })).filter((name) => /\./.test(name)).sort();

let built: Awaited<ReturnType<typeof geomill>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-pictures-'));
  await writeFile(
    at('items.ndjson'),
    NAMES.map((id, index) => `${JSON.stringify(item(id, index))}\n`).join(''),
  );
  await mkdir(at('originals', 'day 1'), { recursive: true });
  // Noise, made large: noise of full size takes the encoders many seconds.
  const noise = async (width: number, height: number) => {
    const background = '#808080';
    const gaussian = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const small = sharp({ create: { width: 100, height: 100, channels: 3, background, noise: gaussian } });
    return sharp(await small.png().toBuffer()).resize(width, height, { fit: 'fill' });
  };
  // Turned by a quarter: the camera wrote 1500 x 3000 and says how to turn it.
  const photo = await noise(1500, 3000);
  await photo
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Artist: 'a private name' }, IFD3: { GPSLatitude: '21/1 1/1 1/1' } })
    .jpeg()
    .toFile(at('originals', 'day 1', 'photo of the camera.jpg'));
  await sharp({ create: { width: 1000, height: 500, channels: 3, background: '#d32f2f' } })
    .png()
    .toFile(at('originals', 'drawing.png'));
  await (await noise(800, 600)).jpeg().toFile(at('originals', 'flat.jpg'));
  const whole = await (await noise(1000, 500)).jpeg().toBuffer();
  await writeFile(at('originals', 'damaged.jpg'), whole.subarray(0, whole.length / 2));
  built = await build('dataset', '--pictures', at('originals'), '--json');
}, 240_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('dataset build --pictures', () => {
  it('makes thumb, sd, hd, and tiles of 360 pictures', async () => {
    expect(built.stderr).not.toMatch(/Error/);
    expect(built.exitCode).toBe(0);
    const size = async (...names: string[]) => {
      const { width, height, format } = await sharp(at('dataset', 'pictures', ...names)).metadata();
      return [width, height, format];
    };
    expect(await size('photo', 'hd.jpg')).toEqual([3000, 1500, 'jpeg']);
    expect(await size('photo', 'sd.jpg')).toEqual([2048, 1024, 'jpeg']);
    expect(await size('photo', 'thumb.jpg')).toEqual([500, 250, 'jpeg']);
    expect(await size('drawing', 'hd.webp')).toEqual([1000, 500, 'webp']);
    expect(await size('flat', 'sd.jpg')).toEqual([800, 600, 'jpeg']);
    const tiles = (await picturesOf('dataset')).filter((name) => name.includes('tiles'));
    // 3000 pixels are nearest to 4 columns of 512, on the scale of powers of two; 1000 to 2.
    expect(tiles.filter((name) => name.startsWith('photo')).length).toBe(8 * 4);
    expect(tiles.filter((name) => name.startsWith('drawing')).length).toBe(2 * 1);
    expect(tiles.filter((name) => name.startsWith('flat'))).toEqual([]);
    // Coarser ones down to the width of sd, where the finest are finer than that.
    const overviews = (await picturesOf('dataset')).filter((name) => name.includes('overviews'));
    expect(overviews.filter((name) => name.startsWith('photo/overviews/1/')).length).toBe(4 * 2);
    expect(overviews.length).toBe(4 * 2);
    for (const name of [...tiles, ...overviews]) expect((await size(name)).slice(0, 2)).toEqual([512, 512]);
  });

  it('removes all metadata from the files', async () => {
    for (const name of await picturesOf('dataset')) {
      const { exif, icc, xmp, iptc, orientation } = await sharp(at('dataset', 'pictures', name)).metadata();
      expect([exif, icc, xmp, iptc, orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
    }
  });

  it('names each picture that could not be made, with its file and the reason', async () => {
    const { pictures } = JSON.parse(built.stdout) as { pictures: { made: number; faults: object[] } };
    expect(pictures.made).toBe(3);
    expect(pictures.faults).toEqual([
      {
        id: 'damaged',
        file: at('originals', 'damaged.jpg'),
        reason: expect.stringMatching(/premature end/i) as string,
      },
      { id: 'absent', reason: 'no file is named absent.jpg or absent of the camera.jpg' },
    ]);
    expect(built.stderr).toContain(`picture damaged could not be made: ${at('originals', 'damaged.jpg')}: `);
  });

  it('makes the same bytes again, and replaces the dataset', async () => {
    const before = await readFile(at('dataset', 'manifest.json'), 'utf8');
    const { exitCode, stderr } = await build('dataset', '--pictures', at('originals'));
    expect([exitCode, stderr.includes('could not be made')]).toEqual([0, true]);
    expect(await readFile(at('dataset', 'manifest.json'), 'utf8')).toBe(before);
  }, 240_000);

  it('is checked by dataset check', async () => {
    expect((await geomill(['dataset', 'check', at('dataset')])).exitCode).toBe(0);
    await cp(at('dataset'), at('changed'), { recursive: true });
    await cp(at('changed', 'pictures', 'flat', 'hd.jpg'), at('changed', 'pictures', 'photo', 'hd.jpg'));
    const changed = await geomill(['dataset', 'check', at('changed')]);
    expect(changed.exitCode).toBe(78);
    expect(changed.stderr).toContain('the hash of pictures/photo/hd.jpg differs from pictures.sha256');
  }, 240_000);

  it('serves what the items name, and never an item whose picture is damaged', async () => {
    const opened = await openService({ kind: 'local', datasetDir: at('dataset') });
    const { app } = await createServer({ service: opened.service, datasetDir: at('dataset') });
    const { features } = (await app.inject('/imagery/v1/search?limit=100')).json<Answer>();
    expect(features.map(({ id }) => id).sort()).toEqual(['absent', 'drawing', 'flat', 'photo']);
    const photo = features.find(({ id }) => id === 'photo')!;
    expect(photo.properties).toMatchObject({
      width: 3000,
      height: 1500,
      exif: { 'Exif.Image.Model': 'kept in the item' },
      'original_file:name': 'photo of the camera.jpg',
    });
    const { tileMatrix } = (
      photo.properties['tiles:tile_matrix_sets'] as { geomill: { tileMatrix: Record<string, unknown>[] } }
    ).geomill;
    expect(tileMatrix.map(({ identifier, matrixWidth }) => [identifier, matrixWidth])).toEqual([
      ['0', 8],
      ['1', 4],
    ]);
    const { tiles, overviews } = photo.asset_templates!;
    const tile = tiles.href.replace('{TileCol}', '7').replace('{TileRow}', '3');
    const overview = overviews.href
      .replace('{TileMatrix}', '1')
      .replace('{TileCol}', '3')
      .replace('{TileRow}', '1');
    for (const href of [...Object.values(photo.assets).map((asset) => asset.href), tile, overview]) {
      const { pathname } = new URL(href, 'http://host/imagery/v1/');
      const { statusCode, headers } = await app.inject(pathname);
      expect([pathname, statusCode, headers['content-type']]).toEqual([pathname, 200, 'image/jpeg']);
    }
    await app.close();
    await opened.close();
  }, 240_000);

  it('needs the items', async () => {
    const args = [
      'dataset',
      'build',
      '--out',
      at('x'),
      '--places',
      at('items.ndjson'),
      '--pictures',
      at('originals'),
    ];
    const { exitCode, stderr } = await geomill(args);
    expect(exitCode).toBe(64);
    expect(stderr).toContain('--imagery');
  });

  it('names a folder that does not exist', async () => {
    const { exitCode, stderr } = await build('x', '--pictures', at('nowhere'));
    expect(exitCode).toBe(66);
    expect(stderr).toContain(at('nowhere'));
  });
});

describe('the image library', () => {
  it('that is missing is named with the command that installs it', async () => {
    const missing = loadSharp(() => Promise.reject(new Error('Cannot find package')));
    await expect(missing).rejects.toMatchObject({
      code: 'NOT_SUPPORTED',
      message: `pictures need the package sharp: run npm install sharp@${SHARP_VERSION}`,
    });
  });

  it('has the version of package.json', async () => {
    const { devDependencies, peerDependencies } = JSON.parse(
      await readFile('package.json', 'utf8'),
    ) as Record<'devDependencies' | 'peerDependencies', Record<string, string>>;
    expect(devDependencies['sharp']).toBe(SHARP_VERSION);
    expect(peerDependencies['sharp']).toContain(SHARP_VERSION);
  });
});
