import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DurableFs } from '../../base/files/durable-fs.ts';
import { readManifest } from './manifest.ts';

/** Reads a manifest whose checksum is right. */
function readCrafted(files: unknown) {
  const manifest = { geomill: 2, files };
  const check = createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
  const fs: Pick<DurableFs, 'readText'> = {
    readText: () => Promise.resolve(JSON.stringify({ ...manifest, check })),
  };
  return readManifest(fs as DurableFs, { manifest: '/out/manifest.json' });
}

describe('the files of a manifest', () => {
  it.each(['../in.csv', '/etc/passwd', 'a/b.csv', '..\\in.csv', '..', '.', '', null, 7])(
    'cannot have the name %j',
    async (name) => {
      await expect(readCrafted({ results: { name } })).rejects.toMatchObject({
        code: 'RESULTS_CHANGED',
        message: expect.stringContaining('not in its folder') as string,
      });
    },
  );

  it.each([null, undefined, 7, { results: null }])('cannot be %j', async (files) => {
    await expect(readCrafted(files)).rejects.toMatchObject({ code: 'RESULTS_CHANGED' });
  });

  it('have any other name', async () => {
    const files = { results: { name: 'Địa chỉ (1).csv' }, rejects: { name: 'rejects.ndjson' } };
    expect(await readCrafted(files)).toMatchObject({ files });
  });
});
