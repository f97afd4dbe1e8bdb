import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { OperationName } from '../../contract/catalogue.ts';
import type { GeoService } from '../../contract/service.ts';
import { LAZY_FILES } from '../gazetteer/array-families.ts';
import { addBlocks, withoutBlocks } from '../../../test/support/add-blocks.ts';
import { closeBlocks, loadDataset, loadFiles, type LoadedDataset } from '../gazetteer/load-dataset.ts';
import { BLOCK_BYTES } from '../gazetteer/store/block-family.ts';
import { readManifest, type DatasetManifest } from '../gazetteer/store/manifest.ts';
import { createLocalService } from './local-service.ts';
import { filesOf } from './registry.ts';

const STARTER = 'fixtures/starter';
const POINT = { 'point.lat': 21.0287, 'point.lon': 105.8524 };

const REQUESTS: readonly [OperationName, Record<string, unknown>][] = [
  ['geocodeForward', { text: 'Phường Hoàn Kiếm, Hà Nội' }],
  ['geocodeReverse', POINT],
  ['wardAt', { lat: 21.0287, lng: 105.8524 }],
  ['nearby', { ...POINT, categories: 'cafe' }],
  ['autocomplete', { text: 'hoan k' }],
  ['direction', { origin: '21.0287,105.8524', destination: '21.03,105.85', vehicle: 'car' }],
  ['convert', { text: 'Phường Hàng Trống, Quận Hoàn Kiếm, Hà Nội', from: '2025-06-30', to: '2025-07-01' }],
];

const ask = (service: GeoService, [name, parameters]: (typeof REQUESTS)[number]) =>
  (service[name] as (parameters: object) => Promise<unknown>)(parameters);

describe('files that only some operations need', () => {
  let whole: GeoService;
  beforeAll(async () => {
    ({ service: whole } = await createLocalService({ datasetDir: STARTER }));
  });

  it.each(REQUESTS)('are read at the first request for %s', async (...request) => {
    const loaded = await loadDataset(STARTER, LAZY_FILES);
    const { service } = await createLocalService({ loaded });
    const before = Object.keys(loaded.files);
    expect(before.filter((name) => LAZY_FILES.has(name))).toEqual([]);
    // Two at once: the second one waits as well.
    const [answer, again] = await Promise.all([ask(service, request), ask(service, request)]);
    expect(answer).toEqual(await ask(whole, request));
    expect(again).toEqual(answer);
    const added = Object.keys(loaded.files).filter((name) => !before.includes(name));
    // The starter dataset has neither boundaries nor pictures.
    expect(added).toEqual((await filesOf([request[0]])).filter((name) => name in loaded.manifest.files));
  });

  it('are not read again where they were read before', async () => {
    const loaded = await loadDataset(STARTER, LAZY_FILES);
    await loadFiles(loaded, await filesOf(['geocodeReverse']));
    const { files } = structuredClone(loaded);
    const { service } = await createLocalService({ loaded: { ...loaded, dir: 'nowhere', files } });
    expect(await ask(service, REQUESTS[1]!)).toEqual(await ask(whole, REQUESTS[1]!));
    await expect(ask(service, REQUESTS[4]!)).rejects.toMatchObject({ code: 'DATASET_BAD' });
  });
});

describe('a damaged file that only some operations need', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'geomill-files-'));
    await cp(STARTER, dir, { recursive: true });
    await writeFile(join(dir, 'suggest.bin'), 'damaged');
  });
  afterAll(() => rm(dir, { recursive: true }));

  it('refuses each request for these, and no other', async () => {
    const { service } = await createLocalService({ loaded: await loadDataset(dir, LAZY_FILES) });
    const message = expect.stringMatching(/suggest\.bin has 7 bytes/u) as string;
    for (let nth = 0; nth < 2; nth += 1)
      await expect(ask(service, REQUESTS[4]!)).rejects.toMatchObject({ code: 'DATASET_BAD', message });
    await expect(ask(service, REQUESTS[0]!)).resolves.toHaveProperty('features');
  });
});

