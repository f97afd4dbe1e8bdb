import { describe, expect, it } from 'vitest';
import { matchedSubstrings, termsOf } from './matched-substrings.ts';

const shown = (query: string, text: string): string[] => {
  const composed = text.normalize('NFC');
  return matchedSubstrings(query, text).map(({ offset, length }) => composed.slice(offset, offset + length));
};

describe('matchedSubstrings', () => {
  it('counts composed characters as the published example does', () => {
    const text = 'Công Ty TNHH Công Nghệ 44+';
    expect(matchedSubstrings('44', text)).toEqual([{ offset: 23, length: 2 }]);
    expect(matchedSubstrings('44', text.normalize('NFD'))).toEqual([{ offset: 23, length: 2 }]);
  });

  it('compares without diacritics and case, i and y alike, composed or not', () => {
    expect(shown('le loi', 'Đường Lê Lợi, Phường Lê Lợi')).toEqual(['Lê', 'Lợi', 'Lê', 'Lợi']);
    expect(shown('DUONG ĐÔNG'.normalize('NFD'), 'Đường Đông')).toEqual(['Đường', 'Đông']);
    expect(shown('mĩ dinh', 'Mỹ Đình')).toEqual(['Mỹ', 'Đình']);
    expect(shown('qui nhon', 'Quy Nhơn')).toEqual(['Quy', 'Nhơn']);
    expect(shown('nguyen thuy', 'Nguyễn Thúy')).toEqual(['Nguyễn', 'Thúy']);
  });

  it('takes whole words, and the beginning of one for the last word while it is typed', () => {
    expect(shown('ben tha', 'Chợ Bến Thành')).toEqual(['Bến', 'Thà']);
    expect(shown('ben tha ', 'Chợ Bến Thành')).toEqual(['Bến']);
    expect(shown('be thanh', 'Chợ Bến Thành')).toEqual(['Thành']);
    expect(shown('en', 'Bến Thành')).toEqual([]);
  });

  it('matches what was typed without spaces as one word', () => {
    expect(shown('leloi', 'Đường Lê Lợi')).toEqual(['Lê Lợi']);
    expect(shown('lelo', 'Đường Lê Lợi')).toEqual(['Lê Lợ']);
  });

  it('marks no word that was not typed', () => {
    expect(shown('sân bay', 'Sân bay Nội Bài')).toEqual(['Sân', 'bay']);
    expect(shown('chùa thầy', 'Chùa Thầy, Thái Bình')).toEqual(['Chùa', 'Thầy']);
    expect(shown('12 le loi q1', '12 Lê Lợi, Phường Bến Nghé, Quận 1')).toEqual(['12', 'Lê', 'Lợi', '1']);
    expect(shown('bv bach m', 'Bệnh viện Bạch Mai')).toEqual(['Bạch', 'M']);
    expect(shown('12 d nguyen', '12 Đường Nguyễn Du, Đường số 12')).toEqual(['12', 'Nguyễn', '12']);
  });

  it('keeps offsets behind emoji in UTF-16 code units', () => {
    expect(matchedSubstrings('loi', '😀 Lê Lợi')).toEqual([{ offset: 6, length: 3 }]);
    expect(matchedSubstrings('😀', '😀 Lê Lợi')).toEqual([]);
  });

  it('keeps the parts of a number apart', () => {
    expect(shown('12/3 le', '12/3 Lê Lợi')).toEqual(['12', '3', 'Lê']);
  });

  it('answers garbage with nothing', () => {
    for (const query of ['', ' , ', '\ud800', '\u0301', '////'])
      expect(matchedSubstrings(query, 'Lê Lợi')).toEqual([]);
    expect(matchedSubstrings('le', '')).toEqual([]);
  });
});

describe('termsOf', () => {
  it('finds each part behind the one before it', () => {
    const description = 'Lê Lợi, Phường Lê Lợi, Thành phố Huế';
    expect(termsOf(['Lê Lợi', 'Phường Lê Lợi', 'Thành phố Huế'], description)).toEqual([
      { offset: 0, value: 'Lê Lợi' },
      { offset: 8, value: 'Phường Lê Lợi' },
      { offset: 23, value: 'Thành phố Huế' },
    ]);
  });

  it('counts composed characters of decomposed parts', () => {
    const parts = ['Chợ Bến Thành', 'Quận 1'].map((part) => part.normalize('NFD'));
    expect(termsOf(parts, parts.join(', '))).toEqual([
      { offset: 0, value: 'Chợ Bến Thành' },
      { offset: 15, value: 'Quận 1' },
    ]);
  });
});
