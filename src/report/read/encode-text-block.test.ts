import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeTextBlock, textAt } from '../data/text-block.ts';
import { createTextBlockEncoder } from './encode-text-block.ts';
import { addText, emptyTextCodes } from './text-codes.ts';

const encode = (columns: string[][]) =>
  createTextBlockEncoder()(
    columns.map((texts) => {
      const column = emptyTextCodes(texts.length);
      for (const each of texts) addText(column, each);
      return column;
    }),
  );
const roundTrip = (columns: string[][]) => {
  const decoded = decodeTextBlock(encode(columns));
  return decoded.map((column) => (columns[0] ?? []).map((_, row) => textAt(column, row)));
};

describe('a block of texts', () => {
  it('returns what was written', () => {
    const rows = fc.array(fc.tuple(text(), text(), text()), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(rows, (list) => {
        const columns = [0, 1, 2].map((column) => list.map((row) => row[column] as string));
        expect(roundTrip(columns)).toEqual(columns);
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  it('keeps characters whole that share a half with the one before', () => {
    const texts = ['a😀b', 'a😁b', 'a🈁b', '😀', '😁', ''];
    expect(roundTrip([texts])).toEqual([texts]);
  });

  it('has U+FFFD in place of a half of a character that stands alone', () => {
    expect(roundTrip([['a\ud83d', 'a\ud83d x', '\ude00']])).toEqual([['a\ufffd', 'a\ufffd x', '\ufffd']]);
  });

  it('has an order of its own where the rows are mixed', () => {
    const streets = Array.from(
      { length: 60 },
      (_, at) => `Đường ${at % 10} tên dài, Phường ${at % 10}, Hà Nội`,
    );
    const mixed = Array.from(
      { length: 3000 },
      (_, at) => `${(at * 7919) % 3000} ${streets[(at * 31) % 60] ?? ''}`,
    );
    const plain = new TextEncoder().encode(mixed.join('\n')).length;
    expect(encode([mixed]).length).toBeLessThan(plain / 4);
    expect(roundTrip([mixed])).toEqual([mixed]);
  });
});

/** Texts without line feeds that have much in common. */
function text() {
  const part = fc.constantFrom('Lê Lợi', 'Lê Lai', ', ', '12', '😀', '😁', 'Hà Nội', '');
  return fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
}
