import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GeoService } from '../../src/contract/service.ts';
import { loadDataset, type LoadedDataset } from '../../src/gazetteer/load-dataset.ts';
import { createLocalService } from '../../src/local/local-service.ts';
import { createAnswerThreads, type AnswerThreads } from '../../src/runtime/answer-threads.ts';
import { starterDataset } from '../../src/runtime/package-files.ts';

const BUILT_WORKER = pathToFileURL(resolve('dist/bundle/answer-worker.cjs'));

describe('answer threads', () => {
  let loaded: LoadedDataset;
  let service: GeoService;
  let threads: AnswerThreads;
  const own: string[] = [];

  beforeAll(async () => {
    loaded = await loadDataset(starterDataset());
    ({ service } = await createLocalService({ loaded }));
    threads = await createAnswerThreads({
      threads: 2,
      loaded,
      entry: BUILT_WORKER,
      own: async (name) => {
        own.push(name);
        return 'own';
      },
    });
  });
  afterAll(() => threads.close());

  it('give the responses of the service', async () => {
    const texts = ['86 Bát Đàn, Hà Nội', 'Quận 1', 'no such place', 'Lê Lợi, Huế', 'Đà Nẵng'];
    const answers = await Promise.all(texts.map((text) => threads.answer('geocodeForward', { text })));
    for (const [index, text] of texts.entries()) {
      expect(answers[index]).toBe(JSON.stringify(await service.geocodeForward({ text })));
    }
  });

  it('reject with the failure of the service', async () => {
    await expect(threads.answer('geocodeForward', { text: '' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  it('leave cheap operations to this thread', async () => {
    expect(await threads.answer('geocodeReverse', { latlng: '21,105' })).toBe('own');
    expect(own).toEqual(['geocodeReverse']);
  });
});
