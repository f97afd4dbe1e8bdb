import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openAdminDataset } from '../../src/local/admin/open-admin-dataset.ts';
import { createAccuracyIndex } from './accuracy.ts';
import { hasAccuracyData, readHanoi, readHoChiMinh } from './accuracy-data.ts';
import { noisyText, REAL_NOISE } from './accuracy-noise.ts';

describe.skipIf(!hasAccuracyData)('real addresses (needs ../shared/data)', () => {
  it.each([
    ['Ha Noi', readHanoi],
    ['Ho Chi Minh City', readHoChiMinh],
  ])('of %s are found', async (_, read) => {
    const admin = await openAdminDataset(fileURLToPath(new URL('../../fixtures/starter', import.meta.url)));
    const data = await read(admin);
    const index = createAccuracyIndex(admin, data);
    const indexed = data.addresses.filter(({ isIndexed }) => isIndexed);
    const others = data.addresses.filter(({ isIndexed, street }) => !isIndexed && index.hasStreet(street));
    expect(indexed.length).toBeGreaterThan(1000);
    expect(others.length).toBeGreaterThan(1000);
    for (const noise of REAL_NOISE) {
      const near = indexed.filter(
        (address, i) => index.judge(address, noisyText(address.text, i, noise)).meters <= 100,
      );
      expect(near.length / indexed.length, noise).toBeGreaterThan(noise === 'as written' ? 0.97 : 0.93);
    }
    const right = others.filter((address) => {
      const { isRightStreet, isRightWard } = index.judge(address, address.text);
      return isRightStreet || isRightWard;
    });
    expect(right.length / others.length).toBeGreaterThan(0.97);
  });
});
