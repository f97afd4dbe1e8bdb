import { resolve } from 'node:path';
import { vi } from 'vitest';
import type * as loading from '../../src/engine/gazetteer/load-dataset.ts';

// Hundreds of tests open the starter dataset, in the same process: it is read, and its map of wards decoded, once in each.
// Tests that change a dataset copy it first, and a copy is read as always.
const STARTER = resolve('fixtures/starter');
const kept = globalThis as { starterDataset?: Promise<loading.LoadedDataset> };

vi.mock('../../src/engine/gazetteer/load-dataset.ts', async (importOriginal) => {
  const original = await importOriginal<typeof loading>();
  return {
    ...original,
    loadDataset: (dir: string) =>
      resolve(dir) === STARTER
        ? (kept.starterDataset ??= original.loadDataset(dir))
        : original.loadDataset(dir),
  };
});
