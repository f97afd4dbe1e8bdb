import { describe, expect, it } from 'vitest';
import { tokenize } from './tokens.ts';

const words = (text: string): string[] => tokenize(text).map((token) => token.text);

describe('tokenize', () => {
  it('keeps house numbers and dates whole', () => {
    expect(words('12/3/45 Đường 3/2, 47-49 Lê Lợi, 12A/5B K12/H5 12-A')).toEqual([
      '12/3/45',
      'duong',
      '3/2',
      '47-49',
      'le',
      'loi',
      '12a/5b',
      'k12/h5',
      '12',
      'a',
    ]);
  });

  it('parts glued units', () => {
    expect(words('P.12-Q.10, Phường 12/Quận 10')).toEqual([
      'p',
      '12',
      'q',
      '10',
      'phuong',
      '12',
      'quan',
      '10',
    ]);
  });

  it('remembers what stands in front of a word', () => {
    expect(tokenize('Bà Rịa - Vũng Tàu, TP.HCM\nHà Nội (cũ)').map((token) => token.gap)).toEqual([
      0, 0, 1, 0, 2, 0, 2, 0, 2,
    ]);
  });

  it('gives offsets into the text as it was written, decomposed or not', () => {
    for (const form of ['NFC', 'NFD']) {
      const text = '12 Phố Huế, Hà Nội'.normalize(form);
      const slices = tokenize(text).map((token) => text.slice(token.start, token.end).normalize('NFC'));
      expect(slices).toEqual(['12', 'Phố', 'Huế', 'Hà', 'Nội']);
    }
  });

  it('gives the same words for texts whose characters fold to none or to several', () => {
    expect(tokenize('Straße 12½\u200b, Hà\u0323')).toEqual([
      { text: 'strasse', start: 0, end: 6, gap: 0 },
      { text: '121/2', start: 7, end: 11, gap: 0 },
      { text: 'ha', start: 13, end: 16, gap: 2 },
    ]);
    const long = 'Lê Lợi, '.repeat(300);
    expect(words(long)).toHaveLength(600);
    expect(tokenize(long).at(-1)).toEqual({ text: 'loi', start: 2395, end: 2398, gap: 0 });
  });

  it('survives anything', () => {
    expect(words('')).toEqual([]);
    expect(words(', ,,//--')).toEqual([]);
    expect(words('😀 \ud800 \u0301')).toEqual([]);
  });
});
