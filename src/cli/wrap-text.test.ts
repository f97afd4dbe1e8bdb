import { describe, expect, it } from 'vitest';
import { wrapFor, wrapText } from './wrap-text.ts';

describe('wrapText', () => {
  it('keeps words whole, and goes on below the text of a label', () => {
    expect(wrapText('  sample      of 200 addresses 53 % have a number; found', 40)).toBe(
      '  sample      of 200 addresses 53 % have\n              a number; found',
    );
    expect(wrapText('one two three', 8)).toBe('one two\nthree');
  });

  it('leaves lines that fit, and words that cannot', () => {
    const text = '  files       /a/path/that/is/longer/than/the/line.csv\n\nshort  line';
    expect(wrapText(text, 20)).toBe(text);
  });

  it('breaks nothing where there is no terminal', () => {
    const write = () => true;
    expect(wrapFor({ write }, 'a b'.repeat(100))).toBe('a b'.repeat(100));
    expect(wrapFor({ write, isTTY: true, columns: 3 }, 'ab cd')).toBe('ab\ncd');
  });
});
