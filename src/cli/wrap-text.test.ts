import { describe, expect, it } from 'vitest';
import { wrapFor, wrapText } from './wrap-text.ts';

describe('wrapText', () => {
  it('keeps words whole, and goes on below the text of a label', () => {
    expect(wrapText('  sample      53 % of 200 named a house, 13 % were matched', 40)).toBe(
      '  sample      53 % of 200 named a house,\n              13 % were matched',
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
