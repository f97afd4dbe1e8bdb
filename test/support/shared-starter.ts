import { resolve } from 'node:path';
import { vi } from 'vitest';
import type * as loading from '../../src/engine/gazetteer/load-dataset.ts';

// Hundreds of tests open the starter dataset, in the same process: it is read, and its map of wards decoded, once in each.
// Tests that change a dataset copy it first, and a copy is read as always.
const STARTER = resolve('fixtures/starter');
const kept = globalThis as { starterDatasets?: Map<string, Promise<loading.LoadedDataset>> };

vi.mock('../../src/engine/gazetteer/load-dataset.ts', async (importOriginal) => {
  const original = await importOriginal<typeof loading>();
  return {
    ...original,
    loadDataset(...request: Parameters<typeof original.loadDataset>) {
      const [dir, leftOut, { readsByBlock = false } = {}] = request;
      // Files that are read by block are closed by whoever opened them.
      if (resolve(dir) !== STARTER || readsByBlock) return original.loadDataset(...request);
      // What is left out is read when it is needed, as in a process of its own.
      const key = leftOut === undefined ? 'usual' : [...leftOut].sort().join();
      const datasets = (kept.starterDatasets ??= new Map<string, Promise<loading.LoadedDataset>>());
      const loaded = datasets.get(key) ?? original.loadDataset(...request);
      datasets.set(key, loaded);
      return loaded;
    },
  };
});
