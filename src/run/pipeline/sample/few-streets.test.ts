import { expect, it } from 'vitest';
import { englishText } from '../../../base/messages/message.ts';
import { fewStreets } from './judgement.ts';

const COVERAGE = [
  { code: '79', name: 'Thành phố Hồ Chí Minh', wards: 168, covered: 119, streets: 18_658 },
  { code: '31', name: 'Thành phố Hải Phòng', wards: 114, covered: 1, streets: 11 },
  { code: '22', name: 'Tỉnh Quảng Ninh', wards: 54, covered: 0, streets: 0 },
];
const figures = { texts: 100, province: 1, ward: 1, house: 0.9 };
const said = (provinces: Record<string, number>, house = 0.9) => {
  const message = fewStreets({ ...figures, house }, { provinces, rows: 4980 }, COVERAGE);
  return message && englishText(message);
};

it('names the provinces of many addresses in which the dataset has few streets, with the command that adds them', () => {
  expect(said({ '79': 40, '31': 46, '22': 4 })).toBe(
    'the dataset knows few streets where the addresses are, which are matched at their ward there: Thành phố Hải Phòng: 11 streets, about 2,300 rows (46 %). ' +
      'The streets of the whole country: geomill dataset build --out data/vietnam --osm https://download.geofabrik.de/asia/vietnam-latest.osm.pbf, then --dataset data/vietnam',
  );
  expect(said({ '31': 46, '22': 50 })).toMatch(/Quảng Ninh: no street, .*; .*Hải Phòng: 11 streets/u);
});

it('says nothing of provinces with streets, of few rows, and of addresses without houses', () => {
  expect(said({ '79': 96, '31': 4 })).toBeUndefined();
  expect(said({ '31': 100 }, 0.1)).toBeUndefined();
});
