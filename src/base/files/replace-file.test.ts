import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createDurableFs } from './durable-fs.ts';
import { replaceFile } from './replace-file.ts';

it('a file that cannot be replaced leaves the old one, and nothing beside it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'geomill-replace-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'al.csv');
  const fs = createDurableFs();
  await replaceFile(fs, path, 'old');
  const full = (async function* () {
    yield Buffer.from('new');
    throw new Error('ENOSPC');
  })();
  await expect(replaceFile(fs, path, full)).rejects.toThrow('ENOSPC');
  expect(await readdir(folder)).toEqual(['al.csv']);
  expect(await readFile(path, 'utf8')).toBe('old');
});
