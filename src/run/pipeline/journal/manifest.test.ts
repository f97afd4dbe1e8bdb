import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import { readManifest } from './manifest.ts';

const MARK = { bytes: 5, sha256: 'a', tailBytes: 0 };
const WHOLE = {
  ...{ geomill: 2, job: 'geocode', complete: true },
  counts: { rowsIn: 1, results: 1, rejected: 0, stages: {} },
  columns: [{ name: 'lat', type: 'number', description: { code: 'column.matchLat' } }],
  files: { csv: { name: 'in.csv', ...MARK } },
  input: { name: 'in.csv', bytes: 9, sha256: 'b', layout: { format: 'csv', columns: ['a'] } },
  ...{ inputOffset: 9, nextLine: 3, findings: [] },
  identity: {
    ...{ inputBytes: 9, inputSha256: 'b', layout: '{}', columns: ['a'], stages: '[]', outputs: ['csv'] },
    ...{ service: 'local', answers: 3 },
  },
};

/** Reads a manifest with other members, whose checksum is right. */
function readCrafted(members: object) {
  const manifest: object = JSON.parse(JSON.stringify({ ...WHOLE, ...members })) as object;
  const check = createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
  const fs: Pick<DurableFs, 'readText'> = {
    readText: () => Promise.resolve(JSON.stringify({ ...manifest, check })),
  };
  return readManifest(fs as DurableFs, { manifest: '/out/manifest.json' });
}

it.each([
  { columns: undefined },
  { columns: [{ name: 'a', type: 'any', description: 'from the input' }] },
  { findings: ['in words'] },
  { identity: { ...WHOLE.identity, answers: undefined } },
])('is not one of 0.1, which has texts in place of codes: %j', async (members) => {
  await expect(readCrafted(members)).rejects.toMatchObject({
    code: 'RESULTS_CHANGED',
    message: expect.stringContaining('--restart') as string,
  });
});

describe('the files of a manifest', () => {
  it.each(['../in.csv', '/etc/passwd', 'a/b.csv', '..\\in.csv', '..', '.', '', null, 7])(
    'cannot have the name %j',
    async (name) => {
      await expect(readCrafted({ files: { csv: { ...MARK, name } } })).rejects.toMatchObject({
        code: 'RESULTS_CHANGED',
        message: expect.stringContaining('not in its folder') as string,
      });
    },
  );

  it.each([null, undefined, 7, { results: null }, { csv: { name: 'in.csv' } }])(
    'cannot be %j',
    async (files) => {
      await expect(readCrafted({ files })).rejects.toMatchObject({ code: 'RESULTS_CHANGED' });
    },
  );

  it('have any other name', async () => {
    const files = {
      csv: { name: 'Địa chỉ (1).csv', ...MARK },
      rejects: { name: 'rejects.ndjson', ...MARK },
    };
    expect(await readCrafted({ files })).toMatchObject({ files });
  });
});

describe('a member of a manifest', () => {
  it.each(Object.keys(WHOLE).flatMap((name) => [[name, null] as const, [name, -1] as const]))(
    'is what Geomill writes: %s is not %j',
    async (name, value) => {
      await expect(readCrafted({ [name]: value })).rejects.toMatchObject({ code: 'RESULTS_CHANGED' });
    },
  );

  it.each([
    { counts: { ...WHOLE.counts, stages: null } },
    { counts: { ...WHOLE.counts, rowsIn: -1 } },
    { input: { ...WHOLE.input, layout: null } },
    { identity: { ...WHOLE.identity, columns: null } },
    { findings: [null] },
  ])('is what Geomill writes, within it too: %j', async (members) => {
    await expect(readCrafted(members)).rejects.toMatchObject({ code: 'RESULTS_CHANGED' });
  });
});
