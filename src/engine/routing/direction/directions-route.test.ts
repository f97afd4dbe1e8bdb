import { expect, it } from 'vitest';
import { durationText } from './directions-route.ts';

it.each([
  [0, '0 min', '0 phút'],
  [20, '1 min', '1 phút'],
  [720, '12 mins', '12 phút'],
  [3600, '1 hour', '1 giờ'],
  [7500, '2 hours 5 mins', '2 giờ 5 phút'],
])('formats %d seconds', (seconds, en, vi) => {
  expect([durationText(seconds, 'en'), durationText(seconds, 'vi')]).toEqual([en, vi]);
});