describe('large files that are read by block', () => {
  let dir: string;
  let whole: GeoService;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'geomill-blocks-'));
    await cp(STARTER, dir, { recursive: true });
    await addBlocks(dir);
    ({ service: whole } = await createLocalService({ datasetDir: STARTER }));
  });
  afterEach(() => rm(dir, { recursive: true }));

  /** Opens the dataset by block, for the time of a test. */
  async function open(): Promise<{ service: GeoService; loaded: LoadedDataset }> {
    const loaded = await loadDataset(dir, LAZY_FILES, { readsByBlock: true });
    onTestFinished(() => closeBlocks(loaded));
    return { service: (await createLocalService({ loaded })).service, loaded };
  }

  /** Changes a byte of a file. */
  async function damage(name: string, at: number): Promise<void> {
    const bytes = await readFile(join(dir, name));
    bytes[at] = (bytes[at] as number) ^ 1;
    await writeFile(join(dir, name), bytes);
  }

  it.each([
    ...REQUESTS,
    ['geocodeForward', { text: '86 Bát Đàn, Hoàn Kiếm, Hà Nội' }],
    ['geocodeForward', { text: 'cafe gan ho guom' }],
    ['autocomplete', { text: '12 ly thuong k' }],
  ] as typeof REQUESTS)('give the same answer to %s', async (...request) => {
    const { service, loaded } = await open();
    expect(await ask(service, request)).toEqual(await ask(whole, request));
    expect(Object.keys(loaded.files)).toEqual(['blocks.bin']);
  });

  it('leave the blocks unread that no request used', async () => {
    for (const at of typoBlocks(await readManifest(dir))) await damage('names.bin', at);
    const { service } = await open();
    await expect(ask(service, ['wardAt', { lat: 21.0287, lng: 105.8524 }])).resolves.toBeDefined();
    await expect(
      ask(service, ['geocodeForward', { text: '12 Ly Thuong Kiett, Hoan Kiem, Ha Noi' }]),
    ).rejects.toMatchObject({
      code: 'DATASET_BAD',
      message: expect.stringMatching(
        /block \d+ of names\.bin has another SHA-256.*Copy the dataset again/u,
      ) as string,
    });
    await expect(loadDataset(dir)).rejects.toMatchObject({ code: 'DATASET_BAD' });
  });

  it('are refused when they are missing, have another size, or have hashes that do not fit', async () => {
    await truncate(join(dir, 'places.bin'), 1000);
    await expect(open()).rejects.toThrow(/places\.bin has 1000 bytes/u);
    await rm(join(dir, 'places.bin'));
    await expect(open()).rejects.toThrow(/places\.bin cannot be read \(ENOENT\)/u);
    await damage('blocks.bin', 0);
    await expect(open()).rejects.toThrow(/blocks\.bin has another SHA-256/u);
  });

  it.skipIf(process.platform === 'win32')('are not waited for where a pipe is in their place', async () => {
    for (const name of ['places.bin', 'blocks.bin', 'manifest.json']) {
      const path = join(dir, name);
      await rm(path);
      execFileSync('mkfifo', [path]);
      await expect(open()).rejects.toMatchObject({
        code: 'DATASET_BAD',
        message: expect.stringMatching(
          name === 'manifest.json' ? /manifest/ : /is not an ordinary file/,
        ) as string,
      });
    }
  });

  it('are read as a whole in a dataset of before, without hashes of blocks', async () => {
    const manifest = await readManifest(dir);
    withoutBlocks(manifest);
    await writeFile(join(dir, 'manifest.json'), JSON.stringify(manifest));
    const loaded = await loadDataset(dir, LAZY_FILES, { readsByBlock: true });
    expect(loaded.blocks).toBeUndefined();
    expect(loaded.files['names.bin']).toBeDefined();
  });
});

/** Returns offsets of the blocks that only the table of misspellings is in. Units: bytes. */
function typoBlocks({ arrays }: DatasetManifest): number[] {
  const { offset, length } = arrays.find(({ name }) => name === 'typoSlots')!;
  const offsets: number[] = [];
  const end = offset + 4 * length - BLOCK_BYTES;
  for (let at = offset + BLOCK_BYTES; at < end; at += BLOCK_BYTES) offsets.push(at);
  return offsets;
}
