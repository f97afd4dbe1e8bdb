import { expect, it } from 'vitest';
import { internationalPhone, webLink } from './osm-shape.ts';

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
