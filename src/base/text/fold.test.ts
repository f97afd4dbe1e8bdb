import { describe, expect, it } from 'vitest';
import { fold, foldedWords, foldKey, hasWords } from './fold.ts';

describe('fold', () => {
  it('folds composed and decomposed text alike, and the d with stroke', () => {
    const text = 'Phường Đống Đa, Thành phố Huế, Ỷ Ẵ ỡ ự';
    expect(fold(text.normalize('NFC'))).toBe('phuong dong da, thanh pho hue, y a o u');
    expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')));
    // Windows-1258 leaves a composed vowel with a separate tone.
    expect(fold('ê\u0301 đ Đ ð')).toBe('e d d d');
  });

  it('folds every Vietnamese letter to ASCII', () => {
    const letters = 'àáảãạăằắẳẵặâầấẩẫậèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵđ';
    expect(fold(letters + letters.toUpperCase())).toMatch(/^[a-z]+$/);
    expect(fold(letters).length).toBe(letters.length);
  });

  it('keeps commas and the signs of numbers, and closes runs of white space', () => {
    expect(fold('  Số 12/3-5\u00a0 Đường\t3/2,\n Q.10  ')).toBe('so 12/3-5 duong 3/2, q.10');
    expect(fold('')).toBe('');
    expect(fold('   ')).toBe('');
  });

  it('keeps other scripts and symbols instead of losing them', () => {
    expect(fold('東京 Ａ１ 😀')).toBe('東京 a1 😀');
  });
});

describe('foldedWords', () => {
  it('are letters and digits with one space between them, whatever stood there', () => {
    for (const [text, words] of [
      ['  Số 12/3-5, (Đường)  "3/2" . ', 'so 12 3 5 duong 3 2'],
      ['P.Cát - Linh', 'p cat linh'],
      ['東京, Ａ１!', '東京 a1'],
      [' , ', ''],
    ] as const)
      expect(foldedWords(text), text).toBe(words);
  });

  it('have whole words in a row, not parts of words', () => {
    expect(hasWords('xa na sac huyen ha quang', 'na sac')).toBe(true);
    expect(hasWords('xa na sac', 'xa na sac')).toBe(true);
    expect(hasWords('xa na sach', 'na sac')).toBe(false);
    expect(hasWords('xa ana sac', 'na sac')).toBe(false);
  });
});

describe('foldKey', () => {
  it('joins words and forgets punctuation and the i and y that people mix', () => {
    expect(foldKey('Bà Rịa - Vũng Tàu')).toBe('bariavungtau');
    expect(foldKey("Ia H'Drai")).toBe('iahdrai');
    expect(foldKey('Mỹ Đình 1')).toBe(foldKey('Mĩ Đình 1'));
  });
});
