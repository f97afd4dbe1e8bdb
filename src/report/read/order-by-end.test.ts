import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderByEnd } from './order-by-end.ts';
import { addText, emptyTextCodes } from './text-codes.ts';

function orderOf(texts: readonly string[]): number[] {
  const column = emptyTextCodes(texts.length);
  for (const text of texts) addText(column, text);
  return [...orderByEnd(column)];
}

/** The order by comparing reversed texts, the lower number first of equal ones. */
function plainOrder(texts: readonly string[]): number[] {
  const keys = texts.map((text) => text.split('').reverse().join(''));
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return keys.map((_, row) => row).sort((a, b) => compare(keys[a] as string, keys[b] as string) || a - b);
}

describe('the order of texts by their ends', () => {
  it('is that of the reversed texts, whichever are equal, or the end of others', () => {
    const part = fc.constantFrom(
      '',
      'a',
      'Quận 1',
      ', Hà Nội',
      ', Tỉnh Quảng Ngãi',
      '😀',
      '\uffff',
      '\ud800',
    );
    const text = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 300 }), (texts) => {
        expect(orderOf(texts)).toEqual(plainOrder(texts));
      }),
      { seed: 11, numRuns: 200 },
    );
  });

  it('is that of the reversed texts for many of one length that share all but some characters', () => {
    const texts = Array.from({ length: 5000 }, (_, at) => {
      const number = String((at * 7919) % 5000).padStart(4, '0');
      return `${number} Lê Lợi, ${String.fromCharCode(0x4e00 + (at % 700))}${'. '.repeat(150)}`;
    });
    expect(orderOf(texts)).toEqual(plainOrder(texts));
  });
});
