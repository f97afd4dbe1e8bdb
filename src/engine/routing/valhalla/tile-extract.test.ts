import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkTileExtract } from './tile-extract.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'geomill-extract-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes an extract of one tile as Valhalla lays it out, or something like it. */
function extract({ name = 'index.bin', indexBytes = 16, tileBytes = 1000, cut = 0 } = {}): string {
  const bytes = Buffer.alloc(512 * 4 + tileBytes);
  bytes.write(name, 0, 'latin1');
  bytes.write(`${indexBytes.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  bytes.writeBigUInt64LE(BigInt(512 * 3), 512);
  bytes.writeUInt32LE(tileBytes, 512 + 12);
  const file = join(folder, 'tiles.tar');
  writeFileSync(file, bytes.subarray(0, bytes.length - cut));
  return file;
}

describe('checkTileExtract', () => {
  it('takes a whole extract', () => {
    expect(() => checkTileExtract(extract())).not.toThrow();
  });

  it.each([
    ['not an extract of road tiles', { name: 'tiles/0.gph' }],
    ['not an extract of road tiles', { indexBytes: 0 }],
    ['not an extract of road tiles', { indexBytes: 17 }],
    ['truncated', { indexBytes: 2 ** 30 }],
    ['truncated', { cut: 513 }],
    ['truncated', { cut: 512 * 3 + 1000 - 4 }],
    ['not an extract of road tiles', { cut: 512 * 4 + 1000 }],
  ])('refuses %s: %o', (why, change) => {
    const file = extract(change);
    expect(() => checkTileExtract(file)).toThrow(
      expect.objectContaining({
        code: 'DATASET_BAD',
        message: expect.stringContaining(why) as string,
      }) as Error,
    );
  });

  it('names the file that is not there', () => {
    expect(() => checkTileExtract(join(folder, 'none.tar'))).toThrow(/none\.tar: the road tiles cannot/);
    expect(() => checkTileExtract(folder)).toThrow(/cannot be read/);
  });
});
