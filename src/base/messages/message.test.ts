import { expect, it } from 'vitest';
import { formatMessage, parseMessage, type Catalogue } from './format-message.ts';

const catalogue = (text: string, language: 'en' | 'vi' = 'en'): Catalogue => ({
  language,
  texts: { t: { x: text, level: language === 'vi' ? 'đường' : 'street' } },
});
const shown = (text: string, values = {}, language?: 'en' | 'vi') =>
  formatMessage({ code: 't.x', values }, catalogue(text, language));

it.each([
  ['{name} of {all}', { name: 'a', all: 3 }, 'a of 3'],
  ['{n, number} rows', { n: 1234.5 }, '1,234.5 rows'],
  ['{n, plural, one {# row is} other {# rows are}} read', { n: 1 }, '1 row is read'],
  ['{n, plural, =0 {no row} one {# row} other {# rows}}', { n: 0 }, 'no row'],
  ['{n, plural, one {# row} other {# rows of {file}}}', { n: 2000, file: 'a.csv' }, '2,000 rows of a.csv'],
  ['{kind, select, csv {a table} other {another file}}', { kind: 'xlsx' }, 'another file'],
  ["write '{column}', it's {place}", { place: 'here' }, "write {column}, it's here"],
  ['{list}', { list: ['a', 2, { code: 't.level' }] }, 'a, 2, street'],
  ['{list, list, other {; }}', { list: ['a', { code: 't.level' }] }, 'a; street'],
  ['{file}: {fault, lower}', { file: 'a.csv', fault: 'The row' }, 'a.csv: the row'],
  ['"{name}"', {}, '"..."'],
  ['{n, plural, one {# row} other {# rows}}', {}, '... rows'],
])('fills %s', (text, values, expected) => {
  expect(shown(text, values)).toBe(expected);
});

it('writes numbers, plurals and messages in messages in the language of the catalogue', () => {
  expect(shown('{n, plural, other {# dòng}} ở {level}', { n: 1234, level: { code: 't.level' } }, 'vi')).toBe(
    '1.234 dòng ở đường',
  );
});

it('shows a code that the catalogue has not', () => {
  expect(formatMessage({ code: 'later.one', values: { n: 1 } }, catalogue(''))).toBe('later.one {"n":1}');
});

it.each(['{name', '{n, plural, one {x}', 'a } b', '{n, plural, one {x}}', '{n, date}', "'{a"])(
  'refuses %s',
  (text) => {
    expect(() => parseMessage(text)).toThrow(SyntaxError);
  },
);
