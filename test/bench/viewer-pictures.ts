import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

const WIDTH = 8192;
const TILE = 512;
/** Widths of the tiled versions, as `dataset build` makes them. Units: pixels. */
const LEVELS = [2048, 4096, WIDTH];
/** Strength of the grain, so that files are as large as those of a camera. */
const GRAIN = 12;
const SCENES = [
  'fixtures/street/pictures/74840aea-2a6d-5309-98e0-26fbbf34d9c5/hd.webp',
  'fixtures/street/pictures/9a33f308-579b-5e19-9b41-05856e53dd65/hd.webp',
];

/** A server of pictures of 8192 x 4096 pixels: whole, small, and as tiles. */
export interface PictureServer {
  address: string;
  /** Units: bytes. */
  wholeBytes: number;
  baseBytes: number;
  close: () => Promise<void>;
}

/** Makes two pictures of the fixture street as large as those of a camera, and serves them with some pages and scripts. */
export async function servePictures(files: ReadonlyMap<string, Buffer | string>): Promise<PictureServer> {
  const served = new Map<string, Buffer | string>(files);
  for (const [index, scene] of SCENES.entries()) {
    for (const [name, bytes] of await picturesOf(scene)) served.set(`/${index}/${name}`, bytes);
  }
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0]!;
    const file = served.get(path);
    const type = path.endsWith('.html')
      ? 'text/html'
      : path.endsWith('.css')
        ? 'text/css'
        : path.endsWith('.js')
          ? 'text/javascript'
          : 'image/jpeg';
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': type,
      'cache-control': 'max-age=600',
    });
    response.end(file);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    wholeBytes: served.get('/0/whole.jpg')!.length,
    baseBytes: served.get('/0/base.jpg')!.length,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

async function picturesOf(scene: string): Promise<[string, Buffer][]> {
  const height = WIDTH / 2;
  const drawn = await sharp(await readFile(scene))
    .resize(WIDTH, height, { kernel: 'cubic' })
    .removeAlpha()
    .raw()
    .toBuffer();
  let state = createHash('sha256').update(scene).digest().readUInt32LE();
  for (let at = 0; at < drawn.length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const value = drawn[at]! + ((state >>> 24) / 128 - 1) * GRAIN;
    drawn[at] = value < 0 ? 0 : value > 255 ? 255 : value;
  }
  const raw = { raw: { width: WIDTH, height, channels: 3 as const } };
  const files: [string, Buffer][] = [
    ['whole.jpg', await sharp(drawn, raw).jpeg({ quality: 85 }).toBuffer()],
    ['base.jpg', await sharp(drawn, raw).resize(500).jpeg({ quality: 80 }).toBuffer()],
  ];
  for (const [level, width] of LEVELS.entries()) {
    const scaled = await sharp(drawn, raw).resize(width).raw().toBuffer({ resolveWithObject: true });
    for (let row = 0; row < width / 2 / TILE; row++) {
      for (let col = 0; col < width / TILE; col++) {
        const part = { left: col * TILE, top: row * TILE, width: TILE, height: TILE };
        files.push([
          `${level}/${col}_${row}.jpg`,
          await sharp(scaled.data, { raw: scaled.info }).extract(part).jpeg({ quality: 75 }).toBuffer(),
        ]);
      }
    }
  }
  return files;
}
