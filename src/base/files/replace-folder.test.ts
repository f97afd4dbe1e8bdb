import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { useTemporaryFolders } from '../../../test/support/temporary-folders.ts';
import { createDurableFs } from './durable-fs.ts';
import { replaceFolder } from './replace-folder.ts';

const newFolder = useTemporaryFolders('replace-folder');
const REAL = createDurableFs();

it('replaceFolder makes the new names durable before the folder gets its own', async () => {
  const dir = join(newFolder(), 'dataset');
  mkdirSync(dir);
  writeFileSync(join(dir, 'old'), '');
  const steps: string[] = [];
  const replacement = await replaceFolder(
    {
      ...REAL,
      rename: (from, to) => {
        steps.push(`rename to ${basename(to)}`);
        return REAL.rename(from, to);
      },
      syncFolder: (path) => {
        const what = path === dirname(dir) ? 'names' : readdirSync(path).join();
        steps.push(`sync ${what}${existsSync(join(dirname(dir), '.dataset.old')) ? ', old one kept' : ''}`);
        return REAL.syncFolder(path);
      },
    },
    dir,
    { of: 'a dataset', knownFiles: async () => new Set(['old']) },
  );
  writeFileSync(join(replacement.aside, 'new'), '');
  steps.length = 0;
  await replacement.finish();
  expect(steps).toEqual([
    'sync new',
    'rename to .dataset.old',
    'rename to dataset',
    'sync names, old one kept',
  ]);
  expect(readdirSync(dir)).toEqual(['new']);
});
