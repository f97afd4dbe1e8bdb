import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import { generateAddresses } from './generate-addresses.ts';
import type { BenchContext } from './measurement.ts';
import { NOISE_CLASSES, noisyAddress, type NoiseClass } from './noisy-addresses.ts';

const BLOCK_ROWS = 1000;

/** Writes addresses all over Vietnam as people do, each way of writing in turn: by default all but the hard ones. */
export async function writeNoisyAddresses(
  path: string,
  { datasetDir, seed }: BenchContext,
  rows: number,
  classes: readonly NoiseClass[] = NOISE_CLASSES,
): Promise<string> {
  const admin = await openAdminDataset(datasetDir);
  function* blocks() {
    yield 'id,address\n';
    let block = '';
    let row = 0;
    for (const address of generateAddresses({ admin, rows, seed })) {
      const noise = classes[row % classes.length] ?? 'as written';
      block += `${address.id},"${noisyAddress(address, seed, noise).replaceAll('"', '""')}"\n`;
      row += 1;
      if (row % BLOCK_ROWS === 0 || row === rows) {
        yield block;
        block = '';
      }
    }
  }
  await pipeline(blocks, createWriteStream(path));
  return path;
}
