import { expect, it, describe } from 'vitest';
import { internationalPhone, webLink, openingHours } from './osm-shape.ts';

it.each([
  ['0932944442', '+84932944442'],
  ['+84 8 3822 8558', '+84838228558'],
  ['(84-8) 38 24 5555', '+84838245555'],
  ['08 3823 8890', '+84838238890'],
  ['+840838378885', '+84838378885'],
  ['0084 24 3828 1234', '+842438281234'],
  ['+84 838369268 / +84 838361935', '+84838369268'],
  ['19006067', '+8419006067'],
  ['+33 1 42 68 53 00', '+33 1 42 68 53 00'],
  ['38369123', null],
  ['113', null],
  ['', null],
])('the international number of %j is %j', (text, expected) => {
  expect(internationalPhone(text)).toBe(expected);
});

it.each([
  ['https://cho.example/a?b=c', 'https://cho.example/a?b=c'],
  ['HTTP://Cho.example', 'HTTP://Cho.example'],
  [' www.cho.example ', 'https://www.cho.example'],
  ['javascript:alert(1)', null],
  ['chợ Bến Thành', null],
  ['', null],
  [undefined, null],
])('the link of %j is %j', (text, expected) => {
  expect(webLink(text)).toBe(expected);
});

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
