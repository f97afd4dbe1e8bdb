import { mkdtemp, cp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationName } from '../../contract/catalogue.ts';
import type { GeoService } from '../../contract/service.ts';
import { LAZY_FILES } from '../gazetteer/array-families.ts';
import { loadDataset, loadFiles } from '../gazetteer/load-dataset.ts';
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
    expect(added).toEqual(filesOf([request[0]]).filter((name) => name in loaded.manifest.files));
  });

  it('are not read again where they were read before', async () => {
    const loaded = await loadDataset(STARTER, LAZY_FILES);
    await loadFiles(loaded, filesOf(['geocodeReverse']));
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
