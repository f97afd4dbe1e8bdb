import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import { createAccuracyIndex, isRightByScore, type Judged } from './accuracy.ts';
import { hasAccuracyData, readHanoi, readHoChiMinh } from './accuracy-data.ts';
import { noisyText, REAL_NOISE } from './accuracy-noise.ts';

/** Bands of the score: what is in a higher one must be right more often. Below 0.5 are too few answers for a band of their own, some forty of 22,000. */
const BANDS = [1.01, 0.95, 0.9, 0.8, 0.7, 0.6, 0];

describe.skipIf(!hasAccuracyData)('real addresses (needs ../shared/data)', () => {
  it.each([
    // A street that is not in the index is not answered by one of a similar name: four rows of 1,690 were right by it or by its sisters.
    { city: 'Ha Noi', read: readHanoi, written: 0.99, noisy: 0.968, unseen: 0.962, streetKnown: 0.99 },
    {
      city: 'Ho Chi Minh City',
      read: readHoChiMinh,
      written: 0.97,
      noisy: 0.942,
      unseen: 0.982,
      streetKnown: 0.984,
    },
  ])('of $city are found', async ({ read, written, noisy, unseen, streetKnown }) => {
    const admin = await openAdminDataset(fileURLToPath(new URL('../../fixtures/starter', import.meta.url)));
    const data = await read(admin);
    const index = createAccuracyIndex(admin, data);
    const indexed = data.addresses.filter(({ isIndexed }) => isIndexed);
    const others = data.addresses.filter(({ isIndexed }) => !isIndexed);
    expect(indexed.length).toBeGreaterThan(1000);
    expect(others.length).toBeGreaterThan(1000);
    const all: Judged[] = [];
    const judge = (addresses: typeof others, noise: (typeof REAL_NOISE)[number]): Judged[] =>
      addresses.map((address, i) => index.judge(address, noisyText(address.text, i, noise)));
    for (const noise of REAL_NOISE) {
      const judged = judge(indexed, noise);
      all.push(...judged, ...judge(others, noise));
      const near = judged.filter(({ meters }) => meters <= 100);
      expect(near.length / indexed.length, noise).toBeGreaterThan(noise === 'as written' ? written : noisy);
    }
    const isRight = (_: unknown, i: number): boolean => {
      const { isRightStreet, isRightWard } = asWritten[i] as Judged;
      return isRightStreet || isRightWard;
    };
    const asWritten = judge(others, 'as written');
    expect(others.filter(isRight).length / others.length).toBeGreaterThan(unseen);
    const known = others.filter(({ street }) => index.hasStreet(street));
    const knownRight = others.filter((address, i) => index.hasStreet(address.street) && isRight(address, i));
    expect(knownRight.length / known.length).toBeGreaterThan(streetKnown);

    const bands = BANDS.slice(1).map((low, band) => {
      const these = all.filter(
        ({ match }) => match !== undefined && match.score >= low && match.score < (BANDS[band] as number),
      );
      const share = these.filter(isRightByScore).length / these.length;
      return { share, standardError: Math.sqrt((share * (1 - share)) / these.length) };
    });
    bands.slice(1).forEach(({ share, standardError }, nth) => {
      expect(bands[nth]?.share, `band ${nth}`).toBeGreaterThan(share - standardError);
    });
    expect(bands[0]?.share).toBeGreaterThan(0.96);
  });
});
