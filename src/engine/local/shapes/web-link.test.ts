import { expect, it } from 'vitest';
import { webLink } from './web-link.ts';

it.each([
  ['https://cho.example/a?b=c', 'https://cho.example/a?b=c'],
  ['HTTP://Cho.example', 'HTTP://Cho.example'],
  [' www.cho.example ', 'https://www.cho.example'],
  ['javascript:alert(1)', null],
  ['chợ Bến Thành', null],
  ['', null],
  [undefined, null],
])('%j is %j', (text, expected) => {
  expect(webLink(text)).toBe(expected);
});
