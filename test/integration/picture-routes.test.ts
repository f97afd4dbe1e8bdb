import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGeoService } from '../../src/contract/service.ts';
import { createServer } from '../../src/server/create-server.ts';

const BYTES = Buffer.from('0123456789');
const HD = '/imagery/v1/pictures/p-1/hd.jpg';
let dir: string;
let app: FastifyInstance;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'geomill-pictures-'));
  const folder = join(dir, 'pictures', 'p-1');
  await mkdir(join(folder, 'tiles'), { recursive: true });
  await writeFile(join(folder, 'hd.jpg'), BYTES);
  await writeFile(join(folder, 'tiles', '3_1.webp'), BYTES);
  await writeFile(join(folder, 'notes.txt'), 'private');
  await cp('fixtures/starter/manifest.json', join(dir, 'manifest.json'));
  await writeFile(join(dir, 'hd.jpg'), 'outside');
  await mkdir(join(dir, 'pictures', 'linked'));
  await symlink(join(dir, 'hd.jpg'), join(dir, 'pictures', 'linked', 'hd.jpg'));
  ({ app } = await createServer({ service: createGeoService({}), datasetDir: dir }));
});

afterAll(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});

describe('pictures', () => {
  it('are sent with type, ETag and immutable caching', async () => {
    const { statusCode, headers, rawPayload } = await app.inject(HD);
    expect(statusCode).toBe(200);
    expect(rawPayload).toEqual(BYTES);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/./) as string,
    });
    const again = await app.inject({ url: HD, headers: { 'if-none-match': String(headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('are sent in part, and refuse a range outside of the file', async () => {
    const part = await app.inject({ url: HD, headers: { range: 'bytes=2-4' } });
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
    const outside = await app.inject({ url: HD, headers: { range: 'bytes=99-' } });
    expect([outside.statusCode, outside.headers['content-range']]).toEqual([416, 'bytes */10']);
    expect(outside.json()).toEqual({ message: 'the range is outside of the file', status_code: 416 });
  });

  it('answer HEAD with the headers alone', async () => {
    const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url: HD });
    expect([statusCode, headers['content-length'], body]).toEqual([200, '10', '']);
  });

  it('include tiles', async () => {
    const { statusCode, headers } = await app.inject('/imagery/v1/pictures/p-1/tiles/3_1.webp');
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp']);
  });

  it.each([
    ['a file that is missing', '/imagery/v1/pictures/p-1/sd.jpg'],
    ['a picture that is missing', '/imagery/v1/pictures/p-2/hd.jpg'],
    ['a file that is no picture', '/imagery/v1/pictures/p-1/notes.txt'],
    ['a folder', '/imagery/v1/pictures/p-1/tiles'],
    ['dots', '/imagery/v1/pictures/../manifest.json'],
    ['escaped dots', '/imagery/v1/pictures/%2e%2e/hd.jpg'],
    ['escaped slashes', '/imagery/v1/pictures/p-1/..%2f..%2f..%2fhd.jpg'],
    ['escaped slashes in the id', '/imagery/v1/pictures/..%2fpictures%2fp-1/hd.jpg'],
    ['backslashes', '/imagery/v1/pictures/..%5c/hd.jpg'],
    ['a zero byte', '/imagery/v1/pictures/p-1/hd.jpg%00'],
    ['a link out of the folder', '/imagery/v1/pictures/linked/hd.jpg'],
  ])('refuse %s', async (_what, url) => {
    const { statusCode, body } = await app.inject(url);
    expect(statusCode).toBe(404);
    expect(body).not.toMatch(/private|outside/);
  });
});
