import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { watchDataset } from './watch-dataset.ts';

it('another dataset in the folder of a served one is told once, and one that is missing for a while is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'geomill-watch-'));
  const path = join(folder, 'manifest.json');
  const text = await readFile('fixtures/starter/manifest.json', 'utf8');
  const { id } = JSON.parse(text) as { id: string };
  const other = id.replace(/^./, (first) => (first === '0' ? '1' : '0'));
  await writeFile(path, text);
  const found: string[] = [];
  const stop = watchDataset(folder, id, (each) => found.push(each), 5);
  await rm(path);
  await writeFile(path, text.replaceAll(id, other));
  await vi.waitFor(() => expect(found).toEqual([other]), { timeout: 60_000, interval: 5 });
  await writeFile(path, text);
  await writeFile(path, text.replaceAll(id, other));
  stop();
  await rm(folder, { recursive: true });
  expect(new Set(found)).toEqual(new Set([other]));
});
