import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { HouseFeature } from '../dataset/features.ts';
import { fitChances } from './fit-chances.ts';

const STARTER = fileURLToPath(new URL('../../fixtures/starter', import.meta.url));
const FAMILIES = ['Trần', 'Nguyễn', 'Phạm', 'Hoàng', 'Đặng'];
const GIVEN = ['Lâm', 'Khánh', 'Tuyết', 'Thắng'];
const STREETS = FAMILIES.length * GIVEN.length;
const METERS_PER_DEGREE = 111_195;

/** Returns houses of 20 streets of Phường Ba Đình, 10 m from each other; each third of all, which is left out, is moved to the north. */
function housesOf(perStreet: number, movedMeters: number): HouseFeature[] {
  return Array.from({ length: STREETS * perStreet }, (_, at) => {
    const [street, nth] = [at % STREETS, Math.floor(at / STREETS)];
    return {
      ...{
        kind: 'house',
        key: `mine:${at}`,
        number: String(2 * nth + 1),
        street: `${FAMILIES[street % 5]} Quang ${GIVEN[street % 4]}`,
      },
      units: { ward: 'Phường Ba Đình', province: 'Thành phố Hà Nội' },
      position: {
        lat: 21.034 + (street * 20 + (at % 3 === 2 ? movedMeters : 0)) / METERS_PER_DEGREE,
        lon: 105.836 + (nth * 10) / METERS_PER_DEGREE,
      },
    };
  });
}

const fitted = (houses: readonly HouseFeature[]) =>
  fitChances({
    starterDir: STARTER,
    withoutStarterPlaces: true,
    readers: [(sink) => Promise.resolve(houses.forEach(sink))],
  });

/** Returns what a chance of 0.9 to be within 100 m is said to be instead. */
const insteadOf90 = ([[constant, factor] = [NaN, NaN]]: readonly (readonly [number, number])[]) =>
  1 / (1 + Math.exp(-(constant + factor * Math.log(9))));

describe('fitChances', () => {
  it('raises the chances where houses are where their neighbours say, and lowers them where they are far from there', async () => {
    const [near, far] = [
      insteadOf90((await fitted(housesOf(30, 0))) ?? []),
      insteadOf90((await fitted(housesOf(30, 3000))) ?? []),
    ];
    expect(near).toBeGreaterThan(0.9);
    expect(far).toBeLessThan(0.5);
  }, 60_000);

  it('leaves the chances as they are with too few addresses', async () => {
    expect(await fitted(housesOf(10, 0))).toBeUndefined();
  }, 60_000);
});
