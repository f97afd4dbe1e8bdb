import { describe, expect, it } from 'vitest';
import { shownName } from './latin-name.ts';

describe('shownName', () => {
  it.each([
    ['Phở Thìn', [], 'Phở Thìn'],
    ['Café Zürich – số 1 🙂', ['x'], 'Café Zürich – số 1 🙂'],
    ['서울식당', ['Seoul Restaurant', 'Nhà hàng Seoul'], 'Nhà hàng Seoul'],
    ['서울식당', ['Seoul Restaurant', '首尔'], 'Seoul Restaurant'],
    ['서울식당 Seoul', [], '서울식당 Seoul'],
    ['สวนไทย Garden', [], 'สวนไทย Garden'],
    ['滨城市场night', [], '滨城市场night'],
    ['北京饭店 - Nhà hàng Bắc Kinh', ['Beijing Restaurant'], 'Beijing Restaurant'],
    ['Nhà hàng Hà Nội (河内)', [], 'Nhà hàng Hà Nội (河内)'],
    ['Ресторан «Москва»', ['Nhà hàng Mát-xcơ-va'], 'Nhà hàng Mát-xcơ-va'],
    ['すし 3', ['寿司'], 'すし 3'],
    ['K 마트', [], 'K 마트'],
  ])('of %j and %j is %j', (name, others, expected) => {
    expect(shownName(name, () => others)).toBe(expected);
  });
});
