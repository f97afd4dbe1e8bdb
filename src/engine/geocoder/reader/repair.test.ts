import { describe, expect, it } from 'vitest';
import { repairTokens } from './repair.ts';
import { tokenize } from '../../../base/text/tokens.ts';

const NAMES = new Set([
  'hcm',
  'tphcm',
  'vinh',
  'hanoi',
  'quangtrung',
  'bennghe',
  'tanuyen',
  'ng',
  'baotangvietnam',
]);
const repair = (text: string): string =>
  repairTokens(tokenize(text), (word) => NAMES.has(word), text)
    .map((token) => (token.gap === 2 ? `, ${token.text}` : token.text))
    .join(' ')
    .replaceAll(' ,', ',');

describe('repairTokens', () => {
  it.each([
    ['p10q5', 'p 10 q 5'],
    ['P10, Q5', 'p 10, q 5'],
    ['P12/Q3 tphcm', 'p 12, q 3 tphcm'],
    ['phuong12 quan1hcm', 'phuong 12 quan 1 hcm'],
    ['f12', 'f 12'],
    ['tpvinh quangtrung phuongbennghe', 'tp vinh quangtrung phuong bennghe'],
    ['P1205 q10/5', 'p1205 q10/5'],
    ['xavinh cay xang', 'xa vinh cay xang'],
  ])('parts glued units in %s', (text, expected) => {
    expect(repair(text)).toBe(expected);
  });

  it.each([
    ['12 Lê Lợi, Hà Nội, 0912 345 678', '12 le loi, ha noi'],
    ['ĐT: 0912345678, 12 Lê Lợi', ', 12 le loi'],
    ['Hà Nội 100000, Việt Nam', 'ha noi'],
    ['Vietnam, Hà Nội', ', ha noi'],
    ['Ngân hàng Việt Nam, Hà Nội', 'ngan hang viet nam, ha noi'],
    ['Quận 5, (+84) 28 3855 4137', 'quan 5'],
    ['Việt Nam', 'viet nam'],
    ['Chợ Bến Nghé Việt Nam', 'cho ben nghe'],
    ['Bảo tàng Việt Nam', 'bao tang viet nam'],
    ['Hà Nội, Bảo tàng Việt Nam', 'ha noi, bao tang viet nam'],
    ['Bảo tàng Việt Nam, Việt Nam', 'bao tang viet nam'],
  ])('drops what is no address in %s', (text, expected) => {
    expect(repair(text)).toBe(expected);
  });

  it.each([
    ['12 Lê Lợi, Thàhn phố Hồ Chí Minh', '12 le loi, tp ho chi minh'],
    ['hTành phố Vinh', 'tp vinh'],
    ['12 Lê Lợi, Tnh phố Vinh', '12 le loi, tnh pho vinh'],
    ['12 Thanhh phố Huế', '12 thanhh pho hue'],
  ])('mends a misspelt city in %s, at the beginning of a part', (text, expected) => {
    expect(repair(text)).toBe(expected);
  });

  it.each([
    ['XãAn Thái,HuyệnAn Lão', 'xa an thai, huyen an lao'],
    ['Thị trấnYên Mỹ, Thành phốHuế', 'thi tran yen my, thanh pho hue'],
    ['Thị trấnA Lưới, ĐườngLê Lợi', 'thi tran a luoi, duong le loi'],
    ['12 Lê LợiPhường Bến NghéQuận 1', '12 le loi phuong ben nghe quan 1'],
    ['PhườngNguyễnTrãi', 'phuong nguyentrai'],
    ['XãAn Thái'.normalize('NFD'), 'xa an thai'],
    ['XaVinh, thanh phoVinh', 'xa vinh, thanh pho vinh'],
    ['TTBến Nghé, XHà Nội, PTân Uyên', 'tt ben nghe, x ha noi, p tan uyen'],
  ])('splits a type word at a capital letter in %s', (text, expected) => {
    expect(repair(text)).toBe(expected);
  });

  it.each([
    ["McDonald's HàNội", 'mcdonald s hanoi'],
    ['NguyễnHuệ', 'nguyenhue'],
    ['VinMart QuanHoa PhoLand ToCoToCo', 'vinmart quanhoa pholand tocotoco'],
    ['iPhone TTTM PHƯỜNG', 'iphone tttm phuong'],
  ])('keeps other words with a capital letter inside: %s', (text, expected) => {
    expect(repair(text)).toBe(expected);
  });

  it('keeps the offsets of a type word in decomposed text', () => {
    const text = 'XãẤp, XãAn'.normalize('NFD');
    const parts = repairTokens(tokenize(text), () => false, text).map((token) =>
      text.slice(token.start, token.end).normalize('NFC'),
    );
    expect(parts).toEqual(['Xã', 'Ấp', 'Xã', 'An']);
  });

  it('keeps the offsets of what it parts', () => {
    const text = 'số 5 P10Q5';
    const parts = repairTokens(tokenize(text), () => false).map((token) =>
      text.slice(token.start, token.end),
    );
    expect(parts).toEqual(['số', '5', 'P', '10', 'Q', '5']);
  });
});
