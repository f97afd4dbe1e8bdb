import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BLOCK_FAMILY, buildBlockArrays, hashBlocks } from '../../src/engine/gazetteer/store/block-family.ts';
import {
  ARRAY_ALIGNMENT,
  readManifest,
  type DatasetManifest,
} from '../../src/engine/gazetteer/store/manifest.ts';

/** Adds the hashes of the blocks of all files of arrays to a dataset, in the place of those of its large files. */
export async function addBlocks(dir: string): Promise<void> {
  const manifest = await readManifest(dir);
  withoutBlocks(manifest);
  const names = new Set(manifest.arrays.map(({ file }) => file));
  const hashes = await Promise.all(
    Array.from(names, async (name) => hashBlocks([await readFile(join(dir, name))])),
  );
  const { blockStart, blockHash } = buildBlockArrays(hashes)!;
  const { file } = BLOCK_FAMILY;
  const starts = Buffer.from(blockStart.buffer);
  const padding = Buffer.alloc(-starts.length & (ARRAY_ALIGNMENT - 1));
  const offset = starts.length + padding.length;
  const bytes = Buffer.concat([starts, padding, blockHash]);
  manifest.files[file] = { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
  manifest.arrays.push(
    { file, name: 'blockStart', type: 'u32', offset: 0, length: blockStart.length },
    { file, name: 'blockHash', type: 'u8', offset, length: blockHash.length },
  );
  await writeFile(join(dir, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(dir, file), bytes);
}

/** Takes the hashes of blocks out of a manifest: a dataset of before the hashes. */
export function withoutBlocks(manifest: DatasetManifest): void {
  const { file } = BLOCK_FAMILY;
  manifest.arrays = manifest.arrays.filter((array) => array.file !== file);
  const { [file]: _, ...others } = manifest.files;
  manifest.files = others;
}
