import { createReasons } from './sentences.ts';
import { describe, expect, it } from 'vitest';
import { createPacker } from './pack.ts';
import { createRandom } from './sample.ts';
import { createSizeEstimate } from './read-run.ts';

const ALL = 40_000;
const OK = { status: 0, reason: '', level: 'house', confidence: 0.9, verdict: 0, use: 0, area: '' };

/** Rows in the order of their streets, with texts of which a part cannot be compressed. */
function rowsOf(texts: 'long' | 'short') {
  const random = createRandom();
  return Array.from({ length: ALL }, (_, at) => {
    const street = `phố số ${Math.floor(at / 200)}`;
    const noise = () => Math.floor(random() * 2 ** 32).toString(36);
    const text = texts === 'long' ? `${noise()} ${noise()} ${street} ${noise()}` : street;
    const position = { lat: 10 + at / 10_000, lon: 106 + random() };
    return { number: at + 1, position, text };
  });
}

const rowOf = (text: string) => ({ text: () => text });

async function fitting(rows: ReturnType<typeof rowsOf>, wanted: number, mostBytes: number): Promise<number> {
  const estimate = createSizeEstimate(rows.length, wanted, createReasons(), mostBytes);
  for (const { number, position, text } of rows) estimate.add(number, OK, position, rowOf(text), [0]);
  return estimate.fitting();
}

describe('the size of a sample', () => {
  it('is what fits into the page where the texts are long', async () => {
    const rows = rowsOf('long');
    const mostBytes = 150_000;
    const count = await fitting(rows, 20_000, mostBytes);
    expect(count).toBeLessThan(10_000);
    const packer = createPacker(count, createReasons());
    const random = createRandom();
    let left = count;
    for (const [at, { number, position, text }] of rows.entries()) {
      if (random() * (ALL - at) >= left) continue;
      left -= 1;
      packer.add(number, OK, position, rowOf(text), { texts: [0], details: [] });
    }
    const { rowBytes, positionBytes, textBlocks } = await packer.finish().compressed;
    const bytes = textBlocks.reduce(
      (sum, { length }) => sum + length,
      rowBytes.length + positionBytes.length,
    );
    expect(bytes / mostBytes).toBeLessThan(1.12);
    expect(bytes / mostBytes).toBeGreaterThan(0.8);
  });

  it('is what is wanted where the texts are short, and the same each time', async () => {
    expect(await fitting(rowsOf('short'), 20_000, 1e6)).toBe(20_000);
    const rows = rowsOf('long');
    expect(await fitting(rows, 20_000, 2e5)).toBe(await fitting(rows, 20_000, 2e5));
  });
});
