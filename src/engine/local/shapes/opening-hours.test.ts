import { describe, expect, it } from 'vitest';
import { openingHours } from './opening-hours.ts';

/** Seven equal days, Sunday first. */
const daily = (open: [number, number], close: [number, number], later = 0) =>
  Array.from({ length: 7 }, (_, day) => [
    [day, ...open],
    [(day + later) % 7, ...close],
  ]);

describe('opening hours', () => {
  it.each<[string, ReturnType<typeof openingHours>]>([
    ['Mo-Su 08:00-22:00', daily([8, 0], [22, 0]) as never],
    ['08:00-20:00', daily([8, 0], [20, 0]) as never],
    ['8:00 - 22:30', daily([8, 0], [22, 30]) as never],
    ['24/7', daily([0, 0], [0, 0], 1) as never],
    ['Mo-Su 08:00-00:00', daily([8, 0], [0, 0], 1) as never],
    ['Mo-Su 10:00-03:00', daily([10, 0], [3, 0], 1) as never],
    ['Mo-Su 03:00-18:00; PH off', daily([3, 0], [18, 0]) as never],
  ])('%s is a pair for each day', (text, expected) => {
    expect(openingHours(text)).toEqual(expected);
  });

  it.each([
    ['Sa,Su 09:00-12:00', '0,9,0,0,12,0,6,9,0,6,12,0'],
    ['Fr 07:30-12:00, 13:30-17:00', '5,7,30,5,12,0,5,13,30,5,17,0'],
    ['Fr-Mo 09:00-12:00; Sa off', '0,9,0,0,12,0,1,9,0,1,12,0,5,9,0,5,12,0'],
    ['Fr 07:30-11:30; Fr 08:00-09:00', '5,8,0,5,9,0'],
  ])('%s is a text of numbers', (text, expected) => {
    expect(openingHours(text)).toBe(expected);
  });

  it.each(['7h-22h', 'sunrise-sunset', 'Mo[1] 10:00-12:00', 'off', '', 'Mo-Fr 8-17', '29:00-30:00'])(
    '%j is null',
    (text) => {
      expect(openingHours(text)).toBeNull();
    },
  );
});
