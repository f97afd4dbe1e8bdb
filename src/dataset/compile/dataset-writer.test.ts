import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BLOCK_BYTES, WHOLE_FILE_BYTES } from '../../engine/gazetteer/store/block-family.ts';
import type { Arrays } from '../../engine/gazetteer/store/array-types.ts';
import { createDatasetWriter } from './dataset-writer.ts';

const CONTENT = {
  edition: '2026-01-01',
  counts: { provinces: 0, wards: 0, formerWards: 0, streets: 0, pois: 0, houses: 0 },
  bbox: null,
  attribution: [],
};

describe('the hashes of blocks of a dataset', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geomill-writer-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function write(files: Readonly<Record<string, Arrays>>) {
    const dir = join(folder, 'dataset');
    const writer = await createDatasetWriter(dir);
    for (const [name, arrays] of Object.entries(files)) await writer.addArrays(name, arrays);
    return { dir, manifest: await writer.finish(CONTENT) };
  }

  it('are those of its large files, in the order of the manifest', async () => {
    // The second array begins within a block.
    const large = {
      numbers: new Uint32Array(WHOLE_FILE_BYTES / 4 + 5).map((_, at) => at),
      bytes: new Uint8Array(3 * BLOCK_BYTES + 1).fill(7),
    };
    const { dir, manifest } = await write({
      'small.bin': { small: new Uint8Array(9) },
      'large.bin': large,
      'other.bin': { other: new Uint8Array(WHOLE_FILE_BYTES + 1) },
    });
    const bytes = await readFile(join(dir, 'blocks.bin'));
    const [start, hash] = ['blockStart', 'blockHash'].map((name) =>
      manifest.arrays.find((each) => each.name === name)!,
    );
    const starts = Array.from({ length: start!.length }, (_, at) =>
      bytes.readUInt32LE(start!.offset + 4 * at),
    );
    const expected: string[] = [];
    for (const name of ['large.bin', 'other.bin']) {
      const content = await readFile(join(dir, name));
      for (let at = 0; at < content.length; at += BLOCK_BYTES)
        expected.push(
          createHash('sha256')
            .update(content.subarray(at, at + BLOCK_BYTES))
            .digest('hex'),
        );
    }
    expect(bytes.subarray(hash!.offset, hash!.offset + hash!.length).toString('hex')).toBe(expected.join(''));
    expect(starts).toEqual([0, 0, 68, 133]);
    expect(expected).toHaveLength(133);
    expect(manifest.files['blocks.bin']?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('are left out of a dataset of small files', async () => {
    const { dir, manifest } = await write({ 'small.bin': { small: new Uint8Array(WHOLE_FILE_BYTES) } });
    expect(await readdir(dir)).toEqual(['manifest.json', 'small.bin']);
    expect(manifest.arrays.map(({ file }) => file)).toEqual(['small.bin']);
  });
});
