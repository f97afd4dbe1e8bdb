import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { useTemporaryFolders } from '../../../test/support/temporary-folders.ts';
import { appendLine } from './append-line.ts';

const newFolder = useTemporaryFolders('append-line');
afterEach(() => vi.restoreAllMocks());

it('appendLine syncs the line before it returns', async () => {
  const path = join(newFolder(), 'lines');
  const handle = await open(path, 'w');
  const prototype = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const synced: string[] = [];
  vi.spyOn(prototype, 'sync').mockImplementation(async () => void synced.push(readFileSync(path, 'utf8')));
  await appendLine(path, 'a');
  await appendLine(path, 'b');
  expect(synced).toEqual(['a\n', 'a\nb\n']);
});
