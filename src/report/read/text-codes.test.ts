import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addPlainUtf8, addText, clearTexts, emptyTextCodes, type TextCodes } from './text-codes.ts';

/** Returns the texts of a column. */
const textsOf = ({ codes, starts, count }: TextCodes) =>
  Array.from({ length: count }, (_, at) =>
    String.fromCharCode(...codes.subarray(starts[at], starts[at + 1])),
  );

/** Adds bytes between others; undefined where they are not plain. */
function added(bytes: Uint8Array): string | undefined {
  const column = emptyTextCodes(3);
  addText(column, 'before');
  const isAdded = addPlainUtf8(
    column,
    Buffer.concat([Buffer.from('ế'), bytes, Buffer.from('ế')]),
    3,
    3 + bytes.length,
  );
  addText(column, 'after');
  const texts = textsOf(column);
  expect([texts[0], texts.at(-1), texts.length]).toEqual(['before', 'after', isAdded ? 3 : 2]);
  return isAdded ? texts[1] : undefined;
}

describe('a column of texts', () => {
  it('has the text of plain UTF-8, and nothing of any other bytes', () => {
    const parts = fc.oneof(
      fc
        .constantFrom('a', 'é', 'Đ', 'ườ', '中', '\uffff', ' ', '😀', '"', '\n', '\u007f', '\u0085')
        .map((text) => Buffer.from(text)),
      fc
        .constantFrom([0xc3], [0xe1, 0xba], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80], [0xff], [0x80])
        .map((bytes) => Buffer.from(bytes)),
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 5 }), (list) => {
        const bytes = Buffer.concat(list);
        const text = added(bytes);
        if (text !== undefined) expect(Buffer.from(text)).toEqual(bytes);
      }),
      { seed: 7, numRuns: 2000 },
    );
  });

  it.each(['', '86 Bát Đàn, Hoàn Kiếm, Hà Nội', 'straße, Ōsaka, \uffff'])(
    'adds "%s" without decoding it',
    (text) => {
      expect(added(Buffer.from(text))).toBe(text);
    },
  );

  it.each([
    ['a quote', Buffer.from('a "b"')],
    ['a newline', Buffer.from('a\nb')],
    ['a control character of two bytes', Buffer.from('a\u0085')],
    ['a byte that continues nothing', Buffer.of(0x61, 0x80)],
    ['a sequence that ends early', Buffer.of(0x61, 0xe1, 0xba)],
    ['a sequence that is longer than its character', Buffer.of(0xe0, 0x80, 0xaf)],
    ['half a character', Buffer.of(0xed, 0xa0, 0x80)],
    ['a character of four bytes', Buffer.from('😀')],
  ])('leaves %s to its caller', (_, bytes) => {
    expect(added(bytes)).toBeUndefined();
  });

  it('takes other texts after it was cleared', () => {
    const column = emptyTextCodes(2);
    for (const text of ['x'.repeat(5000), 'y']) addText(column, text);
    clearTexts(column);
    addText(column, 'Huế');
    expect(textsOf(column)).toEqual(['Huế']);
  });
});
